import { useState } from 'react'
import { type PartyRole, partyRoleLabels } from '#contract/parties.ts'
import { nameOr } from '#web/lib/format.ts'
import { newId } from '#web/lib/new-id.ts'
import type { ChosenParty } from '#web/organisations/queries.ts'
import { notify } from '#web/ui/notice/notify.ts'
import { type Choice, filledText, wayBackText } from './filled-parties.ts'
import { useJobFormContext } from './job-form.ts'
import { useAssignParty, useTakeBack } from './party-queries.ts'

type Step = {
  party: ChosenParty | null
  before: ChosenParty | null
  linkId: string
  /** The contact’s default parties fill what is empty. */
  withDefaults: boolean
  mayUndo: boolean
}

/** Puts a company into a role at once, one step after another; each can be taken back with what was filled with it. */
export function usePartyChoice(role: PartyRole) {
  const { job, record, inTurn } = useJobFormContext()
  const place = useAssignParty(job.id)
  const back = useTakeBack(job.id)
  /** What is on its way to the server. */
  const [sent, setSent] = useState<{ party: ChosenParty | null }>()
  const label = partyRoleLabels[role]

  const during = async (party: ChosenParty | null, again: () => Promise<void>, act: () => Promise<void>) => {
    setSent({ party })
    try {
      await act()
    } catch (error) {
      notify.failedBecause(`${label} of job ${job.jobId} was not changed.`, error, {
        label: 'Try again',
        of: job.id,
        run: () => void again(),
      })
    }
    setSent(undefined)
  }

  const step = (asked: Step): Promise<void> =>
    during(
      asked.party,
      () => step(asked),
      async () => {
        const { party, before, linkId, withDefaults, mayUndo } = asked
        const { filled } = await inTurn(async () => {
          const placed = await place.mutateAsync({ role, party, linkId, withDefaults })
          record.stepTo(placed.version)
          return placed
        })
        const done = party ? `${label}: ${party.name} added.` : `${label}: ${nameOr(before?.name)} removed.`
        const undo = () =>
          party && filled.length > 0
            ? takeBack({ role, linkId, name: party.name, before, filled }, before)
            : step({ party: before, before: party, linkId: newId(), withDefaults: false, mayUndo: false })
        notify.done(
          done + filledText(filled, party?.name ?? ''),
          mayUndo ? { label: 'Undo', of: job.id, run: () => void undo() } : undefined,
        )
      },
    )

  const takeBack = (choice: Choice, before: ChosenParty | null): Promise<void> =>
    during(
      before,
      () => takeBack(choice, before),
      async () => {
        const done = await inTurn(async () => {
          const taken = await back.mutateAsync(choice)
          record.stepTo(taken.job.version)
          return taken
        })
        notify.done(wayBackText(choice, done))
      },
    )

  return {
    sent,
    /** Fills other roles too, where the contact has default parties for this one. */
    choose: (party: ChosenParty, before: ChosenParty | null) =>
      step({ party, before, linkId: newId(), withDefaults: true, mayUndo: true }),
    put: (party: ChosenParty | null, before: ChosenParty | null) =>
      step({ party, before, linkId: newId(), withDefaults: false, mayUndo: true }),
  }
}
