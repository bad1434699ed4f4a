import { useState } from 'react'
import { filterDecimals, isFilterCount } from '#contract/job-list-filters.ts'
import type { Figure } from '#web/ui/entry/use-number-entry.ts'
import { NumberField } from '#web/ui/form/fields.tsx'
import type { CountFilter, JobFilters } from './dashboard-search.ts'
import { type FilterChange, filterLabels } from './filter-words.ts'

type Props = { field: CountFilter; filters: JobFilters; onChange: (change: FilterChange) => void }

const figureOf = (text: string | undefined) => (text === undefined ? null : Number(text))

/** From one number to another, either of which may be left open. */
export function CountFilterEditor({ field, filters, onChange }: Props) {
  const [typed, setTyped] = useState<{ From: Figure; To: Figure }>({
    From: figureOf(filters[`${field}From`]),
    To: figureOf(filters[`${field}To`]),
  })
  const label = filterLabels[field]
  const enter = (bound: 'From' | 'To', value: Figure) => {
    setTyped({ ...typed, [bound]: value })
    if (value === null || isFilterCount(`${field}${bound}`, String(value)))
      onChange({ [`${field}${bound}`]: value === null ? undefined : String(value) })
  }
  return (
    <div className="job-filter__between">
      <NumberField
        label={`${label} from`}
        value={typed.From}
        decimals={filterDecimals[field]}
        onChange={value => enter('From', value)}
      />
      <NumberField
        label={`${label} to`}
        value={typed.To}
        decimals={filterDecimals[field]}
        onChange={value => enter('To', value)}
      />
    </div>
  )
}
