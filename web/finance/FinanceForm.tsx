import type { Cargo } from '#contract/chargeable-weight.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Finance, FinanceInput } from '#contract/finance.ts'
import { sectionsFor } from '#contract/finance-sections.ts'
import { useMay } from '#web/lib/membership.ts'
import { isProblem } from '#web/lib/problem.ts'
import { createAutosave } from '#web/ui/form/autosave.ts'
import { BottomBar } from '#web/ui/page/BottomBar.tsx'
import { changesText } from '#web/ui/record-form/changes-text.ts'
import { useHeldCount } from '#web/ui/entry/use-held-text.ts'
import { SaveStatus } from '#web/ui/form/SaveStatus.tsx'
import { useAutosave } from '#web/ui/form/use-autosave.ts'
import { ChargeSectionFields } from './ChargeSectionFields.tsx'
import { isContested, lineLabel, mergedChange, sectionChange, withChange } from './charges.ts'
import { FinanceTotal } from './FinanceTotal.tsx'
import { KeptCharges } from './KeptCharges.tsx'
import { financeQuery, saveFinance } from './queries.ts'
import { useKeptCharges } from './use-kept-charges.ts'
import './finance.css'

const UNSAVED = { said: 'These charges were not saved', save: 'Save them' }

/** The charges, saved as they are typed. */
export function FinanceForm({ finance, cargo }: { finance: Finance; cargo: Cargo }) {
  const isReadOnly = !useMay('jobs:write')
  const client = useQueryClient()
  const kept = useKeptCharges(finance)
  const [autosave] = useState(() =>
    createAutosave<Finance, FinanceInput>({
      stored: finance,
      send: async (change, version) => {
        const stored = await saveFinance(change, version)
        client.setQueryData(financeQuery(stored.id).queryKey, stored)
        return stored
      },
      apply: withChange,
      merge: mergedChange,
      overlaps: isContested,
      existing: async error =>
        isProblem(error, 'changed_meanwhile')
          ? client.fetchQuery({ ...financeQuery(finance.id), staleTime: 0 })
          : null,
      explain: error => changesText(error, lineLabel),
      ...kept,
    }),
  )
  useEffect(() => autosave.refresh(finance), [autosave, finance])
  const { record, state } = useAutosave(autosave)
  const unread = useHeldCount(finance.id)

  return (
    <div className="finance">
      {sectionsFor(record.quoteType).map(section => (
        <ChargeSectionFields
          key={section}
          section={section}
          finance={record}
          cargo={cargo}
          isReadOnly={isReadOnly}
          onChange={change => autosave.change(sectionChange(record, section, change))}
          onBlur={autosave.flush}
        />
      ))}
      <KeptCharges
        finance={record}
        cargo={cargo}
        isReadOnly={isReadOnly}
        onChange={(section, change) => autosave.change(sectionChange(record, section, change))}
        onBlur={autosave.flush}
      />
      <FinanceTotal
        finance={record}
        cargo={cargo}
        isReadOnly={isReadOnly}
        onChange={change => autosave.change({ id: record.id, ...change })}
        onBlur={autosave.flush}
      />
      <BottomBar
        status={
          <SaveStatus
            state={state}
            autosave={autosave}
            unsaved={UNSAVED}
            unread={unread}
            idle={isReadOnly ? '' : 'Charges are saved as you type.'}
          />
        }
      />
    </div>
  )
}
