import { findPlaceholders } from '#server/word/language/expression.ts'
import type { FieldValues } from '#server/word/language/known-fields.ts'
import { freightTexts, isFormOfBoth } from './spellings.ts'

/** A text of a job that stays on a page. */
export interface LeftText {
  text: string
  /** What it says of a choice or a count of the job; only a job that differs in it is told of it. */
  says?: { field: LeftField; value: string } | undefined
}

export type LeftField =
  | 'FreightPayment'
  | 'NumberOfOriginals'
  | 'Negotiable'
  | 'Direction'
  | 'Incoterm'
  | 'Section'

type Fields = FieldValues['fields']

const FREIGHT = 'Shipment.FreightPayment'
const ORIGINALS = 'Shipment.NumberOfOriginals'
const INCOTERM = 'Shipment.Incoterm'
const DIRECTION = 'Shipment.Direction'

/**
 * Words of a choice and counts of a job that stand on a template's page as text, such as “prepaid” or “3 originals”, and
 * the charges of one section that a template of prepaid freight shows alone. Where the template asks for the choice
 * itself, it says what is right for every job.
 */
export function leftChoices(page: string, fields: Fields): LeftText[] {
  const placeholders = findPlaceholders(page)
  const conditions = placeholders
    .map(({ inner }) => inner)
    .filter(inner => /^\s*(?:#if|else if)\b/.test(inner))
  const asks = (name: string) => conditions.some(inner => inner.includes(name.replace('Shipment.', '')))
  const text = placeholders.reduceRight(
    (rest, { start, end }) => `${rest.slice(0, start)}${' '.repeat(end - start)}${rest.slice(end)}`,
    page,
  )
  return [
    ...(asks(FREIGHT) ? [] : leftFreight(text, conditions, fields[FREIGHT])),
    ...(asks(ORIGINALS) ? [] : leftOriginals(text, fields[ORIGINALS])),
    ...(asks(ORIGINALS) ? [] : leftNegotiable(text, fields[ORIGINALS])),
    ...(asks(DIRECTION) ? [] : leftDirection(page, placeholders, fields[DIRECTION])),
    ...(asks(INCOTERM) ? [] : leftIncoterm(text, fields[INCOTERM])),
  ]
}

const whole = (text: string) =>
  new RegExp(`(?<!\\p{L})${text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}(?!\\p{L})`, 'gu')

const OF_FREIGHT = /(?:^|\n|(?<!\p{L})(?:freight|carriage|charges)(?: (?:is|are|to be))?[\s:]+)$/iu
const PAID_BY = /(?:paid|payable) by[\s:]*$/iu
const LONGEST_LABEL = 40

/** What stands right after what, for a text to say how the freight is paid. */
function saysIt(text: string, before: string, after: string, isForm: boolean): boolean {
  if (/^(?:the )?(?:sender|consignee)$/iu.test(text)) return PAID_BY.test(before)
  if (/^collect$/iu.test(text)) return OF_FREIGHT.test(before) && /^\s*(?:$|\n|[,.;])/u.test(after)
  if (/^carriage paid$/iu.test(text)) return !/^ to(?!\p{L})/iu.test(after)
  return !isForm || !/^prepaid$/iu.test(text)
}

function leftFreight(page: string, conditions: readonly string[], value: Fields[string]): LeftText[] {
  if (typeof value !== 'string' || value === '') return []
  const isForm = isFormOfBoth(page)
  const texts = new Set([value, value.toUpperCase(), ...freightTexts(value)])
  const said = [...texts]
    .flatMap(text => {
      const places = [...page.matchAll(whole(text))]
      const first = places.find(({ index }) =>
        saysIt(
          text,
          page.slice(Math.max(0, index - LONGEST_LABEL), index),
          page.slice(index + text.length, index + text.length + LONGEST_LABEL),
          isForm,
        ),
      )
      return first ? [{ text, at: first.index }] : []
    })
    .toSorted((one, other) => one.at - other.at)
  // “sender” says no more than “The sender”.
  const own = said.filter(({ text }) => !said.some(other => other.text !== text && other.text.includes(text)))
  const sections = value === 'Prepaid' ? conditions.flatMap(inner => DESTINATION.exec(inner)?.[1] ?? []) : []
  return [
    ...own.map(({ text }) => ({ text, says: { field: 'FreightPayment' as const, value } })),
    ...[...new Set(sections)].map(text => ({ text, says: { field: 'Section' as const, value } })),
  ]
}

const DESTINATION = /Section = "([^"]*destination[^"]*)"/iu

/** “3 originals”, “3/3”, “THREE (3) original bills”; of one original every bill speaks. */
function leftOriginals(page: string, value: Fields[string]): LeftText[] {
  const count = Number(value ?? 0)
  if (!Number.isInteger(count) || count < 2) return []
  const original = String.raw`(?:signed |negotiable )?originals?(?!\p{L})`
  const patterns = [
    String.raw`(?<![\p{N}/.,])${count}/${count}(?: ${original}|(?![\p{N}/]))`,
    String.raw`\p{L}+ \(${count}\) ${original}`,
    String.raw`(?<![\p{N}/.,])${count} (?:\(\p{L}+\) )?${original}`,
  ]
  const found = patterns.flatMap(pattern => new RegExp(pattern, 'iu').exec(page)?.[0] ?? [])
  return [...new Set(found)].map(text => ({
    text,
    says: { field: 'NumberOfOriginals' as const, value: String(count) },
  }))
}

/** Whether a bill of so many originals is negotiable; '' where nobody said how many. A waybill has none (CMI Rules, 1990). */
export const negotiability = (originals: Fields[string]): '' | 'waybill' | 'negotiable' =>
  originals == null || originals === '' ? '' : Number(originals) === 0 ? 'waybill' : 'negotiable'

const OF_NEGOTIABLE =
  /(?:to (?:the )?order of|(?<!\p{L})(?:one|an|\d) (?:of the )?originals?(?: bills?)?(?= )[^.\n]{0,60})/iu
const OF_WAYBILL = /(?:not|non)[ -]negotiable|none: waybill/iu

/** “Consignee, or to the order of” and “one original of this bill” of a bill, “not negotiable” of a waybill. */
function leftNegotiable(page: string, value: Fields[string]): LeftText[] {
  const kind = negotiability(value)
  if (kind === '') return []
  const text = (kind === 'waybill' ? OF_WAYBILL : OF_NEGOTIABLE).exec(page)?.[0].trim()
  return text ? [{ text, says: { field: 'Negotiable', value: kind } }] : []
}

const AGENT = /^\s*Agent\./
/** What an agent is called who is at the end of the job that is not the company's own. */
const OTHER_END: Readonly<Record<string, RegExp>> = {
  Export: /destination|delivery|delivering/iu,
  Import: /origin|loading/iu,
}
/** The label right before a place, on its line or the one above. */
const labelBefore = (page: string, start: number): string =>
  page
    .slice(Math.max(0, start - 3 * LONGEST_LABEL), start)
    .replace(/[\s:]+$/u, '')
    .split(/[\n\t{}]/)
    .at(-1)
    ?.trim() ?? ''

/** “Agent at destination” of an export job, where the agent of an import job is at origin. */
function leftDirection(
  page: string,
  placeholders: readonly { start: number; inner: string }[],
  value: Fields[string],
): LeftText[] {
  if (typeof value !== 'string') return []
  const otherEnd = OTHER_END[value]
  if (!otherEnd) return []
  const place = placeholders.find(
    ({ start, inner }) => AGENT.test(inner) && otherEnd.test(labelBefore(page, start)),
  )
  return place ? [{ text: labelBefore(page, place.start), says: { field: 'Direction', value } }] : []
}

function leftIncoterm(page: string, value: Fields[string]): LeftText[] {
  const code = typeof value === 'string' ? /^[A-Z]{3}(?![A-Z])/.exec(value)?.[0] : undefined
  return code && whole(code).test(page) ? [{ text: code, says: { field: 'Incoterm', value: code } }] : []
}
