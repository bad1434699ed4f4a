import { Button } from '@mantine/core'
import { useState } from 'react'
import type { Organisation } from '#contract/organisations.ts'
import type { Port } from '#contract/ports.ts'
import { nameOr } from '#web/lib/format.ts'
import { useOrganisationSearch } from '#web/organisations/queries.ts'
import { usePortSearch } from '#web/ports/queries.ts'
import type { Column } from '#web/ui/table/columns.ts'
import { useUsers } from '#web/users/queries.ts'
import { ChoiceSelect } from '#web/ui/form/ChoiceSelect.tsx'
import { DateField } from '#web/ui/form/DateField.tsx'
import { CancelButton } from '#web/ui/dialog/Dialog.tsx'
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx'
import { SearchPicker } from '#web/ui/dialog/SearchPicker.tsx'
import {
  type ChoiceFilter,
  choiceFilterNames,
  choiceFilters,
  type DayFilter,
  type JobFilters,
} from './dashboard-search.ts'
import { changed, type FilterChange, type FilterNames } from './filter-words.ts'

type JobFilterDialogProps = {
  filters: JobFilters
  names: FilterNames
  onShow: (filters: JobFilters, names: FilterNames) => void
  onClose: () => void
}

const days: readonly { name: DayFilter; label: string }[] = [
  { name: 'etdFrom', label: 'ETD from' },
  { name: 'etdTo', label: 'ETD to' },
  { name: 'etaFrom', label: 'ETA from' },
  { name: 'etaTo', label: 'ETA to' },
]

const differ = (one: JobFilters, other: JobFilters) =>
  Object.keys({ ...one, ...other }).some(
    name => one[name as keyof JobFilters] !== other[name as keyof JobFilters],
  )

export function JobFilterDialog({ filters, names, onShow, onClose }: JobFilterDialogProps) {
  const [chosen, setChosen] = useState(filters)
  const [named, setNamed] = useState(names)
  const [picking, setPicking] = useState<'party' | 'port'>()
  const change = (what: FilterChange) => setChosen(before => changed(before, what))
  const pick = (filter: 'party' | 'port', id: string, name: string) => {
    setNamed(before => ({ ...before, [id]: name }))
    change({ [filter]: id })
    setPicking(undefined)
  }

  return (
    <FormDialog
      title="Filters"
      size="lg"
      onClose={onClose}
      onSubmit={() => onShow(chosen, named)}
      isUnsaved={differ(chosen, filters)}
      submit="Show jobs"
      otherButtons={
        <>
          <Button
            variant="subtle"
            className="job-filter-dialog__clear"
            onClick={() => setChosen(before => (before.search ? { search: before.search } : {}))}
          >
            Clear all
          </Button>
          <CancelButton />
        </>
      }
    >
      <div className="job-filter-dialog__choices">
        {choiceFilterNames.map(name => (
          <Choices
            key={name}
            name={name}
            value={chosen[name] ?? ''}
            onChange={value => change({ [name]: value })}
          />
        ))}
      </div>
      <div className="job-filter-dialog__records">
        <Picked
          label="Party"
          hint="Any contact in any role"
          name={chosen.party && (named[chosen.party] ?? 'The chosen contact')}
          onChoose={() => setPicking('party')}
          onClear={() => change({ party: undefined })}
        />
        <Picked
          label="Port"
          hint="Any port of loading, via, discharge or destination"
          name={chosen.port && (named[chosen.port] ?? 'The chosen port')}
          onChoose={() => setPicking('port')}
          onClear={() => change({ port: undefined })}
        />
      </div>
      <OwnerChoice owner={chosen.owner ?? ''} names={named} onChange={owner => change({ owner })} />
      <div className="job-filter-dialog__days">
        {days.map(({ name, label }) => (
          <DateField
            key={name}
            label={label}
            value={chosen[name] ?? null}
            onChange={value => change({ [name]: value ?? undefined })}
          />
        ))}
      </div>
      {picking === 'party' && (
        <PartyFilterPicker
          onClose={() => setPicking(undefined)}
          onChosen={(id, name) => pick('party', id, name)}
        />
      )}
      {picking === 'port' && (
        <PortFilterPicker
          onClose={() => setPicking(undefined)}
          onChosen={(id, name) => pick('port', id, name)}
        />
      )}
    </FormDialog>
  )
}

