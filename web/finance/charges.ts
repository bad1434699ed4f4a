import { sumOfLines, sumOfSections, type Finance, type FinanceInput } from '#contract/finance.ts'
import { chargeLines, chargeSections, type ChargeSection } from '#contract/finance-sections.ts'
import { newId } from '#web/lib/new-id.ts'

export type SectionChange = Record<string, number | string | boolean | null>
type Charges = { id: string; total: number | null; totalIsTyped: boolean }

const asCharges = (charges: object) => charges as unknown as Charges & Record<string, number | null>

const headLabels: Record<string, string> = {
  total: 'Total',
  currency: 'Currency',
  exchangeRate: 'Exchange rate',
}

/** 'originCharge.pickUp' as the screen names it. */
export function lineLabel(field: string): string | null {
  const [section = '', line = ''] = field.split('.')
  const labels: Record<string, Record<string, string>> = chargeLines
  return labels[section]?.[line] ?? headLabels[line || field] ?? null
}

/** One line's figure; null where the section is missing or nothing was entered. */
export function figureOf(finance: Finance, section: ChargeSection, line: string): number | null {
  const charges = finance[section]
  return charges ? (asCharges(charges)[line] ?? null) : null
}

const emptySection = (section: ChargeSection, id: string) => ({
  id,
  currency: null,
  exchangeRate: null,
  ...Object.fromEntries(Object.keys(chargeLines[section]).map(line => [line, null])),
  total: null,
  totalIsTyped: false,
})

/** A change of one section; a section that the job does not have yet begins with a new id. */
export function sectionChange(finance: Finance, section: ChargeSection, change: SectionChange): FinanceInput {
  const sectionId = finance[section]?.id ?? newId()
  return { id: finance.id, [section]: { id: sectionId, ...change } }
}

/** Two changes one after the other as one: the later wins field by field. */
export function mergedChange(earlier: FinanceInput, later: FinanceInput): FinanceInput {
  const both = { ...earlier, ...later }
  for (const section of chargeSections) {
    // The first id stays: both describe the one section that did not exist yet.
    const [one, other] = [earlier[section], later[section]]
    if (one && other) Object.assign(both, { [section]: { ...one, ...other, id: one.id } })
  }
  return both
}

/** The record as it will be once the change is stored, untyped totals summed anew. */
export function withChange(finance: Finance, change: FinanceInput): Finance {
  const changed = { ...finance }
  for (const section of chargeSections) {
    const part = change[section]
    if (!part) continue
    const before = finance[section] ?? emptySection(section, part.id ?? newId())
    const after = asCharges({ ...before, ...part })
    const computed = after.totalIsTyped ? null : sumOfLines(section, after)
    Object.assign(changed, { [section]: computed === null ? after : { ...after, total: computed } })
  }
  if (change.totalIsTyped !== undefined) changed.totalIsTyped = change.totalIsTyped
  if (change.total !== undefined) changed.total = change.total
  if (!changed.totalIsTyped) changed.total = sumOfSections(changed)
  return changed
}

/** Whether somebody else's step from one record to the next touched a figure of this change. */
export function isContested(change: FinanceInput, before: Finance, current: Finance): boolean {
  const inSections = chargeSections.some(section =>
    Object.keys(change[section] ?? {}).some(
      line => line !== 'id' && figureOf(before, section, line) !== figureOf(current, section, line),
    ),
  )
  return inSections || (change.total !== undefined && before.total !== current.total)
}
