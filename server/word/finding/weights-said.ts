import type { Candidate } from './occurrences.ts'
import { WEIGHT_UNITS, weightFormatOf } from './writings.ts'

/** Between a figure and its unit. */
const GAP = /^[ (]{0,2}/

/**
 * Of what a figure can mean, what its unit allows: “12.800” is tonnes where “t” stands behind it or its label says
 * tonnes, and then nothing else of that field; anywhere else it is a figure as the job keeps it.
 */
export function asUnitsSay(
  candidates: readonly Candidate[],
  { after, labels }: { after: string; labels: readonly string[] },
): readonly Candidate[] {
  const scaled = candidates.filter(({ formats }) => weightFormatOf(formats) !== undefined)
  if (scaled.length === 0) return candidates
  const isSaid = ({ formats }: Candidate) => {
    const unit = weightFormatOf(formats)
    if (unit === undefined) return false
    const behind = after.replace(GAP, '')
    const others = Object.entries(WEIGHT_UNITS).filter(([name]) => name !== unit)
    // What stands behind it counts before what heads it.
    if (others.some(([, other]) => behind.search(other) === 0)) return false
    return behind.search(WEIGHT_UNITS[unit]) === 0 || labels.some(label => WEIGHT_UNITS[unit].test(label))
  }
  const said = new Set(scaled.filter(isSaid))
  const inOther = new Set([...said].map(({ field }) => field.name))
  return candidates.filter(one => said.has(one) || (!inOther.has(one.field.name) && !scaled.includes(one)))
}
