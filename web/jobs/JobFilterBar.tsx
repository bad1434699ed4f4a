import { Button, TextInput } from '@mantine/core'
import { IconFilter, IconSearch, IconX } from '#web/ui/icons.ts'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { MINIMUM_SEARCH_LENGTH } from '#contract/values.ts'
import { isSearchable } from '#web/lib/searchable.ts'
import { jobNamingQuery } from '#web/records/queries.ts'
import type { JobFilters } from './dashboard-search.ts'
import { changed, chipsOf, type FilterNames, namesIn } from './filter-words.ts'
import './filters.css'

const JobFilterDialog = lazy(async () => ({
  default: (await import('./JobFilterDialog.tsx')).JobFilterDialog,
}))

const PAUSE_MS = 250
const SEARCH_HINT = `Type at least ${MINIMUM_SEARCH_LENGTH} characters, or a job’s number.`

type JobFilterBarProps = {
  filters: JobFilters
  onChange: (filters: JobFilters) => void
}

/** The search text, and the filters in force as chips that can be taken away one by one. */
export function JobFilterBar({ filters, onChange }: JobFilterBarProps) {
  const [isChoosing, setIsChoosing] = useState(false)
  const [chosenNames, setChosenNames] = useState<FilterNames>({})
  const { data: naming = [] } = useQuery(jobNamingQuery(filters))
  const names = { ...chosenNames, ...namesIn(naming) }
  const chips = chipsOf(filters, names)
  return (
    <div className="job-filters" role="search" aria-label="Jobs">
      <SearchField text={filters.search ?? ''} onChange={search => onChange(changed(filters, { search }))} />
      <Button
        variant="default"
        leftSection={<IconFilter size={18} aria-hidden />}
        onClick={() => setIsChoosing(true)}
      >
        Filters
      </Button>
      {chips.map(({ label, text, without }) => (
        <span key={label} className="job-filters__chip">
          <button type="button" className="job-filters__chip-text" onClick={() => setIsChoosing(true)}>
            <span className="job-filters__chip-label">{label}</span> {text}
          </button>
          <button
            type="button"
            className="job-filters__chip-remove"
            aria-label={`Remove the filter ${label}`}
            title={`Remove the filter ${label}`}
            onClick={() => onChange(changed(filters, without))}
          >
            <IconX size={14} aria-hidden />
          </button>
        </span>
      ))}
      {(chips.length > 0 || filters.search) && (
        <Button variant="subtle" onClick={() => onChange({})}>
          Clear all
        </Button>
      )}
      {isChoosing && (
        <Suspense>
          <JobFilterDialog
            filters={filters}
            names={names}
            onClose={() => setIsChoosing(false)}
            onShow={(chosen, named) => {
              setChosenNames({ ...names, ...named })
              setIsChoosing(false)
              onChange(chosen)
            }}
          />
        </Suspense>
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
