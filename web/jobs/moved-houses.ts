import { inheritedFields, type JobField, jobFieldLabels } from '#contract/job-fields.ts'
import type { Job } from '#contract/jobs.ts'
import { countText } from '#web/lib/format.ts'

export type MovedHouses = {
  /** Those of the saved fields in which a house follows. */
  fields: JobField[]
  /** How many houses follow in each; '' where none does. */
  moved: string
  /** How many houses have each of the saved fields otherwise; '' where all of them follow. */
  kept: string
}

/** The fields of which as many houses are told, with their labels in one text, in the order of the fields. */
function byCount(fields: readonly JobField[], count: (field: JobField) => number) {
  const groups = Map.groupBy(fields, count)
  return [...groups].flatMap(([houses, of]) =>
    houses === 0 ? [] : [{ houses, labels: of.map(field => jobFieldLabels[field]).join(', ') }],
  )
}

/** In which of the fields that are saved on a master its houses follow, and in which they do not. */
export function movedHouses({ houses }: Job, saved: readonly JobField[]): MovedHouses | null {
  const asked = inheritedFields.filter(field => saved.some(one => one === field)) as JobField[]
  if (houses.length === 0 || asked.length === 0) return null
  const keeping = (field: JobField) =>
    houses.filter(({ differs }) => differs.some(one => one === field)).length
  const [first, ...others] = byCount(asked, field => houses.length - keeping(field))
  const moved = first && [
    `${first.labels} changed here and in ${countText(first.houses, 'house')} of this job`,
    ...others.map(one => `${one.labels} here and in ${one.houses}`),
  ]
  const kept = byCount(asked, keeping).map(
    one =>
      `${countText(one.houses, 'house')} ${one.houses === 1 ? 'keeps its' : 'keep their'} own ${one.labels}`,
  )
  const sentence = (parts: readonly string[] = []) => (parts.length > 0 ? `${parts.join('; ')}.` : '')
  return {
    fields: asked.filter(field => keeping(field) < houses.length),
    moved: sentence(moved),
    kept: sentence(kept),
  }
}
