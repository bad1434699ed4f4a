import { labelOf } from '#contract/choices.ts'
import type { JobRow } from '#contract/jobs.ts'
import { partyRoles, partyWire } from '#contract/parties.ts'
import { nameOr } from '#web/lib/format.ts'
import { choiceFilterNames, choiceFilters, type JobFilters, type RecordFilter } from './dashboard-search.ts'

/** What people call the records that filters name by id. */
export type FilterNames = Partial<Record<string, string>>

/** Filters that get another value; undefined takes one away. */
export type FilterChange = { [Name in keyof JobFilters]?: string | undefined }

/** One filter as it is shown: its words, and what taking it away changes. */
export type FilterChip = { label: string; text: string; without: FilterChange }

const recordLabels: Record<RecordFilter, string> = { party: 'Party', port: 'Port', master: 'Master Job' }

/** What stands for whoever asks, and for nobody. */
export const ownerWords: Partial<Record<string, string>> = { me: 'me', none: 'none' }

/** The names that these jobs tell. */
export function namesIn(rows: readonly JobRow[]): FilterNames {
  const names: FilterNames = {}
  for (const row of rows) {
    for (const role of partyRoles) {
      const link = row[partyWire[role].list][0]
      if (link) names[link.party.id] = nameOr(link.party.organisation.name)
    }
    const { quote, master } = row
    for (const kind of ['loading', 'via', 'discharge', 'destination'] as const) {
      const id = quote[`${kind}PortId`]
      if (id) names[id] = nameOr(quote[`${kind}Port`])
    }
    if (row.owner) names[row.owner.id] = row.owner.displayName
    if (master) names[master.id] = `${master.jobId} ${master.name ?? ''}`.trim()
  }
  return names
}

function daysText(from: string | undefined, to: string | undefined): string {
  if (from && to) return from === to ? from : `${from} to ${to}`
  return from ? `from ${from}` : `until ${to}`
}

/** The filters in force, in the order in which the panel has them; the search text is not one of them. */
export function chipsOf(filters: JobFilters, names: FilterNames): FilterChip[] {
  const chips: FilterChip[] = []
  for (const name of choiceFilterNames) {
    const wanted = filters[name]
    if (!wanted) continue
    const { label, choices } = choiceFilters[name]
    const text = wanted.split(',').map(value => labelOf(choices, Number(value)))
    chips.push({ label, text: text.join(', '), without: { [name]: undefined } })
  }
  for (const name of ['party', 'port', 'master'] as const) {
    const id = filters[name]
    if (id)
      chips.push({
        label: recordLabels[name],
        text: names[id] ?? 'chosen',
        without: { [name]: undefined },
      })
  }
  if (filters.owner)
    chips.push({
      label: 'Owner',
      text: ownerWords[filters.owner] ?? names[filters.owner] ?? 'chosen',
      without: { owner: undefined },
    })
  if (filters.etdFrom || filters.etdTo)
    chips.push({
      label: 'ETD',
      text: daysText(filters.etdFrom, filters.etdTo),
      without: { etdFrom: undefined, etdTo: undefined },
    })
  if (filters.etaFrom || filters.etaTo)
    chips.push({
      label: 'ETA',
      text: daysText(filters.etaFrom, filters.etaTo),
      without: { etaFrom: undefined, etaTo: undefined },
    })
  return chips
}

/** The filters without those whose new value is undefined. */
export function changed(filters: JobFilters, change: FilterChange) {
  return Object.fromEntries(
    Object.entries({ ...filters, ...change }).filter(([, value]) => value !== undefined && value !== ''),
  ) as JobFilters
}
