import type { Finance, FinanceInput } from '#contract/finance.ts'
import { chargeSectionLabels, chargeSections } from '#contract/finance-sections.ts'
import { amountText, numberText } from '#web/lib/format.ts'
import { lineLabel } from './charges.ts'

type Values = Record<string, unknown>

const sectionOf = (record: Finance | FinanceInput, section: (typeof chargeSections)[number]) =>
  record[section] as Values | null | undefined

const isTotal = (line: string) => line === 'total' || line === 'totalIsTyped'

/** The changed values that do not stand yet: a total with whether it is typed, or left to the sum, whatever that is. */
function differing(change: Values, stored: Values | null | undefined): [string, unknown][] {
  const differs = (line: string) => line in change && (change[line] ?? null) !== (stored?.[line] ?? null)
  const hasOtherTotal = differs('totalIsTyped') || (change['totalIsTyped'] !== false && differs('total'))
  const isOther = (line: string) => (isTotal(line) ? hasOtherTotal : differs(line))
  return Object.entries(change).filter(([line]) => line !== 'id' && isOther(line))
}

const topOf = ({ total, totalIsTyped }: FinanceInput): Values => ({
  ...(total !== undefined && { total }),
  ...(totalIsTyped !== undefined && { totalIsTyped }),
})

/** What of a change is not stored yet: the answer to an earlier save may have been lost on its way. */
export function unstoredCharges(change: FinanceInput, stored: Finance): FinanceInput | null {
  const rest: Values = Object.fromEntries(differing(topOf(change), { ...stored }))
  for (const section of chargeSections) {
    const part = sectionOf(change, section)
    const lines = part ? differing(part, sectionOf(stored, section)) : []
    if (lines.length > 0) rest[section] = { id: part?.['id'], ...Object.fromEntries(lines) }
  }
  return Object.keys(rest).length === 0 ? null : { id: change.id, ...rest }
}

function valueText(line: string, value: unknown, currency: string): string {
  if (typeof value !== 'number') return typeof value === 'string' ? value : 'nothing'
  return line === 'exchangeRate' ? numberText(value, { most: 8 }) : amountText(value, currency)
}

type Told = { change: Values; stored: Values | null | undefined; place: string; currency: string }

function wordsOf({ change, stored, place, currency }: Told, labelOf = lineLabel) {
  return differing(change, stored).flatMap(([line, value]) => {
    const label = labelOf(line)
    if (label === null || line === 'totalIsTyped') return []
    const isSum = line === 'total' && change['totalIsTyped'] === false
    const now = stored?.[line] ?? null
    const existing = now === null ? '' : ` (stored: ${valueText(line, now, currency)})`
    return [`${isSum ? 'the sum' : valueText(line, value, currency)} in ${label}${place}${existing}`]
  })
}

/** The unsaved charges for people: "4,321.00 in Delivery Order of Destination Charges (stored: 500.00)". */
export function chargesText(change: FinanceInput, stored: Finance): string {
  const inSections = chargeSections.flatMap(section =>
    wordsOf(
      {
        change: sectionOf(change, section) ?? {},
        stored: sectionOf(stored, section),
        place: ` of ${chargeSectionLabels[section]}`,
        currency: change[section]?.currency ?? stored[section]?.currency ?? stored.currency,
      },
      line => lineLabel(`${section}.${line}`),
    ),
  )
  const whole = { change: topOf(change), stored: { ...stored }, place: '', currency: stored.currency }
  const total = wordsOf(whole, () => 'Finance Total')
  return [...inSections, ...total].join(', ')
}
