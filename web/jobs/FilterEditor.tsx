import { useEffect, useRef } from 'react'
import { isOneOf } from '#contract/typed-objects.ts'
import { unLocodeOf } from '#contract/port-rules.ts'
import { partyLookup } from '#web/organisations/queries.ts'
import { portLookup } from '#web/ports/queries.ts'
import { jobLookup } from '#web/records/queries.ts'
import { ChoiceSelect } from '#web/ui/form/ChoiceSelect.tsx'
import { LookupField } from '#web/ui/form/LookupField.tsx'
import { isSearchable } from '#web/lib/searchable.ts'
import { useUsers } from '#web/users/queries.ts'
import { type ChoiceFilter, choiceFilters, dateFilters, type JobFilters } from './dashboard-search.ts'
import { CountFilterEditor } from './CountFilterEditor.tsx'
import { DayFilterEditor } from './DayFilterEditor.tsx'
import { type FilterChange, type FilterKind, filterLabels, type FilterNames } from './filter-words.ts'
import { ReferenceFilterEditor } from './ReferenceFilterEditor.tsx'
import { TextFilterEditor } from './TextFilterEditor.tsx'

type FilterEditorProps = {
  kind: FilterKind
  filters: JobFilters
  names: FilterNames
  onChange: (change: FilterChange, named?: FilterNames) => void
}

/** What a filter is changed with: each change shows in the list at once. */
export function FilterEditor(props: FilterEditorProps) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    place.current?.querySelector<HTMLElement>('input, select')?.focus()
  }, [])
  return (
    <div ref={place}>
      <Editor {...props} />
    </div>
  )
}

function Editor({ kind, filters, names, onChange }: FilterEditorProps) {
  switch (kind) {
    case 'reference':
      return <ReferenceFilterEditor filters={filters} onChange={onChange} />
    case 'container':
    case 'seal':
    case 'hsCode':
    case 'unNumber':
    case 'marks':
    case 'handlingInformation':
    case 'placeOfReceipt':
    case 'placeOfDelivery':
    case 'incotermPlace':
    case 'freightPayableAt':
    case 'placeOfIssue':
    case 'emptyDepot':
    case 'containerTerminal':
      return (
        <TextFilterEditor
          label={filterLabels[kind]}
          text={filters[kind] ?? ''}
          onChange={text => onChange({ [kind]: text })}
        />
      )
    case 'owner':
      return <OwnerChoice owner={filters.owner ?? ''} names={names} onChange={owner => onChange({ owner })} />
    case 'party':
      return (
        <RecordChoice
          {...{ kind, filters, names, onChange }}
          noun="companies"
          find={search => ({
            ...partyLookup()(search),
            queryFn: async context =>
              (await partyLookup()(search).queryFn(context)).map(line => ({ ...line, id: line.partyId })),
            queryKey: [...partyLookup()(search).queryKey, 'parties'],
          })}
        />
      )
    case 'port':
      return (
        <RecordChoice
          {...{ kind, filters, names, onChange }}
          noun="ports"
          find={portLookup()}
          isWholeCode={text => unLocodeOf(text) !== null}
        />
      )
    case 'master':
      return (
        <RecordChoice
          {...{ kind, filters, names, onChange }}
          noun="jobs"
          find={jobLookup('')}
          isSearchable={isSearchable}
        />
      )
    case 'status':
    case 'mode':
    case 'loadType':
    case 'quoteType':
    case 'direction':
    case 'incoterm':
    case 'service':
    case 'freightPayment':
    case 'dangerousGoods':
      return (
        <Choices name={kind} value={filters[kind] ?? ''} onChange={value => onChange({ [kind]: value })} />
      )
    case 'originals':
    case 'freeDays':
    case 'valueForCarriage':
    case 'valueForCustoms':
    case 'insuranceAmount':
      return <CountFilterEditor field={kind} filters={filters} onChange={onChange} />
    default:
      return isOneOf(dateFilters, kind) ? (
        <DayFilterEditor column={kind} filters={filters} onChange={onChange} />
      ) : null
  }
}

type RecordChoiceProps = FilterEditorProps & {
  kind: 'party' | 'port' | 'master'
  noun: string
  find: Parameters<typeof LookupField>[0]['find']
  isSearchable?: (text: string) => boolean
  isWholeCode?: (text: string) => boolean
}

const hints = {
  party: 'Any contact in any role',
  port: 'Any port of loading, via, discharge or destination',
  master: 'The consolidation that the jobs are houses of',
}

function RecordChoice({ kind, filters, names, onChange, ...lookup }: RecordChoiceProps) {
  const chosen = filters[kind]
  return (
    <>
      <LookupField
        label={filterLabels[kind]}
        field={`filter-${kind}`}
        value={chosen ? { name: names[chosen] ?? 'chosen' } : null}
        onTake={line => onChange({ [kind]: line.id }, { [line.id]: line.name })}
        onRemove={() => onChange({ [kind]: undefined })}
        actions={[]}
        {...lookup}
      />
      <p className="job-filter__hint">{hints[kind]}</p>
    </>
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
    <fieldset className="job-filter__choices">
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
