import { Button } from '@mantine/core'
import { mailStateLabels } from '#contract/mail-states.ts'
import type { Mail, MailDetails } from '#contract/mails.ts'
import { useMay } from '#web/lib/membership.ts'
import { messageOf } from '#web/lib/problem.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { Dialog } from '#web/ui/dialog/Dialog.tsx'
import { askMessage } from '#web/ui/dialog/message-box-store.ts'
import { notify } from '#web/ui/notice/notify.ts'
import { FailedState, FormSkeleton } from '#web/ui/page/states.tsx'
import { MailFacts } from './MailFacts.tsx'
import { MailBody } from './MailBody.tsx'
import { mailFile, useCanSend, useGiveUpMail, useMail, useResendMail, useRetryMail } from './queries.ts'

type Props = {
  id: string
  onClose: () => void
  /** Absent where mails are not written. */
  onForward?: (mail: MailDetails) => void
}

const RETRIED: readonly Mail['state'][] = ['refused', 'givenUp', 'notSent', 'uncertain', 'partly']
const SENT_AGAIN: readonly Mail['state'][] = ['sent', 'partly', 'uncertain']

/** A mail as it was written, what became of it, and what can be done with it. */
export function MailDialog({ id, onClose, onForward }: Props) {
  const { data: mail, error, refetch } = useMail(id)
  const canLeave = useCanSend()
  return (
    <Dialog
      title={mail?.subject ?? 'E-mail'}
      size="lg"
      onClose={onClose}
      footer={
        <>
          {mail && <Actions mail={mail} onForward={onForward} />}
          <Button onClick={onClose} data-autofocus>
            Close
          </Button>
        </>
      }
    >
      {error && !mail && (
        <FailedState title="The e-mail could not be loaded." error={error} onRetry={() => void refetch()} />
      )}
      {!mail && !error && <FormSkeleton fields={4} />}
      {mail && (
        <>
          <MailFacts mail={mail} canLeave={canLeave !== false} />
          <MailBody html={mail.html} text={mail.text} />
        </>
      )}
    </Dialog>
  )
}

async function download({ id, subject }: Mail) {
  try {
    saveFile(await mailFile(id), `${subject.replaceAll(/[\\/:*?"<>|]/g, ' ').slice(0, 100)}.eml`)
  } catch (failure) {
    notify.failedBecause('The e-mail could not be downloaded.', failure)
  }
}

function Actions({ mail, onForward }: { mail: MailDetails; onForward: Props['onForward'] }) {
  const maySend = useMay('mail:send')
  const canLeave = useCanSend() === true
  const resend = useResendMail()
  const retry = useRetryMail()
  const giveUp = useGiveUpMail()
  const does = async (work: () => Promise<Mail>, done: (made: Mail) => string) => {
    try {
      const made = await work()
      notify.done(done(made), undefined, mail.id)
    } catch (failure) {
      notify.failed(messageOf(failure), undefined, mail.id)
    }
  }
  const askAndResend = async () => {
    const isMeant = await askMessage({
      title: 'Do you want to send this e-mail again?',
      description: `The same text and attachments go to ${mail.recipients.length === 1 ? 'the same recipient' : 'all the same recipients'} again, as a new e-mail.`,
      ok: 'Send again',
    })
    if (isMeant)
      await does(
        () => resend.mutateAsync(mail),
        made => `The new e-mail: ${mailStateLabels[made.state].toLowerCase()}.`,
      )
  }
  return (
    <>
      <Button variant="default" onClick={() => void download(mail)}>
        Download .eml
      </Button>
      {maySend && onForward && (
        <Button variant="default" onClick={() => onForward(mail)}>
          Forward
        </Button>
      )}
      {maySend && mail.shipmentId && SENT_AGAIN.includes(mail.state) && (
        <Button variant="default" loading={resend.isPending} onClick={() => void askAndResend()}>
          Send again
        </Button>
      )}
      {maySend && canLeave && RETRIED.includes(mail.state) && (
        <Button
          variant="default"
          loading={retry.isPending}
          onClick={() =>
            void does(
              () => retry.mutateAsync(mail),
              () => 'It will be tried again.',
            )
          }
        >
          Try again
        </Button>
      )}
      {maySend && mail.state === 'waiting' && (
        <Button
          variant="default"
          loading={giveUp.isPending}
          onClick={() =>
            void does(
              () => giveUp.mutateAsync(mail),
              () => 'It will not be tried again.',
            )
          }
        >
          Stop trying
        </Button>
      )}
    </>
  )
}
