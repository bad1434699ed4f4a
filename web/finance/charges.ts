import type { Finance, FinanceInput } from '#contract/finance.ts'
import {
  chargeLines,
  chargeSections,
  surchargeBasisFields,
  type ChargeSection,
} from '#contract/finance-sections.ts'
import { lineFigure, withSums } from '#contract/finance-totals.ts'
import { newId } from '#web/lib/new-id.ts'

export type SectionChange = Record<string, number | string | boolean | null>
const headLabels: Record<string, string> = {
  total: 'Total',
  currency: 'Currency',
  exchangeRate: 'Exchange rate',
  [surchargeBasisFields.fsc]: 'FSC basis',
  [surchargeBasisFields.ssc]: 'SSC basis',
}

/** 'originCharge.pickUp' as the screen names it. */
export function lineLabel(field: string): string | null {
  const [section = '', line = ''] = field.split('.')
  const labels: Record<string, Record<string, string>> = chargeLines
  return labels[section]?.[line] ?? headLabels[line || field] ?? null
}

/** One line's figure; null where the section is missing or nothing was entered. */
export const figureOf = (finance: Finance, section: ChargeSection, line: string): number | null =>
  lineFigure(finance[section], line)

const emptySection = (section: ChargeSection, id: string) => ({
  id,
  currency: null,
  exchangeRate: null,
  ...Object.fromEntries(Object.keys(chargeLines[section]).map(line => [line, null])),
  ...(section === 'freightCharge' && { fscBasis: null, sscBasis: null }),
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
    Object.assign(changed, { [section]: { ...before, ...part } })
  }
  if (change.totalIsTyped !== undefined) changed.totalIsTyped = change.totalIsTyped
  if (change.total !== undefined) changed.total = change.total
  return withSums(changed)
}

const fieldOf = (finance: Finance, section: ChargeSection, field: string): unknown =>
  (finance[section] as Record<string, unknown> | null)?.[field] ?? null

/**
 * Whether somebody else's step from one record to the next touched a figure of this change. A figure that stands as
 * the change has it is no conflict: the reply to one's own save may have been lost.
 */
export function isContested(change: FinanceInput, before: Finance, current: Finance): boolean {
  const inSections = chargeSections.some(section =>
    Object.entries(change[section] ?? {}).some(([line, typed]) => {
      const now = fieldOf(current, section, line)
      return line !== 'id' && fieldOf(before, section, line) !== now && now !== (typed ?? null)
    }),
  )
  const { total } = change
  return inSections || (total !== undefined && before.total !== current.total && current.total !== total)
}
