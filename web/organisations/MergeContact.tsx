import { useState } from 'react'
import type { Organisation } from '#contract/organisations.ts'
import { nameOr } from '#web/lib/format.ts'
import { SearchPicker } from '#web/ui/dialog/SearchPicker.tsx'
import type { Column } from '#web/ui/table/columns.ts'
import { MergeDialog } from './MergeDialog.tsx'
import { useOrganisationSearch } from './queries.ts'

const columns: readonly Column<Organisation>[] = [
  { id: 'name', header: 'Name', text: row => nameOr(row.name), grow: true },
  {
    id: 'city',
    header: 'City',
    text: row => row.organisationContacts[0]?.contact.city ?? '',
    width: 200,
  },
]

type Props = {
  contactId: string
  /** The other one, where it is known already. */
  otherId?: string | undefined
  onClose: () => void
  onMerged: (keptId: string) => void
}

/** Merges a contact with another: which one is asked first. */
export function MergeContact({ contactId, otherId, onClose, onMerged }: Props) {
  const [searched, setSearched] = useState('')
  const [other, setOther] = useState(otherId)
  const found = useOrganisationSearch(searched)
  if (other !== undefined)
    return <MergeDialog ids={[contactId, other]} onClose={onClose} onMerged={onMerged} />
  const { data, error, isFetching, refetch } = found
  return (
    <SearchPicker
      title="Merge with"
      noun="contacts"
      columns={columns}
      rowId={row => row.id}
      searched={searched}
      onSearch={setSearched}
      found={{ data: data?.filter(({ id }) => id !== contactId), error, isFetching, refetch }}
      preselectsOnly
      choose="Next"
      onChosen={({ id }) => setOther(id)}
      onClose={onClose}
    />
  )
}
