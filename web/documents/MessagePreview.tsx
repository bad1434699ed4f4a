import { useQuery } from '@tanstack/react-query'
import type { Document } from '#contract/documents.ts'
import { momentText, sizeText } from '#web/lib/format.ts'
import { FailedState, FormSkeleton } from '#web/ui/page/states.tsx'
import { messageQuery } from './queries.ts'

/** An e-mail as plain text. */
export function MessagePreview({ document }: { document: Document }) {
  const { data, error, refetch } = useQuery(messageQuery(document))
  if (error)
    return <FailedState title="The e-mail could not be read." error={error} onRetry={() => void refetch()} />
  if (!data) return <FormSkeleton fields={4} />
  const heading = [
    ['From', data.from],
    ['To', data.to],
    ['Cc', data.cc],
    ['Sent', momentText(data.sentAt)],
    ['Subject', data.subject],
  ].filter(([, value]) => value)
  return (
    <>
      <dl className="message-preview__heading">
        {heading.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className="message-preview__text">{data.text || 'This e-mail has no text that can be shown.'}</p>
      {data.attachments.length > 0 && (
        <section aria-label="Attachments of the e-mail">
          <h3 className="message-preview__title">Attachments</h3>
          <ul className="message-preview__attachments">
            {data.attachments.map(({ name, size }, index) => (
              <li key={`${index} ${name}`}>
                {name} <span className="message-preview__size">{sizeText(size)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
