import { Button, TextInput } from '@mantine/core'
import { IconPlus, IconSearch } from '#web/ui/icons.ts'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { isBuiltInKind } from '#contract/reference-kinds.ts'
import { MINIMUM_SEARCH_LENGTH } from '#contract/values.ts'
import { isSearchable } from '#web/lib/searchable.ts'
import { MenuButton } from '#web/ui/MenuButton.tsx'
import { NarrowedList } from '#web/ui/NarrowedList.tsx'
import { nameOr } from '#web/lib/format.ts'
import { useOrganisation } from '#web/organisations/queries.ts'
import { kindsQuery } from '#web/references/queries.ts'
import { jobNamingQuery } from '#web/records/queries.ts'
import { flagFilters, type JobFilters } from './dashboard-search.ts'
import {
  changed,
  chipsOf,
  type FilterKind,
  filterKinds,
  filterLabels,
  type FilterNames,
  namesIn,
  withoutFilter,
} from './filter-words.ts'
import './filters.css'

// A list without filters does without.
const FilterChip = lazy(async () => ({ default: (await import('./FilterChip.tsx')).FilterChip }))

const PAUSE_MS = 250
const SEARCH_HINT = `Type at least ${MINIMUM_SEARCH_LENGTH} characters, or a job’s number.`

const offered = filterKinds.filter(kind => kind !== 'master')
const flags: readonly FilterKind[] = flagFilters

type JobFilterBarProps = {
  filters: JobFilters
  onChange: (filters: JobFilters) => void
}

/** The search text, and the filters in force as chips, each changed in place and taken away by its cross. */
export function JobFilterBar({ filters, onChange }: JobFilterBarProps) {
  const bar = useRef<HTMLDivElement>(null)
  /** The filter whose panel is open. It has a chip even before it has a value. */
  const [edited, setEdited] = useState<FilterKind>()
  const [chosenNames, setChosenNames] = useState<FilterNames>({})
  const { data: naming = [] } = useQuery(jobNamingQuery(filters))
  const kind = filters.referenceKind ?? filters.noReference ?? 'booking'
  const { data: kinds = [] } = useQuery({ ...kindsQuery, enabled: !isBuiltInKind(kind) })
  const kindNames = Object.fromEntries(kinds.map(({ id, name }) => [id, name]))
  const found = { ...chosenNames, ...kindNames, ...namesIn(naming) }
  // Jobs that are found and do not name it: it has a role there that lists leave out, or was merged into another.
  const isUnnamed = filters.party !== undefined && naming.length > 0 && !found[filters.party]
  const { data: partner } = useOrganisation(isUnnamed ? (filters.party ?? null) : null)
  const names = partner && filters.party ? { ...found, [filters.party]: nameOr(partner.name) } : found
  const inForce = chipsOf(filters, names)
  const isNew = edited !== undefined && inForce.every(({ kind }) => kind !== edited)
  const chips = isNew ? [...inForce, { kind: edited, label: filterLabels[edited], text: '…' }] : inForce
  const addButton = () => bar.current?.querySelector<HTMLElement>('.job-filters__add button')

  const add = (kind: FilterKind) => {
    if (!flags.includes(kind)) return setEdited(kind)
    addButton()?.focus()
    return onChange(changed(filters, { [kind]: 'true' }))
  }
  return (
    <div ref={bar} className="job-filters" role="search" aria-label="Jobs">
      <SearchField text={filters.search ?? ''} onChange={search => onChange(changed(filters, { search }))} />
      <Suspense>
        {chips.map(chip => (
          <FilterChip
            key={chip.kind}
            chip={chip}
            filters={filters}
            names={names}
            isOpen={chip.kind === edited}
            onOpen={isOpen => setEdited(isOpen ? chip.kind : undefined)}
            onChange={(change, named) => {
              if (named) setChosenNames({ ...names, ...named })
              onChange(changed(filters, change))
            }}
            onRemove={() => {
              setEdited(undefined)
              onChange(changed(filters, withoutFilter(chip.kind)))
              addButton()?.focus()
            }}
          />
        ))}
      </Suspense>
      <div className="job-filters__add">
        <MenuButton label="Filter" icon={<IconPlus size={18} aria-hidden />} title="Filter by">
          {close => (
            <NarrowedList noun="filter" all={offered} nameOf={kind => filterLabels[kind]}>
              {kind => (
                <button
                  key={kind}
                  type="button"
                  className={
                    kind === flagFilters[0]
                      ? 'menu-panel__choice menu-panel__one--apart'
                      : 'menu-panel__choice'
                  }
                  onClick={() => {
                    close()
                    add(kind)
                  }}
                >
                  {filterLabels[kind]}
                </button>
              )}
            </NarrowedList>
          )}
        </MenuButton>
      </div>
      {(inForce.length > 0 || filters.search) && (
        <Button
          variant="subtle"
          onClick={() => {
            setEdited(undefined)
            onChange({})
          }}
        >
          Clear all
        </Button>
      )}
    </div>
  )
}

function SearchField({ text, onChange }: { text: string; onChange: (text: string | undefined) => void }) {
  const [typed, setTyped] = useState(text)
  const [shown, setShown] = useState(text)
  // The address may change by itself: a view, the browser's Back, "Clear all".
  if (text !== shown) {
    setShown(text)
    setTyped(text)
  }
  const wanted = typed.trim()
  const isTooShort = wanted !== '' && !isSearchable(wanted)
  useEffect(() => {
    const next = isTooShort ? '' : wanted
    if (next === text) return
    const timer = setTimeout(() => {
      setShown(next)
      onChange(next || undefined)
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  })
  return (
    <TextInput
      className="job-filters__search"
      type="search"
      aria-label="Search these jobs"
      placeholder="Search these jobs"
      autoComplete="off"
      leftSection={<IconSearch size={18} aria-hidden />}
      value={typed}
      onChange={event => setTyped(event.currentTarget.value)}
      {...(isTooShort && { description: SEARCH_HINT, inputWrapperOrder: ['input', 'description'] })}
    />
  )
}
