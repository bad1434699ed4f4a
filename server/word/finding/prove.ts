import { compileTemplate } from '#server/word/compile.ts'
import { type FieldValues, indexFields, type KnownFields } from '#server/word/language/known-fields.ts'
import { findPlaceholders } from '#server/word/language/expression.ts'
import { renderDocument } from '#server/word/render.ts'
import type { LeftText } from './left-choices.ts'
import { leftValues, stillLeft } from './left-values.ts'
import { type OpenDocument, openDocument } from './open-document.ts'
import { plainText } from './writings.ts'
import { writeTemplate } from './write-template.ts'
import { PageText } from './page-text.ts'

/** A line that a page and a filled template show differently. */
export interface LineDifference {
  /** What the page says; '' for nothing. */
  before: string
  /** What the template prints; '' for nothing. */
  after: string
  /** The paragraph of the template's page that prints it, or would have; null where there is none. */
  paragraph: number | null
}

export interface TemplateProof {
  differences: readonly LineDifference[]
  /** Values of the job that stand on the template's page as text. */
  left: readonly LeftText[]
  /** Of such texts of earlier jobs, those that still stand there. */
  stillLeft: readonly string[]
}

type ToProve = {
  /** What the template is compared with. */
  page: Uint8Array
  template: Uint8Array
  known: KnownFields
  values: FieldValues
  /** Values of jobs that stood on the template's page as text before. */
  earlier: readonly string[]
}

/** What a template prints otherwise than a page, and what stays on every paper. Throws `WordTemplateError` as below. */
export async function proofOf({ page, template, known, values, earlier }: ToProve): Promise<TemplateProof> {
  const document = await openDocument(template)
  return {
    left: leftValues(document, known, values),
    stillLeft: stillLeft(document, earlier),
    differences: await proveTemplate(page, template, known, values),
  }
}

/**
 * What a template prints for some values otherwise than a page says, in the order of the page, at most some 200 lines.
 * Blank lines count for nothing. Throws `WordTemplateError` for a file that cannot be used.
 */
export async function proveTemplate(
  page: Uint8Array,
  template: Uint8Array,
  known: KnownFields,
  values: FieldValues,
): Promise<LineDifference[]> {
  const own = await openDocument(template)
  const shown = own.paragraphs.map(({ text }) => text)
  // Whatever becomes of a paragraph, each that is made of it keeps its attributes.
  for (const { element, index } of own.paragraphs) element.setAttribute(ORIGIN, String(index))
  const unchanged = { replacements: [], natives: [], held: new Set<never>(), goneRows: [], aroundRows: [] }
  const named = await writeTemplate(
    own,
    new PageText(own),
    { ...unchanged, conditions: [] },
    indexFields(known),
  )
  const filled = renderDocument(await compileTemplate(named, known), values, { unfillable: 'blank' })
  const [old, now] = [linesOf(await openDocument(page)), linesOf(await openDocument(filled))]
  return differing(
    old.map(({ text }) => text),
    now.map(({ text }) => text),
  ).map(({ before, after }) => ({
    before: old[before ?? -1]?.text ?? '',
    after: now[after.line ?? -1]?.text ?? '',
    paragraph:
      after.line === undefined
        ? unprinted(shown, after.nth, now[after.next - 1]?.origin, now[after.next]?.origin)
        : (now[after.line]?.origin ?? null),
  }))
}

const ORIGIN = 'w:ladingOrigin'

interface Line {
  text: string
  /** The paragraph of the template that it comes from. */
  origin: number | null
}

/** What a reader sees line by line. The copy of a text box for older programs is not read a second time. */
function linesOf({ paragraphs, copies }: OpenDocument): Line[] {
  const copied = new Set(copies.values())
  return paragraphs
    .filter(({ index }) => !copied.has(index))
    .flatMap(({ text, element }) => {
      const origin = element.attributes.get(ORIGIN)
      return plainText(text)
        .split('\n')
        .map(line => line.replaceAll(/\s+/g, ' ').trim())
        .filter(line => line !== '')
        .map(line => ({ text: line, origin: origin === undefined ? null : Number(origin) }))
    })
}

/** Of what the template does not print: the paragraph between its neighbours that says anything, or a neighbour. */
function unprinted(
  shown: readonly string[],
  /** Of the lines that are missing here. */
  nth: number,
  above: number | null | undefined,
  below: number | null | undefined,
): number | null {
  const [from, to] = [(above ?? -1) + 1, below ?? shown.length]
  const between = shown.flatMap((text, index) =>
    index >= from && index < to && saysMore(text) ? [index] : [],
  )
  return between[nth] ?? between.at(-1) ?? above ?? below ?? null
}

/** Not blank, and not a condition or a list alone. */
function saysMore(text: string): boolean {
  let rest = text
  for (const { start, end, inner } of findPlaceholders(text).toReversed())
    if (/^\s*[#/]/.test(inner) || /^\s*else\b/.test(inner)) rest = rest.slice(0, start) + rest.slice(end)
  return rest.trim() !== ''
}

interface Differing {
  before: number | undefined
  /** Where there is no line, the one before which it is missing, and how many are missing there above it. */
  after: { line: number | undefined; next: number; nth: number }
}

function differing(old: readonly string[], now: readonly string[]): Differing[] {
  const differences: Differing[] = []
  let [one, other] = [0, 0]
  while (one < old.length || other < now.length) {
    if (old[one] === now[other]) {
      one += 1
      other += 1
      continue
    }
    // The nearest line at which both agree again.
    const ahead = nearestAgreement(old.slice(one, one + NEAR), now.slice(other, other + NEAR))
    for (let index = 0; index < Math.max(ahead.old, ahead.now); index += 1)
      differences.push({
        before: index < ahead.old ? one + index : undefined,
        after: {
          line: index < ahead.now ? other + index : undefined,
          next: other + ahead.now,
          nth: index - ahead.now,
        },
      })
    one += ahead.old
    other += ahead.now
    if (differences.length >= MOST_DIFFERENCES) break
  }
  return differences
}

const NEAR = 50
const MOST_DIFFERENCES = 200

function nearestAgreement(old: readonly string[], now: readonly string[]): { old: number; now: number } {
  for (let steps = 1; steps < old.length + now.length; steps += 1)
    for (let own = 0; own <= steps; own += 1)
      if (old[own] !== undefined && old[own] === now[steps - own]) return { old: own, now: steps - own }
  return { old: old.length, now: now.length }
}
