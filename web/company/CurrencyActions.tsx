import { Button } from '@mantine/core'
import { useState } from 'react'
import { CURRENCY_UNDO_DAYS, type CurrencyChange } from '#contract/company-currency.ts'
import { countText } from '#web/lib/format.ts'
import { askMessage } from '#web/ui/dialog/message-box-store.ts'
import { notify } from '#web/ui/notice/notify.ts'
import { ChangeCurrencyDialog } from './ChangeCurrencyDialog.tsx'
import { changeText } from './currency-words.ts'
import { useCompanyCurrency, useUndoCurrency } from './currency-queries.ts'

/** Below the currency of a company whose jobs have amounts: another one, and the way back from the latest change. */
export function CurrencyActions({ timeZone }: { timeZone: string | null }) {
  const { data: counts } = useCompanyCurrency()
  const [isOpen, setIsOpen] = useState(false)
  const { mutateAsync, isPending } = useUndoCurrency()
  if (!counts) return null
  const undo = async ({ id, from, to }: CurrencyChange) => {
    const isMeant = await askMessage({
      title: 'Undo the change of currency?',
      description: `The currency becomes ${from} again, and charges and totals are put back as they were. What was entered in ${to} since is converted by the same rate.`,
      ok: `Back to ${from}`,
    })
    if (!isMeant) return
    try {
      const { converted } = await mutateAsync(id)
      const since = countText(converted, 'figure', 'figures')
      notify.done(
        converted === 0
          ? `The currency is ${from} again, and every figure is as it was.`
          : `The currency is ${from} again. ${since} entered since ${converted === 1 ? 'was' : 'were'} converted.`,
      )
    } catch (error) {
      notify.failedBecause('The currency could not be put back.', error)
    }
  }
  return (
    <div className="currency-actions">
      {counts.latest && (
        <p>
          {changeText(counts.latest, timeZone)} It can be undone for {CURRENCY_UNDO_DAYS} days.
        </p>
      )}
      <Button variant="default" size="compact-sm" onClick={() => setIsOpen(true)}>
        Change Currency
      </Button>
      {counts.latest && (
        <Button
          variant="subtle"
          size="compact-sm"
          loading={isPending}
          onClick={() => counts.latest && void undo(counts.latest)}
        >
          Undo
        </Button>
      )}
      {isOpen && <ChangeCurrencyDialog counts={counts} onClose={() => setIsOpen(false)} />}
    </div>
  )
}
