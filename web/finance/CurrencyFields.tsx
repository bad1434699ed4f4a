import type { Finance } from '#contract/finance.ts'
import type { ChargeSection } from '#contract/finance-sections.ts'
import { useLastUsed } from '#web/lib/last-used.ts'
import { currencies } from '#web/ui/form/currencies.ts'
import { useHeldText } from '#web/ui/entry/use-held-text.ts'
import { NumberField } from '#web/ui/form/fields.tsx'
import { SearchableField } from '#web/ui/form/SearchableField.tsx'
import type { SectionChange } from './charges.ts'

type Props = {
  section: ChargeSection
  finance: Finance
  isReadOnly: boolean
  onChange: (change: SectionChange) => void
  onBlur: () => void
}

const RATE_DECIMALS = 8
const MAX_RATE = 99_999_999

/** A section's currency, and where it is not the account's own, what one unit of it is worth. */
export function CurrencyFields({ section, finance, isReadOnly, onChange, onBlur }: Props) {
  const lastUsed = useLastUsed('currencies')
  const charges = finance[section]
  const currency = charges?.currency ?? finance.currency
  const isForeign = currency !== finance.currency
  const exchangeRate = charges?.exchangeRate ?? null
  const rate = useHeldText({
    place: `${finance.id} ${section}.exchangeRate`,
    value: exchangeRate,
    onChange: next => onChange({ exchangeRate: next }),
    undo: () => onChange({ exchangeRate }),
  })
  return (
    <>
      <SearchableField
        label="Currency"
        options={currencies}
        {...lastUsed}
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
          value={rate.value}
          onChange={rate.onChange}
          onBlur={() => {
            rate.settle()
            onBlur()
          }}
          readOnly={isReadOnly}
          decimals={RATE_DECIMALS}
          limit={MAX_RATE}
          positive
          description={
            charges?.exchangeRate ? undefined : 'No exchange rate yet: converted 1:1 until one is entered'
          }
          isWarned={!charges?.exchangeRate}
        />
      )}
    </>
  )
}
