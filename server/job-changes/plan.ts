import type { JobChange } from '#contract/job-changes.ts'
import { dateMovedBy, daysBetween } from './calendar.ts'

/** The columns of a job that many jobs can be given at once. */
export const changeableColumns = [
  'status',
  'vessel_name',
  'voyage_number',
  'etd',
  'eta',
  'master_job_id',
  'owner_id',
] as const
export type ChangeableColumn = (typeof changeableColumns)[number]

export type Value = string | number | null
export type JobValues = Record<ChangeableColumn, Value>
/** By column: the value before and after. */
export type PlannedFields = { [Column in ChangeableColumn]?: [Value, Value] }

export type Plan = { state: 'waiting' | 'same' | 'refused'; fields: PlannedFields; reason: string | null }

/** What the change does to a job of these values. */
export function planOf(change: JobChange, values: JobValues): Plan {
  const wanted: Partial<JobValues> = {}
  if (change.statusId !== undefined) wanted.status = change.statusId
  if (change.vesselName !== undefined) wanted.vessel_name = change.vesselName || null
  if (change.voyage !== undefined) wanted.voyage_number = change.voyage || null
  if (change.ownerId !== undefined) wanted.owner_id = change.ownerId
  if (change.masterShipmentId !== undefined) wanted.master_job_id = change.masterShipmentId
  const reason = wantDates(change, values, wanted)
  if (reason !== null) return { state: 'refused', fields: {}, reason }
  const fields: PlannedFields = {}
  for (const column of changeableColumns) {
    const after = wanted[column]
    if (after !== undefined && !isSame(values[column], after)) fields[column] = [values[column], after]
  }
  return { state: Object.keys(fields).length > 0 ? 'waiting' : 'same', fields, reason: null }
}

/** Adds the dates to what is wanted; why they cannot be reckoned, or null. */
function wantDates(change: JobChange, { etd, eta }: JobValues, wanted: Partial<JobValues>): string | null {
  const { moveEtdDays, moveEtaDays } = change
  const moved = (column: 'etd' | 'eta', from: Value, days: number) => {
    const date = dateMovedBy(String(from), days)
    if (date === null) return BEYOND
    wanted[column] = date
    return null
  }
  if (change.etd !== undefined) wanted.etd = change.etd
  if (change.eta !== undefined) wanted.eta = change.eta
  let trouble: string | null = null
  if (moveEtdDays !== undefined) trouble = etd === null ? 'It has no ETD.' : moved('etd', etd, moveEtdDays)
  if (moveEtaDays !== undefined) trouble ??= eta === null ? 'It has no ETA.' : moved('eta', eta, moveEtaDays)
  if (change.etaFollowsEtd && eta !== null && etd !== null && wanted.etd)
    trouble ??= moved('eta', eta, daysBetween(String(etd), String(wanted.etd)))
  return trouble
}

const BEYOND = 'The date would lie outside the calendar.'

const isSame = (one: Value, other: Value) => (one === '' ? null : one) === (other === '' ? null : other)

/** What is done to a job whose values may be others by now. */
export type Settled = { fields: PlannedFields; stays: ChangeableColumn[] }

/** The fields that still have the value from which they were to be changed, and those that do not. */
export function settle(planned: PlannedFields, now: JobValues): Settled {
  const settled: Settled = { fields: {}, stays: [] }
  for (const column of changeableColumns) {
    const change = planned[column]
    if (!change || isSame(now[column], change[1])) continue
    if (isSame(now[column], change[0])) settled.fields[column] = change
    else settled.stays.push(column)
  }
  return settled
}
