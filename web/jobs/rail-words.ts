import { labelOf, volumeUnits, weightUnits } from '#contract/choices.ts'
import { jobFieldLabels } from '#contract/job-fields.ts'
import type { MailState } from '#contract/mail-states.ts'
import { numberText } from '#web/lib/format.ts'
import { isUnparsedDate } from '#web/ui/entry/use-date-entry.ts'
import type { Figure } from '#web/ui/entry/use-number-entry.ts'

const MILLISECONDS_IN_A_DAY = 86_400_000

/** The dates of a job in the order of its journey. */
const journey = ['swbro', 'etd', 'eta'] as const
export type JourneyDates = { readonly [Field in (typeof journey)[number]]: string | null }

/** How many days lie between two calendar dates. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00Z`) - Date.parse(`${from}T00:00Z`)) / MILLISECONDS_IN_A_DAY)

export function daysInWords(days: number): string {
  if (days === 0) return 'today'
  if (days === 1) return 'tomorrow'
  if (days === -1) return 'yesterday'
  return days > 0 ? `in ${numberText(days)} days` : `${numberText(-days)} days ago`
}

export type NextDate = { label: string; date: string; days: number }

/** Which date of the job comes next; once all are past, the last of them; null where it has none. */
export function nextDate(dates: JourneyDates, today: string): NextDate | null {
  const known = journey.flatMap(field => {
    const date = dates[field]
    return date === null || isUnparsedDate(date)
      ? []
      : [{ label: jobFieldLabels[field], date, days: daysBetween(today, date) }]
  })
  const byDay = known.toSorted((one, other) => one.days - other.days)
  return byDay.find(({ days }) => days >= 0) ?? byDay.at(-1) ?? null
}

type Cargo = {
  numberOfPackages: Figure
  grossWeight: Figure
  weightUnit: number | null
  volume: Figure
  volumeUnit: number | null
}

const withUnit = (figure: number, unit: string) => `${numberText(figure)} ${unit}`.trim()

/** What the job carries, figure by figure; what is not known, or not understood yet, is left out. */
export function cargoLines({ numberOfPackages, grossWeight, volume, ...units }: Cargo): string[] {
  const lines: string[] = []
  if (typeof numberOfPackages === 'number')
    lines.push(`${numberText(numberOfPackages)} ${numberOfPackages === 1 ? 'package' : 'packages'}`)
  if (typeof grossWeight === 'number')
    lines.push(withUnit(grossWeight, labelOf(weightUnits, units.weightUnit)))
  if (typeof volume === 'number') lines.push(withUnit(volume, labelOf(volumeUnits, units.volumeUnit)))
  return lines
}

const NAMED_RECIPIENTS = 2

/** "Sana Mir, Ali Raza and 3 more". */
export function recipientsInWords(names: readonly string[]): string {
  const others = names.length - NAMED_RECIPIENTS
  const named = names.slice(0, NAMED_RECIPIENTS).join(', ')
  return others > 0 ? `${named} and ${numberText(others)} more` : named
}

/** Whether somebody has to look after an e-mail in this state. */
export const isMailTrouble = (state: MailState) => !['waiting', 'sending', 'sent'].includes(state)

type Schedule = Pick<JourneyDates, 'etd' | 'eta'>

/** What is said beside the ETA where it lies before the ETD; nobody is kept from saving it. */
export function scheduleWarning({ etd, eta }: Schedule): string | null {
  if (etd === null || eta === null || isUnparsedDate(etd) || isUnparsedDate(eta)) return null
  return eta < etd ? 'ETA is before ETD.' : null
}

type Named = {
  commodity: string | null
  consignee: string | null
  loadingPort: string | null
  dischargePort: string | null
  destinationPort: string | null
}

const LEGAL_FORM =
  /[\s,]*\(?\b(?:pvt|private|limited|ltd|inc|llc|gmbh|b\.?v|s\.?a|a\/s|co|company)\b\.?\)?/giu

/** What a company is called between people: without its legal form. */
const shortName = (name: string) => name.replaceAll(LEGAL_FORM, '').trim() || name.trim()

const LONGEST_PROPOSAL = 120

/** A name for a job that has none, from what is known of it: “Green tea, Rotterdam Tea, Karachi–Rotterdam”. */
export function proposedName(job: Named): string | null {
  const end = job.destinationPort ?? job.dischargePort
  const route = [job.loadingPort, end].map(port => port?.trim() ?? '').filter(Boolean)
  const parts = [job.commodity?.trim() ?? '', job.consignee ? shortName(job.consignee) : '', route.join('–')]
  const known = parts.filter(Boolean)
  // One word alone names no job.
  return known.length < 2 ? null : known.join(', ').slice(0, LONGEST_PROPOSAL)
}
