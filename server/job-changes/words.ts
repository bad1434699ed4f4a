import { jobStatuses, labelOf } from '#contract/choices.ts'
import { formatLabels } from '#contract/generation.ts'
import { copiedParts } from '#contract/job-copies.ts'
import { jobFields } from '#contract/job-fields.ts'
import { keysOf } from '#contract/typed-objects.ts'
import { type Names, namedText } from '#server/records/change-wording.ts'
import type { KeptMaking } from './making.ts'
import type { ChangeableColumn, Value } from './plan.ts'
import type { KeptChange } from './records.ts'

export const columnLabels: Record<ChangeableColumn, string> = {
  status: jobFields.statusId.label,
  vessel_name: jobFields.vesselName.label,
  voyage_number: jobFields.voyage.label,
  etd: jobFields.etd.label,
  eta: jobFields.eta.label,
  master_job_id: jobFields.masterShipmentId.label,
  owner_id: jobFields.ownerId.label,
}

/** Whether its value is the id of a record, which people know by a name. */
export const namesRecord = (column: ChangeableColumn) => column === 'master_job_id' || column === 'owner_id'

/** A value as people read it; '' for none. */
export function textOf(column: ChangeableColumn, value: Value, names: Names): string {
  if (value === null || value === '') return ''
  if (column === 'status') return labelOf(jobStatuses, Number(value))
  return namesRecord(column) ? namedText(String(value), names) : String(value)
}

const daysText = (days: number) =>
  `by ${days > 0 ? '+' : '−'}${Math.abs(days)} ${Math.abs(days) === 1 ? 'day' : 'days'}`

/** "Generate House bill.dotx as PDF". */
function makingWords(make: KeptMaking): string {
  const names = make.names ?? []
  switch (make.what) {
    case 'copy': {
      const taken = keysOf(copiedParts).filter(part => make.take?.[part] ?? true)
      const parts = taken.map(part => copiedParts[part].toLowerCase()).join(', ')
      return taken.length > 0 ? `Copy with ${parts}` : 'Copy without parties, ports, items and charges'
    }
    case 'documents':
      return `Generate ${names.join(', ')} as ${make.formats.map(one => formatLabels[one]).join(' and ')}`
    case 'mail':
      return `E-mail “${names.join('')}”`
  }
}

/** "ETD by +2 days, ETA by as many". */
export function changeWords(change: KeptChange, names: Names): string {
  if (change.make) return makingWords(change.make)
  const set = (column: ChangeableColumn, value: Value | undefined) =>
    value === undefined ? [] : [`${columnLabels[column]} to ${textOf(column, value, names) || '(empty)'}`]
  const moved = (column: 'etd' | 'eta', days: number | undefined) =>
    days === undefined ? [] : [`${columnLabels[column]} ${daysText(days)}`]
  return [
    ...set('status', change.statusId),
    ...set('vessel_name', change.vesselName),
    ...set('voyage_number', change.voyage),
    ...set('etd', change.etd),
    ...moved('etd', change.moveEtdDays),
    ...set('eta', change.eta),
    ...moved('eta', change.moveEtaDays),
    ...(change.etaFollowsEtd ? ['ETA by as many days'] : []),
    ...set('master_job_id', change.masterShipmentId),
    ...set('owner_id', change.ownerId),
  ].join(', ')
}
