import { inheritedFields, type JobField, jobFieldLabels } from '#contract/job-fields.ts'
import type { Job } from '#contract/jobs.ts'
import { countText } from '#web/lib/format.ts'

export type MovedHouses = { fields: JobField[]; words: string }

/** Which of the fields that are saved on a master its houses follow in, and how that is told; null where none does. */
export function movedHouses({ houses }: Job, saved: readonly JobField[]): MovedHouses | null {
  const fields = inheritedFields.filter(
    field => saved.some(one => one === field) && houses.some(({ differs }) => !differs.includes(field)),
  ) as JobField[]
  if (fields.length === 0) return null
  const following = houses.filter(({ differs }) =>
    fields.some(field => !differs.some(one => one === field)),
  ).length
  const labels = fields.map(field => jobFieldLabels[field]).join(', ')
  return { fields, words: `${labels} changed here and in ${countText(following, 'house')} of this job.` }
}
