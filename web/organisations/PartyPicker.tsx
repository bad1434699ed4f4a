import { useState } from 'react'
import type { Organisation } from '#contract/organisations.ts'
import { partyRoleLabels, type PartyRole } from '#contract/parties.ts'
import { nameOr } from '#web/lib/format.ts'
import { useMay } from '#web/lib/membership.ts'
import type { Column } from '#web/ui/table/columns.ts'
import { SearchPicker } from '#web/ui/dialog/SearchPicker.tsx'
import { OrganisationDialog } from './OrganisationPicker.tsx'
import { type ChosenParty, chosenParty, useOrganisationSearch } from './queries.ts'

type Props = {
  role: PartyRole
  onClose: () => void
  onChosen: (party: ChosenParty) => void
}

const columns: readonly Column<Organisation>[] = [
  { id: 'name', header: 'Name', text: row => nameOr(row.name), width: 300 },
  { id: 'description', header: 'Description', text: row => row.description ?? '', grow: true },
]

/** Chooses the company that plays a part on a job, or makes it. */
export function PartyPicker({ role, onClose, onChosen }: Props) {
  const [searched, setSearched] = useState('')
  const [newName, setNewName] = useState<string>()
  const mayCreate = useMay('organisations:write')
  const found = useOrganisationSearch(searched)
  return (
    <>
      <SearchPicker
        title={`Add ${partyRoleLabels[role]}`}
        noun="companies"
        columns={columns}
        rowId={row => row.id}
        searched={searched}
        onSearch={setSearched}
        found={found}
        onChosen={organisation => onChosen(chosenParty(organisation))}
        onCreateNew={mayCreate ? setNewName : undefined}
        onClose={onClose}
      />
      {newName !== undefined && (
        <OrganisationDialog name={newName} onClose={() => setNewName(undefined)} onCreated={onChosen} />
      )}
    </>
  )
}
