import { quoteTypes, transportModes } from '#contract/choices.ts'
import type { Finance } from '#contract/finance.ts'
import { chargeSections, type ChargeSection } from '#contract/finance-sections.ts'
import { sumOfSections, withSums } from '#contract/finance-totals.ts'
import { amount } from '#contract/values.ts'

type StoredCharges<Section extends ChargeSection> = Omit<NonNullable<Finance[Section]>, 'totalIsTyped'>

/** A finance as it is stored: totals are there only where somebody typed them. */
export type StoredFinance = Omit<Finance, ChargeSection | 'totalIsTyped'> & {
  [Section in ChargeSection]: StoredCharges<Section> | null
}

/** Puts the sums where no total was typed. */
export function withTotals(stored: StoredFinance): Finance {
  const sections = Object.fromEntries(
    chargeSections.map(section => {
      const charges = stored[section]
      return [section, charges && { ...charges, totalIsTyped: charges.total !== null }]
    }),
  ) as Pick<Finance, ChargeSection>
  return withSums({ ...stored, ...sections, totalIsTyped: stored.total !== null })
}

const everyMode = [null, ...transportModes.map(({ value }) => value)]

/**
 * The path of a total that is beyond what an amount can be, whichever quote type and transport mode the job
 * gets; null where there is none.
 */
export function totalBeyondRange(finance: Finance): string | null {
  for (const transportMode of everyMode) {
    const summed = withSums({ ...finance, transportMode })
    const section = chargeSections.find(one => !isAmount(summed[one]?.total ?? null))
    if (section) return `${section}.total`
    const sums = quoteTypes.map(({ value }) => sumOfSections({ ...summed, quoteType: value }))
    if (!sums.every(isAmount)) return 'total'
  }
  return null
}

const isAmount = (total: number | null) => amount.safeParse(total).success

/**
 * The total to store after a save: null for "the sum". Without `isTyped`, a total counts as typed when it
 * differs from the one that stood, so that a client may send back a whole record as it read it.
 */
export function typedTotal(
  said: { total?: number | null | undefined; totalIsTyped?: boolean | undefined },
  stands: { total: number | null; totalIsTyped: boolean },
): number | null | undefined {
  if (said.totalIsTyped === false || said.total === null) return null
  if (said.total === undefined) return said.totalIsTyped ? stands.total : undefined
  if (said.totalIsTyped || said.total !== stands.total) return said.total
  return undefined
}
