import { Button } from '@mantine/core'
import { IconDownload } from '#web/ui/icons.ts'
import type { RecipientKind } from '#contract/mail-states.ts'
import type { MailAttachment, MailDetails } from '#contract/mails.ts'
import { momentText, sizeText } from '#web/lib/format.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { notify } from '#web/ui/notice/notify.ts'
import { StatusDot } from '#web/ui/page/StatusDot.tsx'
import {
  personText,
  recipientStateLabels,
  recipientTones,
  replyText,
  stampText,
  stateDetail,
  stateText,
  stateTones,
} from './mail-words.ts'
import { mailAttachmentFile } from './queries.ts'

const kinds: Record<RecipientKind, string> = { to: 'To', cc: 'Cc', bcc: 'Bcc' }

/** Who wrote what to whom and when, and what became of it for each; `canLeave`: there is a mail server. */
export function MailFacts({ mail, canLeave }: { mail: MailDetails; canLeave: boolean }) {
  const detail = stateDetail(mail, canLeave)
  return (
    <dl className="mail-facts">
      <dt>State</dt>
      <dd>
        <StatusDot tone={stateTones[mail.state]}>{stateText(mail.state, canLeave)}</StatusDot>
        {detail && <span className="mail-facts__detail"> {detail}</span>}
      </dd>
      <dt>Written</dt>
      <dd>
        {momentText(mail.madeAt)}
        {mail.by && ` by ${mail.by.displayName}`}
      </dd>
      <dt>From</dt>
      <dd>
        {personText(mail.from)}
        {mail.replyTo && <span className="mail-facts__detail"> (replies to {mail.replyTo})</span>}
      </dd>
      {mail.recipients.map((one, index) => (
        <div key={`${one.kind} ${one.address}`} className="mail-facts__recipient">
          <dt>{mail.recipients[index - 1]?.kind === one.kind ? '' : kinds[one.kind]}</dt>
          <dd>
            {personText(one)}
            <StatusDot tone={recipientTones[one.state]}>{recipientStateLabels[one.state]}</StatusDot>
            {replyText(one, canLeave) && (
              <span className="mail-facts__detail">{replyText(one, canLeave)}</span>
            )}
          </dd>
        </div>
      ))}
      {mail.stamps.length > 0 && (
        <>
          <dt>Dates</dt>
          <dd>
            {mail.stamps.map(stamp => (
              <span key={stamp.field}>{stampText(stamp, canLeave)}</span>
            ))}
          </dd>
        </>
      )}
      {mail.attachments.length > 0 && (
        <>
          <dt>Attached</dt>
          <dd>
            {mail.attachments.map(attachment => (
              <Button
                key={attachment.id}
                variant="default"
                size="compact-sm"
                leftSection={<IconDownload size={16} aria-hidden />}
                onClick={() => void download(mail.id, attachment)}
              >
                {attachment.name}, {sizeText(attachment.size)}
              </Button>
            ))}
          </dd>
        </>
      )}
    </dl>
  )
}

async function download(mailId: string, { id, name }: MailAttachment) {
  try {
    saveFile(await mailAttachmentFile(mailId, id), name)
  } catch (failure) {
    notify.failedBecause(`${name} could not be downloaded.`, failure)
  }
}
