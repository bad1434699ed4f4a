import {
  type Choice,
  directions,
  jobStatuses,
  labelOf,
  loadTypes,
  quoteTypes,
  transportModes,
  volumeUnits,
  weightUnits,
} from '#contract/choices.ts'
import { fieldsOfKind } from '#contract/field.ts'
import { jobFieldLabels, jobFields } from '#contract/job-fields.ts'
import { linkIn, roleOfField } from '#contract/job-parties.ts'
import type { Job, OtherJob } from '#contract/jobs.ts'
import { localTimeText } from '#contract/local-times.ts'
import { partyRoleLabels, partyRoles } from '#contract/parties.ts'
import { nameOr } from '#web/lib/format.ts'
import { isBlank, valueText } from '#web/ui/record-form/value-text.ts'
import { formFields } from './job-values.ts'

const choices: Record<string, readonly Choice[]> = {
  statusId: jobStatuses,
  direction: directions,
  weightUnit: weightUnits,
  volumeUnit: volumeUnits,
  'quote.transportMode': transportModes,
  'quote.quoteType': quoteTypes,
  'quote.clType': loadTypes,
}

const localTimes = fieldsOfKind(jobFields, 'localTime')

/** Another job by its number and name. */
export const jobName = ({ jobId, name }: OtherJob) => `${jobId} ${nameOr(name)}`

/** The form's field that a change names, if it has one. */
export const fieldOfChange = (field: string) =>
  formFields.find(one => one === field || one === `quote.${field}`) ?? null

/** A changed field by the word that stands over it on the form. */
export function labelOfChange(field: string): string {
  const role = roleOfField(field)
  if (role) return partyRoleLabels[role]
  const name = fieldOfChange(field)
  return name ? jobFieldLabels[name] : field
}

/** The names behind the ids that stand on any of these jobs: companies and ports. */
export function namesOn(jobs: readonly (Job | undefined)[]): ReadonlyMap<unknown, string> {
  const names = new Map<unknown, string>()
  for (const job of jobs) {
    if (!job) continue
    for (const role of partyRoles) {
      const party = linkIn(job, role)?.party
      if (party) names.set(party.id, nameOr(party.organisation?.name))
    }
    const { quote, master, owner } = job
    if (owner) names.set(owner.id, owner.displayName)
    if (master) names.set(master.id, jobName(master))
    names.set(quote.loadingPortId, nameOr(quote.loadingPort))
    names.set(quote.viaPortId, nameOr(quote.viaPort))
    names.set(quote.dischargePortId, nameOr(quote.dischargePort))
    names.set(quote.destinationPortId, nameOr(quote.destinationPort))
  }
  return names
}

/** A changed value as the form would show it. */
export function textOfChange(field: string, value: unknown, names: ReadonlyMap<unknown, string>): string {
  if (isBlank(value)) return valueText(value)
  const name = fieldOfChange(field)
  if (roleOfField(field) || name?.endsWith('PortId') || name === 'masterShipmentId' || name === 'ownerId')
    return names.get(value) ?? '(another)'
  if (localTimes.some(one => one === name) && typeof value === 'string') return localTimeText(value)
  const list = choices[name ?? '']
  if (list && typeof value === 'number') return labelOf(list, value)
  return valueText(value)
}
