import { htmlOf } from '#server/mail/mail-text.ts'
import { linesOf } from './lines.ts'
import type { SummaryJob } from './records.ts'

const MAX_LINES = 30

/** A day's summary as a mail; null where there is nothing to tell. */
export function writeSummary(
  jobs: readonly SummaryJob[],
  { day, company, publicUrl }: { day: string; company: string; publicUrl: string | undefined },
) {
  const told = linesOf(jobs, day)
  if (told.length === 0) return null
  const line = ({ id, jobId, name, etd, eta }: SummaryJob) => {
    const dates = [etd && `ETD ${etd}`, eta && `ETA ${eta}`].filter(Boolean).join(', ')
    const link = publicUrl ? ` ${publicUrl}/webapp/shipment?id=${id}` : ''
    return `- ${jobId} ${oneLine(name) || '(unnamed)'}${dates && `, ${dates}`}${link}`
  }
  const paragraphs = told.map(section => {
    const shown = section.jobs.slice(0, MAX_LINES).map(line)
    const more = section.jobs.length - shown.length
    return [`${section.title}:`, ...shown, ...(more > 0 ? [`- and ${more} more`] : [])].join('\n')
  })
  const subject = `${company}, ${day}: ${told.map(({ jobs: of, short }) => `${of.length} ${short}`).join(', ')}`
  const text = [
    ...paragraphs,
    'You get this because you switched on the morning summary. You can switch it off in the application.',
  ].join('\n\n')
  return { subject: oneLine(subject), text, html: htmlOf(text, subject) }
}

const oneLine = (text: string | null) => (text ?? '').replaceAll(/[\p{Cc}\p{Z}]+/gu, ' ').trim()
