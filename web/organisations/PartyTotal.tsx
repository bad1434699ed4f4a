import { TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { PartyFinance } from '#contract/finance.ts'
import { financeQuery, saveFinance } from '#web/finance/queries.ts'
import { useMay } from '#web/lib/membership.ts'
import { isProblem, messageOf } from '#web/lib/problem.ts'
import { createAutosave } from '#web/ui/autosave.ts'
import { useHeldText } from '#web/ui/entry/use-held-text.ts'
import { numberRules, useNumberEntry } from '#web/ui/entry/use-number-entry.ts'
import { SaveStatus } from '#web/ui/SaveStatus.tsx'
import { useAutosave } from '#web/ui/use-autosave.ts'

type Total = Pick<PartyFinance, 'id' | 'version' | 'total' | 'totalIsTyped' | 'currency'>
type Change = Pick<Total, 'total' | 'totalIsTyped'>
type Props = { finance: PartyFinance; jobId: number | undefined }

/** One job's total, saved as it is typed. */
export function PartyTotal({ finance, jobId }: Props) {
  const client = useQueryClient()
  const isReadOnly = !useMay('jobs:write')
  const [autosave] = useState(() =>
    createAutosave<Total, Change>({
      stored: finance,
      send: (change, version) => saveFinance({ id: finance.id, ...change }, version),
      apply: (stored, change) => ({ ...stored, ...change }),
      merge: (earlier, later) => ({ ...earlier, ...later }),
      overlaps: (_change, before, current) => before.total !== current.total,
      standing: async error =>
        isProblem(error, 'changed_meanwhile')
          ? client.fetchQuery({ ...financeQuery(finance.id), staleTime: 0 })
          : null,
      explain: messageOf,
    }),
  )
  useEffect(() => autosave.refresh(finance), [autosave, finance])
  const { record, state } = useAutosave(autosave)
  // Emptied means "no other than the sum", but not before the person has left the field.
  const [isEmptied, setIsEmptied] = useState(false)
  const type = (total: number | null) => {
    setIsEmptied(total === null)
    if (total !== null) autosave.change({ total, totalIsTyped: true })
  }
  const typed = useHeldText({
    place: `${finance.id} total`,
    value: isEmptied ? null : record.total,
    onChange: type,
    undo: () =>
      autosave.change(
        record.totalIsTyped
          ? { total: record.total, totalIsTyped: true }
          : { total: null, totalIsTyped: false },
      ),
  })
  const entry = useNumberEntry(typed.value, typed.onChange, numberRules({ negative: true }))
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
      <SaveStatus state={state} autosave={autosave} />
    </div>
  )
}
