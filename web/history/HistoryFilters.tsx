import type { ReactNode } from 'react'
import { useUsers } from '#web/users/queries.ts'
import { DateField } from '#web/ui/DateField.tsx'
import { SearchableField } from '#web/ui/SearchableField.tsx'
import type { HistoryAddress } from './history-address.ts'

type Props = {
  address: HistoryAddress
  onChange: (next: HistoryAddress) => void
  /** What else narrows the list. */
  children?: ReactNode
}

/** By person and by date; both days count whole, in the reader's own zone. */
export function HistoryFilters({ address, onChange, children }: Props) {
  const { data: users = [] } = useUsers()
  return (
    <div className="history-filters" role="search" aria-label="Filter">
      <SearchableField
        label="Person"
        placeholder="Everybody"
        options={users.map(user => ({ value: user.id, label: user.displayName }))}
        value={address.by ?? null}
        onChange={by => onChange({ by: by ?? undefined })}
      />
      <DateField
        label="From"
        value={address.from ?? null}
        onChange={from => onChange({ from: from ?? undefined })}
      />
      <DateField label="To" value={address.to ?? null} onChange={to => onChange({ to: to ?? undefined })} />
      {children}
    </div>
  )
}
