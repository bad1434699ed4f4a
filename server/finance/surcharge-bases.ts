import type { Finance, FinanceInput } from '#contract/finance.ts'
import { surchargeBasisFields, surchargeLines, defaultBasis } from '#contract/finance-sections.ts'

/**
 * What is said of freight, with a basis for every surcharge that will have a figure: what is said, else what
 * stands, else what is usual for the transport mode. So a basis that stands outlives a client that knows of none.
 */
export function freightWithBases(
  { freightCharge: said }: FinanceInput,
  { freightCharge: existing, transportMode }: Pick<Finance, 'freightCharge' | 'transportMode'>,
): FinanceInput['freightCharge'] {
  if (!said) return said
  const complete = { ...said }
  for (const line of surchargeLines) {
    const field = surchargeBasisFields[line]
    const figure = said[line] === undefined ? existing?.[line] : said[line]
    if (figure == null) continue
    complete[field] = said[field] ?? existing?.[field] ?? defaultBasis(transportMode)
  }
  return complete
}
