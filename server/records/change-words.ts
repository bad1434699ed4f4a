import type { FieldKind } from '#contract/field.ts'

/** A column as the history tells it: the field of the wire that it keeps, or a name of its own. */
export type DescribedField = { field: string; label: string; kind: FieldKind; restorable: boolean }

/** A column of an entry that people read, its values as they read them too. */
export type FieldChange = DescribedField & { old: unknown; new: unknown; oldText: string; newText: string }

const MONTHS = Array.from({ length: 12 }, (_, month) =>
  new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' }).format(new Date(Date.UTC(2026, month))),
)

export const isBlankValue = (value: unknown) => value === null || value === undefined || value === ''

const LONGEST_IN_A_SENTENCE = 60
/** The beginning of a text, on one line. */
export const oneLine = (text: string) => {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length > LONGEST_IN_A_SENTENCE ? `${line.slice(0, LONGEST_IN_A_SENTENCE - 1).trimEnd()}…` : line
}

/** "5 December", and its year where that is not the year of the change. */
function dayText(date: string, yearOfChange: number, parts: 'day' | 'month' | 'all' = 'all'): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  if (parts === 'day') return String(day)
  const name = `${day} ${MONTHS[month - 1]}`
  return year === yearOfChange || parts === 'month' ? name : `${name} ${year}`
}

/** "ETA from 3 to 5 December", "Vessel Name to Ever Given". */
function setting(touched: FieldChange, yearOfChange: number): string {
  const { label, old } = touched
  if (touched.kind !== 'date')
    return isBlankValue(old)
      ? `${label} to ${oneLine(touched.newText)}`
      : `${label} from ${oneLine(touched.oldText)} to ${oneLine(touched.newText)}`
  const [before, after] = [String(old), String(touched.new)]
  const to = dayText(after, yearOfChange)
  if (isBlankValue(old)) return `${label} to ${to}`
  if (before.slice(0, 7) === after.slice(0, 7)) return `${label} from ${dayText(before, 0, 'day')} to ${to}`
  if (before.slice(0, 4) === after.slice(0, 4)) return `${label} from ${dayText(before, 0, 'month')} to ${to}`
  return `${label} from ${dayText(before, 0)} to ${dayText(after, 0)}`
}

const MAX_IN_A_SENTENCE = 3

const listed = (parts: readonly string[]) =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`

/** "set ETA from 3 to 5 December and cleared IGM"; of many fields only the names. */
export function changeWords(touched: readonly FieldChange[], yearOfChange: number): string {
  if (touched.length > MAX_IN_A_SENTENCE) {
    const labels = touched.slice(0, MAX_IN_A_SENTENCE).map(({ label }) => label)
    const rest = touched.length - MAX_IN_A_SENTENCE
    return `changed ${labels.join(', ')} and ${rest} more`
  }
  const set = touched.filter(field => !isBlankValue(field.new)).map(field => setting(field, yearOfChange))
  const cleared = touched
    .filter(field => isBlankValue(field.new))
    .map(({ label, oldText }) => `${label} (was ${oneLine(oldText)})`)
  return listed([
    ...(set.length > 0 ? [`set ${listed(set)}`] : []),
    ...(cleared.length > 0 ? [`cleared ${listed(cleared)}`] : []),
  ])
}
