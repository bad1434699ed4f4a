import { useDebouncedValue } from '@mantine/hooks'
import { messageOf } from '#web/lib/problem.ts'
import { Banner } from '#web/ui/page/states.tsx'
import type { ComposedMail } from './compose.ts'
import { MailBody } from './MailBody.tsx'
import { personText } from './mail-words.ts'
import { useMailPreview } from './queries.ts'

/** The mail exactly as it will arrive. */
export function ComposePreview({ jobId, written }: { jobId: string; written: ComposedMail }) {
  const [settled] = useDebouncedValue(written, 300)
  const { subject, text, to, cc, bcc } = settled
  const { data, error } = useMailPreview(jobId, { subject, text })
  return (
    <section className="compose__preview" aria-label="Preview">
      {error && <Banner tone="failed">{messageOf(error)}</Banner>}
      {!data && !error && <p className="compose__size">Write a subject and a text to preview the e-mail.</p>}
      {data && (
        <>
          <dl className="mail-facts">
            <dt>From</dt>
            <dd>{personText(data.from)}</dd>
            {data.replyTo && (
              <>
                <dt>Replies to</dt>
                <dd>{data.replyTo}</dd>
              </>
            )}
            <dt>To</dt>
            <dd>{to.join(', ')}</dd>
            {cc.length > 0 && (
              <>
                <dt>Cc</dt>
                <dd>{cc.join(', ')}</dd>
              </>
            )}
            {bcc.length > 0 && (
              <>
                <dt>Bcc</dt>
                <dd>{bcc.join(', ')}</dd>
              </>
            )}
            <dt>Subject</dt>
            <dd>{data.subject}</dd>
          </dl>
          <MailBody html={data.html} text={data.text} />
        </>
      )}
    </section>
  )
}
