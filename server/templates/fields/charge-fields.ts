import type { Finance } from '#contract/finance.ts'
import {
  chargeLines,
  isFreightLineShown,
  sectionsFor,
  surchargeBasisFields,
  surchargeBasisLabels,
  surchargeLines,
  type ChargeSection,
} from '#contract/finance-sections.ts'
import { capital, number, text, type CatalogueField } from './field-group.ts'

const isShown = ({ quoteType }: Finance, section: ChargeSection) => sectionsFor(quoteType).includes(section)

/** "per kg" or "flat", where the surcharge has a figure. */
const basisFields = surchargeLines.map(line =>
  text(capital(surchargeBasisFields[line]), `${chargeLines.freightCharge[line]} is`, (finance: Finance) => {
    const charges = isShown(finance, 'freightCharge') ? finance.freightCharge : null
    const basis = charges?.[surchargeBasisFields[line]]
    const isCharged = isFreightLineShown(line, finance.transportMode) && charges?.[line] != null
    return isCharged && basis ? surchargeBasisLabels[basis] : null
  }),
)

/** Charges that the quote type or the transport mode hides on screen stay off documents too. */
export function chargeFields(section: ChargeSection): CatalogueField<Finance>[] {
  type Charges = NonNullable<Finance[typeof section]> & Record<string, unknown>
  const charges = (finance: Finance) =>
    isShown(finance, section) ? (finance[section] as Charges | null) : null
  const lines = Object.entries(chargeLines[section]).map(([line, label]) =>
    number(capital(line), label, (finance: Finance) => {
      if (section === 'freightCharge' && !isFreightLineShown(line, finance.transportMode)) return null
      return (charges(finance)?.[line] as number | null | undefined) ?? null
    }),
  )
  return [
    ...lines,
    ...(section === 'freightCharge' ? basisFields : []),
    number('Total', 'Total', finance => charges(finance)?.total ?? null),
    text('Currency', 'Currency', finance => {
      const found = charges(finance)
      return found && (found.currency ?? finance.currency)
    }),
    number('ExchangeRate', 'Exchange rate', finance => charges(finance)?.exchangeRate ?? null),
  ]
}
