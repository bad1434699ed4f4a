import { htmlOf } from '#server/mail/mail-text.ts'
import type { SummaryJob } from './records.ts'

type Section = { title: string; short: string; holds: (job: SummaryJob, day: string) => boolean }

const DAYS_AHEAD = 7
const MOST_LINES = 30

const plusDays = (day: string, count: number) =>
  new Date(Date.parse(day) + count * 86_400_000).toISOString().slice(0, 10)

const arrivesSoon = ({ eta }: SummaryJob, day: string) =>
  eta !== null && eta >= day && eta <= plusDays(day, DAYS_AHEAD)

/** What a forwarder's day is about, in the order of its haste. */
const sections: readonly Section[] = [
  { title: 'Leaving today', short: 'leaving', holds: ({ etd }, day) => etd === day },
  { title: 'Arriving today', short: 'arriving', holds: ({ eta }, day) => eta === day },
  {
    title: 'Overdue: ETA is past and the delivery order is not picked up',
    short: 'overdue',
    holds: ({ eta, pickedUpOn }, day) => eta !== null && eta < day && pickedUpOn === null,
  },
  {
    title: 'Overdue: ETD is past and there is no bill of lading',
    short: 'without a bill of lading',
    holds: ({ etd, houseBl, masterBl }, day) => etd !== null && etd < day && !houseBl && !masterBl,
  },
  {
    title: `Arrival notice not sent, arriving within ${DAYS_AHEAD} days`,
    short: 'without an arrival notice',
    holds: (job, day) => arrivesSoon(job, day) && job.documentsEmailedOn === null,
  },
  {
    title: `Documents not received, arriving within ${DAYS_AHEAD} days`,
    short: 'without documents',
    holds: (job, day) => arrivesSoon(job, day) && job.documentsReceivedOn === null,
  },
]

/** A day's summary as a mail; null where there is nothing to tell. */
export function writeSummary(
  jobs: readonly SummaryJob[],
  { day, company, publicUrl }: { day: string; company: string; publicUrl: string | undefined },
) {
  const told = sections
    .map(section => ({ ...section, jobs: jobs.filter(job => section.holds(job, day)) }))
    .filter(section => section.jobs.length > 0)
  if (told.length === 0) return null
  const line = ({ id, jobId, name, etd, eta }: SummaryJob) => {
    const dates = [etd && `ETD ${etd}`, eta && `ETA ${eta}`].filter(Boolean).join(', ')
    const link = publicUrl ? ` ${publicUrl}/webapp/shipment?id=${id}` : ''
    return `- ${jobId} ${oneLine(name) || '(unnamed)'}${dates && `, ${dates}`}${link}`
  }
  const paragraphs = told.map(section => {
    const shown = section.jobs.slice(0, MOST_LINES).map(line)
    const more = section.jobs.length - shown.length
    return [`${section.title}:`, ...shown, ...(more > 0 ? [`- and ${more} more`] : [])].join('\n')
  })
  const subject = `${company}, ${day}: ${told.map(({ jobs: of, short }) => `${of.length} ${short}`).join(', ')}`
  const text = [
    ...paragraphs,
    'You get this because you switched the morning summary on; you switch it off in the application.',
  ].join('\n\n')
  return { subject: oneLine(subject), text, html: htmlOf(text, subject) }
}

const oneLine = (text: string | null) => (text ?? '').replaceAll(/[\p{Cc}\p{Z}]+/gu, ' ').trim()
