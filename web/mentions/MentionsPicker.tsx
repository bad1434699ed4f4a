import { Link } from '@tanstack/react-router'
import type { Mention } from '#contract/mentions.ts'
import { momentText, nameOr } from '#web/lib/format.ts'
import { Dialog } from '#web/ui/dialog/Dialog.tsx'
import { EmptyState, FailedState, FormSkeleton } from '#web/ui/page/states.tsx'
import './mentions.css'
import { useMentions } from './queries.ts'

/** The notes that mention the signed-in person; each leads to the notes of its job. */
export function MentionsPicker({ onClose }: { onClose: () => void }) {
  const { data, error, refetch } = useMentions()
  return (
    <Dialog title="Mentions" onClose={onClose}>
      {data ? (
        <Mentions mentions={data} onClose={onClose} />
      ) : error ? (
        <FailedState
          title="Your mentions could not be loaded."
          error={error}
          onRetry={() => void refetch()}
        />
      ) : (
        <FormSkeleton fields={3} />
      )}
    </Dialog>
  )
}

function Mentions({ mentions, onClose }: { mentions: readonly Mention[]; onClose: () => void }) {
  if (mentions.length === 0)
    return (
      <EmptyState
        title="Nobody has mentioned you yet."
        hint="Colleagues mention you in the notes of a job by typing @ and your name."
      />
    )
  return (
    <ul className="mentions">
      {mentions.map(({ noteId, job, author, text, writtenAt, isRead }) => (
        <li key={noteId}>
          <Link
            to="/webapp/shipment/notes"
            search={{ id: job.id }}
            className={isRead ? 'mentions__one' : 'mentions__one mentions__one--unread'}
            onClick={onClose}
          >
            <span className="mentions__head">
              {!isRead && <span className="mentions__new">Unread</span>}
              <strong>{author}</strong> on job {job.jobId} {nameOr(job.name)}
              <time dateTime={writtenAt}>{momentText(writtenAt)}</time>
            </span>
            <span className="mentions__text" dir="auto">
              {text}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
