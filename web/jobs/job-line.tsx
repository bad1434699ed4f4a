import type { JobTableRow } from '#contract/job-table.ts'
import { labelOf, loadTypes, transportModes } from '#contract/choices.ts'
import { nameOr } from '#web/lib/format.ts'
import type { Column } from '#web/ui/table/columns.ts'
import { JobStatusDot, TemplateMark } from './job-columns.tsx'
import './job-line.css'

/** Two lines of text with the room around them. */
export const JOB_LINE_HEIGHT = 60

const day = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', timeZone: 'UTC' })

/** As long as nobody can mean the same day of another year. */
const NEAR_MS = 180 * 24 * 3_600_000

/** "Nov 23"; with its year where that is half a year away or more. */
const shortDay = (date: string) => {
  const meant = new Date(`${date}T00:00:00Z`)
  const isNear = Math.abs(meant.getTime() - Date.now()) < NEAR_MS
  return isNear ? day.format(meant) : `${day.format(meant)}, ${date.slice(0, 4)}`
}

/** Which job it is and whether it is done, and below what one looks up on a quay: whose, how and when. */
function JobLine({ row }: { row: JobTableRow }) {
  const how = [labelOf(transportModes, row.transportMode), labelOf(loadTypes, row.clType)]
  const facts = [how.filter(Boolean).join(' '), row.eta && `ETA ${shortDay(row.eta)}`].filter(Boolean)
  return (
    <span className="job-line">
      <span className="job-line__name">
        <span className="job-line__number">{row.jobId}</span>
        <TemplateMark row={row} />
        <span className="job-line__title" dir="auto">
          {nameOr(row.name)}
        </span>
        {row.statusId !== null && (
          <span className="job-line__status">
            <JobStatusDot statusId={row.statusId} />
          </span>
        )}
      </span>
      <span className="job-line__facts">
        {row.consignee !== null && (
          <span className="job-line__party" dir="auto">
            {nameOr(row.consignee)}
          </span>
        )}
        {facts.map(fact => (
          <span key={fact}>{fact}</span>
        ))}
      </span>
    </span>
  )
}

/** The dashboard on a phone: one column, whose rows are opened by a tap. */
export const phoneColumns: readonly Column<JobTableRow>[] = [
  {
    id: 'job',
    header: 'Job',
    text: row => `${row.jobId} ${nameOr(row.name)}`,
    render: row => <JobLine row={row} />,
    grow: true,
  },
]