type OwnerChoiceProps = { owner: string; names: FilterNames; onChange: (owner: string | undefined) => void }

function OwnerChoice({ owner, names, onChange }: OwnerChoiceProps) {
  const people = (useUsers().data ?? []).filter(({ active, signIn }) => active && signIn === 'ready')
  const choices = [
    { value: '', label: 'Anybody' },
    { value: 'me', label: 'Me' },
    { value: 'none', label: 'Nobody' },
    ...people.map(({ id, displayName }) => ({ value: id, label: displayName })),
  ]
  // Somebody who has left is named by their jobs.
  if (choices.every(({ value }) => value !== owner))
    choices.push({ value: owner, label: names[owner] ?? 'The chosen person' })
  return (
    <ChoiceSelect
      label="Owner"
      value={owner}
      choices={choices}
      onChange={value => onChange(value || undefined)}
    />
  )
}

type ChoicesProps = { name: ChoiceFilter; value: string; onChange: (value: string | undefined) => void }

function Choices({ name, value, onChange }: ChoicesProps) {
  const { label, choices } = choiceFilters[name]
  const wanted = value.split(',').filter(Boolean)
  const toggle = (one: string, isOn: boolean) => {
    const next = choices
      .map(choice => String(choice.value))
      .filter(each => (each === one ? isOn : wanted.includes(each)))
    onChange(next.join(',') || undefined)
  }
  return (
    <fieldset className="job-filter-dialog__choice">
      <legend>{label}</legend>
      {choices.map(choice => (
        <label key={choice.value} className="menu-panel__one">
          <input
            type="checkbox"
            checked={wanted.includes(String(choice.value))}
            onChange={event => toggle(String(choice.value), event.currentTarget.checked)}
          />
          {choice.label}
        </label>
      ))}
    </fieldset>
  )
}

type PickedProps = {
  label: string
  hint: string
  name: string | undefined
  onChoose: () => void
  onClear: () => void
}

function Picked({ label, hint, name, onChoose, onClear }: PickedProps) {
  return (
    <div className="job-filter-dialog__record">
      <span className="job-filter-dialog__label">{label}</span>
      <span className="job-filter-dialog__name">{name ?? hint}</span>
      <Button
        variant="default"
        size="compact-sm"
        aria-label={`Choose a ${label.toLowerCase()}`}
        onClick={onChoose}
      >
        Choose
      </Button>
      {name !== undefined && (
        <Button
          variant="subtle"
          size="compact-sm"
          aria-label={`Any ${label.toLowerCase()}`}
          onClick={onClear}
        >
          Any
        </Button>
      )}
    </div>
  )
}

type FilterPickerProps = { onClose: () => void; onChosen: (id: string, name: string) => void }

const companyColumns: readonly Column<Organisation>[] = [
  { id: 'name', header: 'Name', text: row => nameOr(row.name), width: 300 },
  { id: 'description', header: 'Description', text: row => row.description ?? '', grow: true },
]

function PartyFilterPicker({ onClose, onChosen }: FilterPickerProps) {
  const [searched, setSearched] = useState('')
  const found = useOrganisationSearch(searched)
  return (
    <SearchPicker
      title="Jobs with this party"
      choose="Choose"
      noun="companies"
      columns={companyColumns}
      rowId={row => row.id}
      searched={searched}
      onSearch={setSearched}
      found={found}
      onChosen={row => onChosen(row.parties[0]?.id ?? row.id, nameOr(row.name))}
      onClose={onClose}
    />
  )
}

const portColumns: readonly Column<Port>[] = [
  { id: 'name', header: 'Name', text: row => nameOr(row.name), width: 220 },
  { id: 'code', header: 'Code', text: row => row.code ?? '', width: 90 },
  { id: 'country', header: 'Country', text: row => row.country ?? '', grow: true },
]

function PortFilterPicker({ onClose, onChosen }: FilterPickerProps) {
  const [searched, setSearched] = useState('')
  const found = usePortSearch(searched)
  return (
    <SearchPicker
      title="Jobs with this port"
      choose="Choose"
      noun="ports"
      columns={portColumns}
      rowId={row => row.id}
      searched={searched}
      onSearch={setSearched}
      found={found}
      onChosen={row => onChosen(row.id, nameOr(row.name))}
      onClose={onClose}
    />
  )
}
