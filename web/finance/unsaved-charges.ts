import type { Finance, FinanceInput } from '#contract/finance.ts'
import { chargeSectionLabels, chargeSections } from '#contract/finance-sections.ts'
import { numberText } from '#web/lib/format.ts'
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

const valueText = (value: unknown) =>
  typeof value === 'number' ? numberText(value, { most: 8 }) : typeof value === 'string' ? value : 'nothing'

function wordsOf(change: Values, stored: Values | null | undefined, place: string, labelOf = lineLabel) {
  return differing(change, stored).flatMap(([line, value]) => {
    const label = labelOf(line)
    if (label === null || line === 'totalIsTyped') return []
    const isSum = line === 'total' && change['totalIsTyped'] === false
    const now = stored?.[line] ?? null
    const existing = now === null ? '' : ` (stored: ${valueText(now)})`
    return [`${isSum ? 'the sum' : valueText(value)} in ${label}${place}${existing}`]
  })
}

/** The unsaved charges for people: "4,321 in Delivery Order of Destination Charges (stored: 500)". */
export function chargesText(change: FinanceInput, stored: Finance): string {
  const inSections = chargeSections.flatMap(section =>
    wordsOf(
      sectionOf(change, section) ?? {},
      sectionOf(stored, section),
      ` of ${chargeSectionLabels[section]}`,
      line => lineLabel(`${section}.${line}`),
    ),
  )
  const total = wordsOf(topOf(change), { ...stored }, '', () => 'Finance Total')
  return [...inSections, ...total].join(', ')
}
