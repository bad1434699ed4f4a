import { useState } from 'react'
import { countedDays, MOST_RANGE_DAYS } from '#contract/day-ranges.ts'
import { isUnparsedDate } from '#web/ui/entry/use-date-entry.ts'
import { ChoiceSelect } from '#web/ui/form/ChoiceSelect.tsx'
import { DateField } from '#web/ui/form/DateField.tsx'
import { NumberField } from '#web/ui/form/fields.tsx'
import type { DateFilter, JobFilters } from './dashboard-search.ts'
import { type FilterChange, filterLabels } from './filter-words.ts'

const ways = [
  { value: 'any', label: 'Any day' },
  { value: 'today', label: 'Today' },
  { value: 'yesterday', label: 'Yesterday' },
  { value: 'tomorrow', label: 'Tomorrow' },
  { value: 'this-week', label: 'This week' },
  { value: 'before-today', label: 'Before today' },
  { value: 'last', label: 'Last … days' },
  { value: 'next', label: 'Next … days' },
  { value: 'between', label: 'From … to …' },
] as const
type Way = (typeof ways)[number]['value']

const USUAL_DAYS = 7

type DayFilterEditorProps = {
  column: DateFilter
  filters: JobFilters
  onChange: (change: FilterChange) => void
}

/** Days from today on stay so in the address and in a saved view: the server reckons them anew each time. */
export function DayFilterEditor({ column, filters, onChange }: DayFilterEditorProps) {
  const [fromName, toName] = [`${column}From`, `${column}To`] as const
  const range = filters[column]
  const counted = range ? countedDays(range) : null
  const [way, setWay] = useState<Way>(
    counted?.way ??
      ways.find(({ value }) => value === range)?.value ??
      (filters[fromName] || filters[toName] ? 'between' : 'any'),
  )
  const [days, setDays] = useState<number | string | null>(counted?.count ?? USUAL_DAYS)
  const [typed, setTyped] = useState({ from: filters[fromName] ?? null, to: filters[toName] ?? null })
  const label = filterLabels[column]

  const choose = (next: Way) => {
    setWay(next)
    const none = { [column]: undefined, [fromName]: undefined, [toName]: undefined }
    if (next === 'any') return onChange(none)
    if (next === 'between') return onChange({ ...none, ...between(typed) })
    const isCounted = next === 'last' || next === 'next'
    return onChange({ ...none, [column]: isCounted ? `${next}-${usable(days) ?? USUAL_DAYS}-days` : next })
  }
  const between = ({ from, to }: typeof typed) => ({
    ...((from === null || !isUnparsedDate(from)) && { [fromName]: from ?? undefined }),
    ...((to === null || !isUnparsedDate(to)) && { [toName]: to ?? undefined }),
  })
  const enter = (change: Partial<typeof typed>) => {
    const next = { ...typed, ...change }
    setTyped(next)
    onChange(between(next))
  }

  return (
    <div className="job-filter__days">
      <ChoiceSelect label={label} value={way} choices={ways} onChange={choose} />
      {(way === 'last' || way === 'next') && (
        <NumberField
          label="Days"
          value={days}
          decimals={0}
          error={usable(days) === null ? `A whole number from 1 to ${MOST_RANGE_DAYS}.` : undefined}
          onChange={next => {
            setDays(next)
            const count = usable(next)
            if (count !== null) onChange({ [column]: `${way}-${count}-days` })
          }}
        />
      )}
      {way === 'between' && (
        <div className="job-filter__between">
          <DateField label={`${label} from`} value={typed.from} onChange={from => enter({ from })} />
          <DateField label={`${label} to`} value={typed.to} onChange={to => enter({ to })} />
        </div>
      )}
    </div>
  )
}

const usable = (days: number | string | null) =>
  typeof days === 'number' && Number.isInteger(days) && days >= 1 && days <= MOST_RANGE_DAYS ? days : null
