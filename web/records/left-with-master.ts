import { type InheritedField, inheritedFields, type JobField, jobFieldLabels } from '#contract/job-fields.ts'
import type { Job } from '#contract/jobs.ts'
import { partyRoleLabels } from '#contract/parties.ts'

const labelOf = (field: InheritedField) =>
  field === 'shipmentCarriers' ? partyRoleLabels.carrier : jobFieldLabels[field satisfies JobField]

function isFilled(job: Job, field: InheritedField): boolean {
  const [name, quoted] = field.split('.') as [keyof Job, keyof Job['quote'] | undefined]
  const value = quoted === undefined ? job[name] : job.quote[quoted]
  return Array.isArray(value) ? value.length > 0 : value !== null && value !== ''
}

/** What a job that is no house any more had from its master and has no longer, in a sentence; '' where that is nothing. */
export function leftWithMaster(before: Job, after: Job): string {
  const left = inheritedFields.filter(field => isFilled(before, field) && !isFilled(after, field))
  return left.length === 0 ? '' : `What came from there is empty now: ${left.map(labelOf).join(', ')}.`
}
