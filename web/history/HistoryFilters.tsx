import { type ReactNode, useState } from 'react'
import { useUsers } from '#web/users/queries.ts'
import { DateField } from '#web/ui/form/DateField.tsx'
import { isUnparsedDate } from '#web/ui/entry/use-date-entry.ts'
import { SearchableField } from '#web/ui/form/SearchableField.tsx'
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
      <FilterDay label="From" value={address.from} onChange={from => onChange({ from })} />
      <FilterDay label="To" value={address.to} onChange={to => onChange({ to })} />
      {children}
    </div>
  )
}

type FilterDayProps = {
  label: string
  value: string | undefined
  onChange: (day: string | undefined) => void
}

/** Narrows the list once a day is understood. */
function FilterDay({ label, value, onChange }: FilterDayProps) {
  const [unread, setUnread] = useState<string | null>(null)
  return (
    <DateField
      label={label}
      value={unread ?? value ?? null}
      onChange={day => {
        const isUnread = isUnparsedDate(day)
        setUnread(isUnread ? day : null)
        if (!isUnread && day !== (value ?? null)) onChange(day ?? undefined)
      }}
    />
  )
}
