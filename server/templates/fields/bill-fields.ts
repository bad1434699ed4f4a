import type { Job } from '#contract/jobs.ts'
import { partyRoleLabels, partyRoles } from '#contract/parties.ts'
import { jobFields, quoteFields } from './job-fields.ts'
import { capital, grouped, number, within, type CatalogueField } from './field-group.ts'
import { partyFields } from './party-fields.ts'
import { partyInGroup } from './party-in-group.ts'

/** What houses bear of their master's costs, by their ids, in the company's currency. */
export type CostShares = ReadonlyMap<string, number>

export type Bill = { number: number; job: Job; costShare: number | null }

export const COST_SHARE = 'Share of the master’s costs'

// In a list a number is the entry's place, as among the items.
const ofJob = (field: CatalogueField<Job>) => {
  const aliases = field.aliases.filter(alias => alias !== 'Number')
  return within({ ...field, aliases }, (bill: Bill) => bill.job)
}

/** What a row of a manifest says of one bill: the job, its quote, and the parties by name and address. */
export const billFields: readonly CatalogueField<Bill>[] = [
  number('Number', 'Position in the list', bill => bill.number, 'No'),
  number('CostShare', COST_SHARE, bill => bill.costShare),
  ...jobFields.map(ofJob),
  ...quoteFields.map(field => within(field, (bill: Bill) => bill.job.quote)),
  ...partyRoles.flatMap(role =>
    grouped([capital(role)], partyFields).map(field =>
      within({ ...field, label: `${partyRoleLabels[role]}: ${field.label}` }, ({ job }: Bill) =>
        partyInGroup(job, role),
      ),
    ),
  ),
]

/** A consolidation's bills are its house jobs; any other job is its own one bill. */
export const billsOf = (job: Job, houses: readonly Job[], costShares: CostShares = new Map()): Bill[] =>
  (houses.length > 0 ? houses : [job]).map((one, index) => ({
    number: index + 1,
    job: one,
    costShare: costShares.get(one.id) ?? null,
  }))
