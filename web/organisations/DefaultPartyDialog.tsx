import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { DefaultParty } from '#contract/default-parties.ts'
import type { Organisation } from '#contract/organisations.ts'
import { type PartyRole, partyRoleLabels, partyRoles } from '#contract/parties.ts'
import { nameOr } from '#web/lib/format.ts'
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx'
import { ChoiceSelect } from '#web/ui/form/ChoiceSelect.tsx'
import { LookupField } from '#web/ui/form/LookupField.tsx'
import { IconBuilding } from '#web/ui/icons.ts'
import { useSetDefault } from './default-queries.ts'
import { type ChosenParty, chosenParty, partyLookup, rolesQuery } from './queries.ts'

type Props = {
  contact: Organisation
  /** Those that it has. */
  present: readonly DefaultParty[]
  onClose: () => void
}

const choicesOf = (without?: PartyRole) =>
  partyRoles.filter(role => role !== without).map(role => ({ value: role, label: partyRoleLabels[role] }))

/** Who fills which role when the contact has one; the role that it has on its jobs is offered first. */
export function DefaultPartyDialog({ contact, present, onClose }: Props) {
  const { data: roles } = useQuery(rolesQuery(contact.id))
  const [chosenWhen, setWhen] = useState<PartyRole>()
  const [chosenRole, setRole] = useState<PartyRole>()
  const [party, setParty] = useState<ChosenParty | null>(null)
  const { mutateAsync } = useSetDefault(contact.id)
  const whenRole = chosenWhen ?? roles?.[0] ?? 'consignee'
  const role =
    chosenRole && chosenRole !== whenRole
      ? chosenRole
      : whenRole === 'notifyParty'
        ? 'clearingAgent'
        : 'notifyParty'
  const replaced = present.find(one => one.whenRole === whenRole && one.role === role)
  const save = async (hasLeft: () => boolean) => {
    if (!party) throw new Error(`Choose the ${partyRoleLabels[role]}.`)
    await mutateAsync({ whenRole, role, partyId: party.partyId })
    if (!hasLeft()) onClose()
  }
  return (
    <FormDialog
      title="Add Default Party"
      size="sm"
      submit="Add"
      onClose={onClose}
      onSubmit={save}
      isUnsaved={party !== null}
    >
      <div className="default-parties__fields">
        <ChoiceSelect
          label={`When ${nameOr(contact.name)} is the`}
          data-autofocus
          value={whenRole}
          choices={choicesOf()}
          onChange={setWhen}
        />
        <ChoiceSelect
          label="Role to fill"
          value={role}
          choices={choicesOf(whenRole)}
          onChange={setRole}
          description={
            replaced && `${nameOr(replaced.party.name)} is the ${partyRoleLabels[role]} now, and is replaced.`
          }
        />
        <LookupField
          label={partyRoleLabels[role]}
          field="default-party"
          noun="companies"
          value={party && { name: party.name }}
          find={partyLookup(role)}
          onTake={setParty}
          onRemove={() => setParty(null)}
          actions={[
            {
              name: 'Same contact',
              text: `${nameOr(contact.name)} itself`,
              icon: <IconBuilding size={16} aria-hidden />,
              run: () => setParty(chosenParty(contact)),
            },
          ]}
        />
      </div>
    </FormDialog>
  )
}
