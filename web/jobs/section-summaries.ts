import { directions, freightPayments, labelOf, loadTypes, transportModes } from '#contract/choices.ts'
import { jobFieldLabels } from '#contract/job-fields.ts'
import { organisationIn } from '#contract/job-parties.ts'
import type { Job } from '#contract/jobs.ts'
import { partyRoles } from '#contract/parties.ts'
import { nameOr } from '#web/lib/format.ts'
import { isUnparsedDate } from '#web/ui/entry/use-date-entry.ts'
import type { JobValues } from './job-values.ts'
import { cargoLines } from './rail-words.ts'
import { routeOf } from './route-words.ts'

export type SectionTitle =
  | 'Job'
  | 'Stakeholders'
  | 'Quotation Details'
  | 'Schedule'
  | 'Cargo Details'
  | 'Bill of Lading'
  | 'Air Waybill'
  | 'Consignment Note'
  | 'Arrival Notice'
  | 'References'

const joined = (words: readonly (string | null | undefined)[]) => words.filter(Boolean).join(' · ')

/** What each section of the card holds, in a line: read on a phone, where sections are folded. '' where it holds nothing. */
export function sectionSummaries(
  job: Job,
  values: JobValues,
  references: readonly (string | null)[],
): Record<SectionTitle, string> {
  const { quote } = values
  const date = (field: 'swbro' | 'etd' | 'eta') => {
    const value = values[field]
    return value && !isUnparsedDate(value) ? `${jobFieldLabels[field]} ${value}` : null
  }
  const numbered = (field: 'mbl' | 'hbl' | 'igm') =>
    values[field] ? `${jobFieldLabels[field]} ${values[field]}` : null
  const paper = joined([
    labelOf(freightPayments, values.freightPayment) &&
      `Freight ${labelOf(freightPayments, values.freightPayment)}`,
    values.placeOfIssue,
    values.dateOfIssue && !isUnparsedDate(values.dateOfIssue) ? values.dateOfIssue : null,
  ])
  return {
    References: joined(references),
    'Bill of Lading': paper,
    'Air Waybill': paper,
    'Consignment Note': paper,
    Job: joined([labelOf(directions, values.direction), job.master && `Master Job ${job.master.jobId}`]),
    Stakeholders: joined(
      partyRoles.map(role => {
        const organisation = organisationIn(job, role)
        return organisation && nameOr(organisation.name)
      }),
    ),
    'Quotation Details': joined([
      quote.commodity,
      [labelOf(transportModes, quote.transportMode), labelOf(loadTypes, quote.clType)]
        .filter(Boolean)
        .join(' '),
      routeOf(job).join(' → '),
    ]),
    Schedule: joined([
      [values.vesselName, values.voyage].filter(Boolean).join(' '),
      date('etd'),
      date('eta'),
      values.etd || values.eta ? null : date('swbro'),
    ]),
    'Cargo Details': joined(cargoLines(values)),
    'Arrival Notice': joined([numbered('mbl'), numbered('hbl'), numbered('igm')]),
  }
}
