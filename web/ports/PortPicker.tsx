import { useState } from 'react'
import type { Port, PortType } from '#contract/ports.ts'
import { nameOr } from '#web/lib/format.ts'
import { useMay } from '#web/lib/membership.ts'
import type { Column } from '#web/ui/table/columns.ts'
import { SearchPicker } from '#web/ui/dialog/SearchPicker.tsx'
import { NewPortPicker } from './NewPortPicker.tsx'
import { usePortSearch } from './queries.ts'

type Props = { portType: PortType; onClose: () => void; onChosen: (port: Port) => void }

const columns: readonly Column<Port>[] = [
  { id: 'name', header: 'Name', text: row => nameOr(row.name), width: 220 },
  { id: 'code', header: 'Code', text: row => row.code ?? '', width: 90 },
  { id: 'country', header: 'Country', text: row => row.country ?? '', width: 180 },
  { id: 'description', header: 'Description', text: row => row.description ?? '', grow: true },
]

/** Chooses one of a job's ports from the world's, or makes one of the company's own. */
export function PortPicker({ portType, onClose, onChosen }: Props) {
  const [searched, setSearched] = useState('')
  const [newName, setNewName] = useState<string>()
  const mayCreate = useMay('ports:write')
  const found = usePortSearch(searched)
  return (
    <>
      <SearchPicker
        title={`Add ${portType} Port`}
        noun="ports"
        columns={columns}
        rowId={row => row.id}
        searched={searched}
        onSearch={setSearched}
        found={found}
        onChosen={onChosen}
        onCreateNew={mayCreate ? setNewName : undefined}
        onClose={onClose}
      />
      {newName !== undefined && (
        <NewPortPicker name={newName} onClose={() => setNewName(undefined)} onCreated={onChosen} />
      )}
    </>
  )
}
