import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { type Party, type PartyRole, partyRoleLabels } from '#contract/parties.ts'
import { nameOr } from '#web/lib/format.ts'
import { askMessage } from '#web/ui/dialog/message-box-store.ts'
import { notify } from '#web/ui/notice/notify.ts'
import { useJobFormContext } from './job-form.ts'
import { LinkField } from './LinkField.tsx'
import { partyLink, partyOf, useAssignParty } from './party-queries.ts'

const PartyPicker = lazy(async () => ({
  default: (await import('#web/organisations/PartyPicker.tsx')).PartyPicker,
}))

const nameOf = (party: Party | null | undefined) => nameOr(party?.organisation?.name)

/** One role on the job. Adding and removing acts at once and can be undone; Save has no part in it. */
export function PartyField({ role, disabled }: { role: PartyRole; disabled: boolean }) {
  const { job, record } = useJobFormContext()
  const place = useAssignParty(job.id)
  const [isChoosing, setIsChoosing] = useState(false)
  const label = partyRoleLabels[role]
  const existing = partyLink(job, role)?.party ?? null

  const put = async (party: Party | null, before: Party | null, mayUndo: boolean) => {
    try {
      const { version } = await place.mutateAsync({ role, party })
      record.stepTo(version)
      const done = party ? `${label}: ${nameOf(party)} added.` : `${label}: ${nameOf(before)} removed.`
      notify.done(
        done,
        mayUndo ? { label: 'Undo', of: job.id, run: () => void put(before, party, false) } : undefined,
      )
    } catch (error) {
      notify.failedBecause(`${label} of job ${job.jobId} was not changed.`, error, {
        label: 'Try again',
        of: job.id,
        run: () => void put(party, before, mayUndo),
      })
    }
  }

  const remove = async () => {
    const agreed = await askMessage({
      title: `Do you want to remove ${nameOf(existing)}?`,
      description: `This will remove the ${label} from this job.`,
    })
    if (agreed) await put(null, existing, true)
  }

  const name = existing && (
    <Link
      to="/webapp/contact"
      search={{ id: existing.relatedId }}
      className="link-field__value"
      title={nameOf(existing)}
    >
      {nameOf(existing)}
    </Link>
  )

  return (
    <LinkField
      label={label}
      field={role}
      value={name}
      disabled={disabled}
      isWorking={place.isPending}
      onAdd={() => setIsChoosing(true)}
      onRemove={() => void remove()}
    >
      {isChoosing && (
        <Suspense>
          <PartyPicker
            role={role}
            onClose={() => setIsChoosing(false)}
            onChosen={organisation => {
              setIsChoosing(false)
              // The company that plays this part already: nothing changes.
              if (organisation.id !== existing?.relatedId) void put(partyOf(organisation), existing, true)
            }}
          />
        </Suspense>
      )}
    </LinkField>
  )
}
