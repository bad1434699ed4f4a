import { Link } from '@tanstack/react-router'
import type { JobChangeReport, NamedJobChange } from '#contract/job-changes.ts'
import { countText } from '#web/lib/format.ts'
import { jobName } from './conflict-words.ts'
import './job-changes.css'

const shown = (text: string) => text || '(empty)'

/** Job by job what changes, or why it does not. */
export function ChangedJobs({ report }: { report: JobChangeReport }) {
  const { jobs, total } = report
  return (
    <div className="changed-jobs scrolls-sideways">
      <table className="changed-jobs__table">
        <thead>
          <tr>
            <th scope="col">Job</th>
            <th scope="col">Change</th>
          </tr>
        </thead>
        <tbody>
          {jobs.map(job => (
            <tr key={job.id}>
              <th scope="row">
                <Link to="/webapp/shipment" search={{ id: job.id }}>
                  {jobName(job)}
                </Link>
              </th>
              <td>
                <Change job={job} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {total > jobs.length && (
        <p className="changed-jobs__rest">and {countText(total - jobs.length, 'more job')}</p>
      )}
    </div>
  )
}

function Change({ job: { state, fields, reason, warning } }: { job: NamedJobChange }) {
  const isDone = state === 'waiting' || state === 'changed'
  return (
    <>
      {isDone &&
        fields.map(({ label, old, new: after }) => (
          <p key={label} className="changed-jobs__field">
            {label}: {shown(old)} → <strong>{shown(after)}</strong>
          </p>
        ))}
      {state === 'same' && <p className="changed-jobs__field">Already so</p>}
      {warning && <p className="changed-jobs__reason">{warning}</p>}
      {reason && <p className="changed-jobs__reason">{reason}</p>}
    </>
  )
}
