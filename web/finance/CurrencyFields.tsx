import type { Finance } from '#contract/finance.ts'
import type { ChargeSection } from '#contract/finance-sections.ts'
import { currencies } from '#web/ui/currencies.ts'
import { NumberField } from '#web/ui/fields.tsx'
import { SearchableField } from '#web/ui/SearchableField.tsx'
import type { SectionChange } from './charges.ts'

type Props = {
  section: ChargeSection
  finance: Finance
  isReadOnly: boolean
  onChange: (change: SectionChange) => void
  onBlur: () => void
}

const RATE_DECIMALS = 8
/** A section's currency, and where it is not the account's own, what one unit of it is worth. */
export function CurrencyFields({ section, finance, isReadOnly, onChange, onBlur }: Props) {
  const charges = finance[section]
  const currency = charges?.currency ?? finance.currency
  const isForeign = currency !== finance.currency
  return (
    <>
      <SearchableField
        label="Currency"
        options={currencies}
        value={currency}
        readOnly={isReadOnly}
        onChange={code => {
          const isOwn = code === null || code === finance.currency
          onChange(isOwn ? { currency: null, exchangeRate: null } : { currency: code })
        }}
        onBlur={onBlur}
      />
      {isForeign && (
        <NumberField
          label={`Exchange rate: 1 ${currency} in ${finance.currency}`}
          value={charges?.exchangeRate ?? null}
          onChange={exchangeRate => {
            // Half a rate ("0.") is none yet.
            if (exchangeRate === null || exchangeRate > 0) onChange({ exchangeRate })
          }}
          onBlur={onBlur}
          placeholder="00.0"
          readOnly={isReadOnly}
          decimals={RATE_DECIMALS}
          error={
            charges?.exchangeRate ? undefined : `Counted as 1 ${finance.currency} until a rate is entered.`
          }
        />
      )}
    </>
  )
}
