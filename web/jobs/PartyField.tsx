import { Link, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useRef, useState } from 'react'
import { linkIn } from '#contract/job-parties.ts'
import { type Party, type PartyRole, partyRoleLabels } from '#contract/parties.ts'
import { nameOr } from '#web/lib/format.ts'
import { useMay } from '#web/lib/membership.ts'
import { type ChosenParty, partyLookup } from '#web/organisations/queries.ts'
import { askMessage } from '#web/ui/dialog/message-box-store.ts'
import { useUntakenText } from '#web/ui/form/once-taken.ts'
import { LookupField, type LookupHandle, LookupText } from '#web/ui/form/LookupField.tsx'
import { IconExternalLink, IconListSearch, IconX } from '#web/ui/icons.ts'
import { useJobFormContext } from './job-form.ts'
import { ComparedWithMaster } from './OfMaster.tsx'
import { useMaster } from './use-master.ts'
import { usePartyChoice } from './use-party-choice.ts'

const PartyPicker = lazy(async () => ({
  default: (await import('#web/organisations/PartyPicker.tsx')).PartyPicker,
}))
const NewPartyPicker = lazy(async () => ({
  default: (await import('#web/organisations/NewPartyPicker.tsx')).NewPartyPicker,
}))

const chosenOf = (party: Party | null | undefined): ChosenParty | null =>
  party ? { id: party.relatedId, partyId: party.id, name: nameOr(party.organisation?.name) } : null

/** One role on the job. Adding and removing acts at once and can be undone; Save has no part in it. */
export function PartyField({ role, disabled }: { role: PartyRole; disabled: boolean }) {
  const { job } = useJobFormContext()
  const { sent, choose, put } = usePartyChoice(role)
  const masterJob = useMaster()
  // The carrier is the master's; the other parties are those of each house.
  const master = role === 'carrier' ? masterJob : undefined
  const ofMaster = chosenOf(master && linkIn(master, role)?.party)
  const navigate = useNavigate()
  const mayCreate = useMay('organisations:write')
  const handle = useRef<LookupHandle>(null)
  const [isChoosing, setIsChoosing] = useState(false)
  /** The name of the company that is being made. */
  const [newName, setNewName] = useState<string>()
  const label = partyRoleLabels[role]
  useUntakenText({ label: `New ${label}`, text: newName ?? '' })
  const link = linkIn(job, role)
  const existing = sent ? sent.party : chosenOf(link?.party)
  const city = sent ? undefined : link?.party?.organisation?.organisationContacts[0]?.contact.city

  // The field may have been left before an answer came: the focus stays where it is.
  const take = (party: ChosenParty) => {
    // The company that plays this part already: nothing changes.
    if (party.id !== existing?.id) void choose(party, existing)
  }
  const takeFromDialog = (party: ChosenParty) => {
    setIsChoosing(false)
    setNewName(undefined)
    handle.current?.focus()
    take(party)
  }
  const remove = async () => {
    const agreed = await askMessage({
      title: `Do you want to remove ${existing?.name}?`,
      description: `This will remove the ${label} from this job.`,
    })
    if (agreed) await put(null, existing)
  }

  if (disabled) {
    return (
      <LookupText label={label} field={role} detail={city}>
        {existing && (
          <Link to="/webapp/contact" search={{ id: existing.id }}>
            {existing.name}
          </Link>
        )}
      </LookupText>
    )
  }
  const ofExisting = existing && [
    {
      name: `Open ${label}`,
      text: `Open ${existing.name}`,
      icon: <IconExternalLink size={16} aria-hidden />,
      run: () => void navigate({ to: '/webapp/contact', search: { id: existing.id } }),
    },
  ]
  return (
    <div>
      <LookupField
        ref={handle}
        label={label}
        field={role}
        noun="companies"
        value={existing && { name: existing.name, detail: city }}
        find={partyLookup(role)}
        onTake={take}
        onCreate={mayCreate ? setNewName : undefined}
        onRemove={() => void remove()}
        actions={[
          ...(ofExisting ?? []),
          {
            name: `Add ${label}`,
            text: 'Search in a table …',
            icon: <IconListSearch size={16} aria-hidden />,
            run: () => setIsChoosing(true),
          },
          ...(existing
            ? [
                {
                  name: `Remove ${label}`,
                  text: `Remove ${existing.name} …`,
                  icon: <IconX size={16} aria-hidden />,
                  run: () => void remove(),
                },
              ]
            : []),
        ]}
        sheet={
          newName !== undefined && (
            <Suspense>
              <NewPartyPicker
                name={newName}
                onChosen={takeFromDialog}
                onClose={() => {
                  setNewName(undefined)
                  handle.current?.focus()
                }}
              />
            </Suspense>
          )
        }
      >
        {isChoosing && (
          <Suspense>
            <PartyPicker role={role} onClose={() => setIsChoosing(false)} onChosen={takeFromDialog} />
          </Suspense>
        )}
      </LookupField>
      {master && (
        <ComparedWithMaster
          own={existing?.partyId ?? null}
          master={ofMaster?.partyId ?? null}
          masterNumber={master.jobId}
          isKept={job.differs.includes('shipmentCarriers')}
          text={() => ofMaster?.name ?? ''}
          onTake={() => void put(ofMaster, existing)}
        />
      )}
    </div>
  )
}
