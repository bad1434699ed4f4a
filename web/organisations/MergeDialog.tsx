import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import {
  type ComparedContact,
  MERGE_UNDO_DAYS,
  type MergeField,
  mergeFields,
  mergeLabels,
  mergedValue,
  valueToMerge,
} from '#contract/contact-merges.ts'
import { countText, nameOr } from '#web/lib/format.ts'
import { newId } from '#web/lib/new-id.ts'
import { isProblem } from '#web/lib/problem.ts'
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx'
import { notify } from '#web/ui/notice/notify.ts'
import { FailedState, FormSkeleton } from '#web/ui/page/states.tsx'
import { comparedQuery, useMerge } from './merge-queries.ts'
import { movedText, useMergeUndo } from './merge-undo.ts'
import { useCountries } from './queries.ts'
import './merge.css'

type Props = {
  ids: readonly [string, string]
  onClose: () => void
  /** With the id of the contact that was kept. */
  onMerged: (keptId: string) => void
}

type Pair = readonly [ComparedContact, ComparedContact]

/** Two contacts side by side, field by field: which one is kept, and what it takes from the other. */
export function MergeDialog({ ids, onClose, onMerged }: Props) {
  const { data, error, refetch } = useQuery(comparedQuery(ids))
  const client = useQueryClient()
  const [mergeId] = useState(newId)
  const [keptId, setKeptId] = useState<string>()
  /** Of whom a field is, where somebody has said so. */
  const [chosen, setChosen] = useState<Partial<Record<MergeField, string>>>({})
  const { mutateAsync } = useMerge()
  const { undo } = useMergeUndo()
  const pair = data && pairOf(data)
  const kept = pair?.find(({ organisation }) => organisation.id === keptId) ?? (pair && moreUsed(pair))
  const merged = pair?.find(one => one !== kept)

  const moves = kept && merged && movedText(merged.jobs, peopleOf(merged, kept))

  const submit = async (hasLeft: () => boolean) => {
    if (!kept || !merged) return
    const [keeps, goes] = [kept.organisation, merged.organisation]
    try {
      const { merge } = await mutateAsync({
        id: mergeId,
        keptId: keeps.id,
        mergedId: goes.id,
        keptVersion: keeps.version,
        mergedVersion: goes.version,
        take: mergeFields.filter(field => chosen[field] === goes.id),
      })
      const moved = movedText(merge.jobs, merge.people)
      notify.done(
        `${nameOr(goes.name)} was merged into ${nameOr(keeps.name)}${moved && `: ${moved} moved`}.`,
        { label: 'Undo', run: () => void undo(merge) },
      )
    } catch (failure) {
      // What stands now is shown, and chosen from again.
      if (isProblem(failure, 'changed_meanwhile'))
        await client.invalidateQueries({ queryKey: comparedQuery(ids).queryKey })
      throw failure
    }
    if (!hasLeft()) onMerged(keeps.id)
  }
  return (
    <FormDialog
      title="Merge Contacts"
      size="lg"
      onClose={onClose}
      onSubmit={hasLeft => submit(hasLeft)}
      isUnsaved={Object.keys(chosen).length > 0}
      submit="Merge"
      isDisabled={!kept}
    >
      {error && !data && (
        <FailedState title="The contacts could not be loaded." error={error} onRetry={() => void refetch()} />
      )}
      {!data && !error && <FormSkeleton fields={8} />}
      {pair && kept && merged && (
        <>
          <Compared
            pair={pair}
            kept={kept}
            chosen={chosen}
            onKeep={setKeptId}
            onChoose={(field, id) => setChosen({ ...chosen, [field]: id })}
          />
          <p className="merge__moves">
            {moves &&
              `What moves to ${nameOr(kept.organisation.name)}: ${moves} of ${nameOr(merged.organisation.name)}. `}
            {nameOr(merged.organisation.name)} is no longer listed; links to it lead to{' '}
            {nameOr(kept.organisation.name)}. This can be undone for {MERGE_UNDO_DAYS} days.
          </p>
        </>
      )}
    </FormDialog>
  )
}

const pairOf = ([one, other]: readonly ComparedContact[]): Pair | undefined =>
  one && other ? [one, other] : undefined

const moreUsed = ([one, other]: Pair) => (other.jobs > one.jobs ? other : one)

const peopleOf = (merged: ComparedContact, kept: ComparedContact) => {
  const all = merged.organisation.organisationContacts.length
  return kept.organisation.organisationContacts.length === 0 ? all : Math.max(0, all - 1)
}

type ComparedProps = {
  pair: Pair
  kept: ComparedContact
  chosen: Partial<Record<MergeField, string>>
  onKeep: (id: string) => void
  onChoose: (field: MergeField, id: string) => void
}

function Compared({ pair, kept, chosen, onKeep, onChoose }: ComparedProps) {
  const { data: countries = [] } = useCountries()
  const first = useRef<HTMLInputElement>(null)
  // The dialog has opened before this was loaded.
  useEffect(() => first.current?.focus(), [])
  const textOf = (field: MergeField, value: string | null) =>
    (field === 'contact.countryId' && countries.find(({ id }) => id === value)?.name) || (value ?? '')
  const [one, other] = [pair[0].organisation, pair[1].organisation]
  const shown = mergeFields.filter(field => valueToMerge(one, field) || valueToMerge(other, field))
  return (
    <div className="merge">
      <div className="merge__row" role="radiogroup" aria-label="Contact to keep">
        <span className="merge__label">Keep</span>
        {pair.map(contact => (
          <label key={contact.organisation.id} className="merge__choice">
            <input
              type="radio"
              name="kept contact"
              ref={contact === kept ? first : undefined}
              checked={contact === kept}
              onChange={() => onKeep(contact.organisation.id)}
            />
            <span>
              <strong>{nameOr(contact.organisation.name)}</strong>
              <span className="merge__count">
                {countText(contact.jobs, 'job')}
                {contact.openJobs > 0 && `, ${contact.openJobs} open`}
              </span>
            </span>
          </label>
        ))}
      </div>
      {shown.map(field => {
        const values = pair.map(({ organisation }) => valueToMerge(organisation, field))
        const isContested = values[0] !== values[1] && values.every(value => value !== null)
        const of = chosen[field] ?? kept.organisation.id
        const stands = mergedValue(one, other, field, of === other.id)
        return isContested ? (
          <div key={field} className="merge__row" role="radiogroup" aria-label={mergeLabels[field]}>
            <span className="merge__label">{mergeLabels[field]}</span>
            {pair.map(({ organisation: { id } }, index) => (
              <label key={id} className="merge__choice">
                <input
                  type="radio"
                  name={`merged ${field}`}
                  checked={of === id}
                  onChange={() => onChoose(field, id)}
                />
                <span>{textOf(field, values[index] ?? null)}</span>
              </label>
            ))}
          </div>
        ) : (
          <div key={field} className="merge__row merge__row--same">
            <span className="merge__label">{mergeLabels[field]}</span>
            <span className="merge__value">{textOf(field, stands)}</span>
          </div>
        )
      })}
    </div>
  )
}
