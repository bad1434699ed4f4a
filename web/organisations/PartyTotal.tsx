import { TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { decimalsOf } from '#contract/currency-decimals.ts'
import type { PartyFinance } from '#contract/finance.ts'
import { payable } from '#contract/finance-totals.ts'
import { financeQuery, MAY_NOT_CHANGE, saveFinance, TOTAL_DRAFT } from '#web/finance/queries.ts'
import { amountText, moneyText } from '#web/lib/format.ts'
import { useDraftIsReady, useDraftKey } from '#web/lib/kept-drafts.ts'
import { useMay } from '#web/lib/membership.ts'
import { isProblem, messageOf } from '#web/lib/problem.ts'
import { createAutosave } from '#web/ui/form/autosave.ts'
import { useHeldCount, useHeldText } from '#web/ui/entry/use-held-text.ts'
import { numberRules, useNumberEntry } from '#web/ui/entry/use-number-entry.ts'
import { keptChange } from '#web/ui/form/kept-change.ts'
import { notifyWhileKept } from '#web/ui/notice/kept-notice.ts'
import { SaveStatus } from '#web/ui/form/SaveStatus.tsx'
import { useAutosave } from '#web/ui/form/use-autosave.ts'

type Total = Pick<PartyFinance, 'id' | 'version' | 'total' | 'totalIsTyped' | 'currency'>
type Change = Pick<Total, 'total' | 'totalIsTyped'>
type Props = { finance: PartyFinance; jobId: number | undefined }

const sameTotal = (one: Change, other: Change) =>
  one.totalIsTyped === other.totalIsTyped && (!one.totalIsTyped || one.total === other.total)

const totalText = ({ totalIsTyped, total }: Change, stored: Total) =>
  `${totalIsTyped ? amountText(total, stored.currency) : 'the sum'} in Total (stored: ${amountText(stored.total, stored.currency) || 'nothing'})`

/** What was typed stays as it is; a sum is shown as papers print it. */
export const shownTotal = (stored: Pick<Total, 'total' | 'totalIsTyped' | 'currency'>) =>
  stored.totalIsTyped ? stored.total : payable(stored)

/** One job's total, saved as it is typed. */
export function PartyTotal({ finance, jobId }: Props) {
  const isReady = useDraftIsReady(TOTAL_DRAFT, finance.id)
  return isReady ? (
    <TotalInput finance={finance} jobId={jobId} />
  ) : (
    moneyText(shownTotal(finance), finance.currency)
  )
}

function TotalInput({ finance, jobId }: Props) {
  const client = useQueryClient()
  const isReadOnly = !useMay('jobs:write')
  const draftKey = useDraftKey(TOTAL_DRAFT)(finance.id)
  const [autosave] = useState(() =>
    createAutosave<Total, Change>({
      stored: finance,
      send: (change, version) => saveFinance({ id: finance.id, ...change }, version),
      apply: (stored, change) => ({ ...stored, ...change }),
      merge: (earlier, later) => ({ ...earlier, ...later }),
      overlaps: (_change, before, current) => before.total !== current.total,
      existing: async error =>
        isProblem(error, 'changed_meanwhile')
          ? client.fetchQuery({ ...financeQuery(finance.id), staleTime: 0 })
          : null,
      explain: messageOf,
      unstored: (change, stored) => (sameTotal(change, stored) ? null : change),
      describe: totalText,
      keep: keptChange(draftKey),
      readOnlyBecause: isReadOnly ? MAY_NOT_CHANGE : undefined,
      onLeftUnsaved: what =>
        notifyWhileKept(
          draftKey,
          `The total of job ${jobId ?? ''} could not be saved: ${what}. This browser keeps it; open the contact’s Finance tab to save it.`,
        ),
    }),
  )
  useEffect(() => autosave.refresh(finance), [autosave, finance])
  const { record, state } = useAutosave(autosave)
  const unread = useHeldCount(finance.id)
  // Emptied means "no other than the sum", but not before the person has left the field.
  const [isEmptied, setIsEmptied] = useState(false)
  const type = (total: number | null) => {
    setIsEmptied(total === null)
    if (total !== null) autosave.change({ total, totalIsTyped: true })
  }
  const typed = useHeldText({
    place: `${finance.id} total`,
    value: isEmptied ? null : shownTotal(record),
    onChange: type,
    undo: () =>
      autosave.change(
        record.totalIsTyped
          ? { total: record.total, totalIsTyped: true }
          : { total: null, totalIsTyped: false },
      ),
  })
  const entry = useNumberEntry(
    typed.value,
    typed.onChange,
    numberRules({ negative: true }),
    decimalsOf(record.currency),
  )
  const settle = () => {
    entry.blur()
    typed.settle()
    if (isEmptied) autosave.change({ total: null, totalIsTyped: false })
    setIsEmptied(false)
    autosave.flush()
  }
  return (
    <div className="party-total" onDoubleClick={event => event.stopPropagation()}>
      <TextInput
        aria-label={`Total of job ${jobId ?? ''}`}
        placeholder="00.0"
        w={130}
        readOnly={isReadOnly}
        {...entry.input}
        ref={entry.ref}
        error={entry.reason}
        onFocus={entry.focus}
        onBlur={settle}
      />
      <span>{record.currency}</span>
      <SaveStatus state={state} autosave={autosave} unread={unread} />
    </div>
  )
}
