import { Link } from '@tanstack/react-router'
import type { JobChangeReport, NamedJobChange } from '#contract/job-changes.ts'
import type { MadeForJob } from '#contract/job-makings.ts'
import { countText } from '#web/lib/format.ts'
import { MailPreview } from '#web/mails/MailPreviewPicker.tsx'
import { jobName } from './conflict-words.ts'
import './job-changes.css'

const shown = (text: string) => text || '(empty)'

type Props = {
  report: JobChangeReport
  /** From which e-mails are made that can be looked at before. */
  mailTemplateId?: string | undefined
}

/** Job by job what changes, or why it does not. */
export function ChangedJobs({ report, mailTemplateId }: Props) {
  const { jobs, total, makes, undoOf } = report
  return (
    <div className="changed-jobs scrolls-sideways">
      <table className="changed-jobs__table">
        <thead>
          <tr>
            <th scope="col">Job</th>
            <th scope="col">{makes ? (undoOf === null ? 'What is made' : 'What is deleted') : 'Change'}</th>
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
                <Change job={job} isUndo={undoOf !== null} />
                {makes === 'copy' && job.state === 'waiting' && 'One copy'}
                {mailTemplateId && job.state === 'waiting' && (
                  <MailPreview templateId={mailTemplateId} jobId={job.id} />
                )}
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

function Change({ job, isUndo }: { job: NamedJobChange; isUndo: boolean }) {
  const { state, fields, reason, warning, lines, made } = job
  const isDone = state === 'waiting' || state === 'changed'
  return (
    <>
      {isDone &&
        fields.map(({ label, old, new: after }) => (
          <p key={label} className="changed-jobs__field">
            {label}: {shown(old)} → <strong>{shown(after)}</strong>
          </p>
        ))}
      {!isUndo &&
        made.every(({ kind }) => kind === 'mail') &&
        lines.map(({ label, text }) => (
          <p key={label} className="changed-jobs__field">
            {label}: {text}
          </p>
        ))}
      {made.map(one => (
        <p key={one.id} className="changed-jobs__field">
          <Made of={job} one={one} isGone={isUndo && state === 'changed'} />
        </p>
      ))}
      {state === 'same' && <p className="changed-jobs__field">{isUndo ? 'Nothing left' : 'Already so'}</p>}
      {warning && <p className="changed-jobs__reason">{warning}</p>}
      {reason && <p className="changed-jobs__reason">{reason}</p>}
    </>
  )
}

type MadeProps = { of: NamedJobChange; one: MadeForJob; isGone: boolean }

/** What was made, and the way to it. */
function Made({ of: job, one: { kind, id, name }, isGone }: MadeProps) {
  if (isGone) return kind === 'job' ? `Job ${name}` : name
  if (kind === 'job')
    return (
      <Link to="/webapp/shipment" search={{ id }}>
        Job {name}
      </Link>
    )
  return (
    <Link
      to={kind === 'mail' ? '/webapp/shipment/emails' : '/webapp/shipment/document'}
      search={{ id: job.id }}
    >
      {kind === 'mail' ? 'See the e-mail' : name}
    </Link>
  )
}
