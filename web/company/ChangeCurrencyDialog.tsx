import { useState } from 'react'
import type { CompanyCurrency } from '#contract/company-currency.ts'
import { isProblem, messageOf } from '#web/lib/problem.ts'
import { countText } from '#web/lib/format.ts'
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx'
import type { Figure } from '#web/ui/entry/use-number-entry.ts'
import { currencies } from '#web/ui/form/currencies.ts'
import { NumberField } from '#web/ui/form/fields.tsx'
import { SearchableField } from '#web/ui/form/SearchableField.tsx'
import { notify } from '#web/ui/notice/notify.ts'
import { outlook, RATE_DECIMALS } from './currency-words.ts'
import { useChangeCurrency } from './currency-queries.ts'

const MAX_RATE = 99_999_999

/** The figures beside it are asked for anew by then. */
const explain = (error: unknown) =>
  isProblem(error, 'changed_meanwhile')
    ? 'The currency was changed by somebody else meanwhile. Check the rate: it is from the currency that stands now.'
    : `The currency could not be changed. ${messageOf(error)}`

/** Asks for the new currency and what one unit of the present one is worth in it. */
export function ChangeCurrencyDialog({ counts, onClose }: { counts: CompanyCurrency; onClose: () => void }) {
  const { currency: from, jobs } = counts
  const [to, setTo] = useState<string | null>(null)
  const [rate, setRate] = useState<Figure>(null)
  const { mutateAsync } = useChangeCurrency()
  // What is typed and is no figure stands in the field as a text, with the reason below it.
  const isComplete = to !== null && typeof rate === 'number' && rate > 0
  const lines = isComplete ? outlook(counts, to, rate) : []
  const change = async (hasLeft: () => boolean) => {
    if (!isComplete) return
    await mutateAsync({ from, currency: to, rate })
    notify.done(`The currency is ${to} now.`)
    if (!hasLeft()) onClose()
  }
  return (
    <FormDialog
      title="Change Currency"
      size="md"
      submit={to === null ? 'Change' : `Change to ${to}`}
      onClose={onClose}
      onSubmit={change}
      isUnsaved={to !== null || rate !== null}
      isDisabled={!isComplete}
      explain={explain}
    >
      <SearchableField
        label="New currency"
        autoFocus
        options={currencies.filter(({ value }) => value !== from)}
        value={to}
        onChange={setTo}
      />
      <NumberField
        label={`Exchange rate: 1 ${from} in ${to ?? 'the new currency'}`}
        value={rate}
        onChange={setRate}
        decimals={RATE_DECIMALS}
        limit={MAX_RATE}
        positive
      />
      <div className="currency-outlook" aria-live="polite">
        {isComplete ? (
          <>
            <p>{countText(jobs, 'job has', 'jobs have')} amounts:</p>
            <ul>
              {lines.map(line => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </>
        ) : (
          <p>
            {countText(jobs, 'job has', 'jobs have')} amounts. Charges stay as they were entered; totals are
            shown in the new currency.
          </p>
        )}
        <p>Documents and e-mails that are made already stay as they are.</p>
      </div>
    </FormDialog>
  )
}
