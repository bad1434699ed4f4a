import { Button } from '@mantine/core'
import { useState } from 'react'
import type { MailSettings } from '#contract/mail-settings.ts'
import { numberText, sizeText } from '#web/lib/format.ts'
import { isProblem, messageOf } from '#web/lib/problem.ts'
import { Dialog } from '#web/ui/dialog/Dialog.tsx'
import { TextField } from '#web/ui/form/fields.tsx'
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx'
import { notify } from '#web/ui/notice/notify.ts'
import { Banner, FailedState, FormSkeleton } from '#web/ui/page/states.tsx'
import './mails.css'
import { useMailSettings, useTestMail, useUpdateMailSettings } from './queries.ts'

/** As whom the company's mail leaves, and whether it does: tried by a test e-mail. */
export function MailSettingsDialog({ onClose }: { onClose: () => void }) {
  const { data, error, refetch } = useMailSettings()
  if (data) return <Settings key={data.version} settings={data} onClose={onClose} />
  return (
    <Dialog title="Sender" onClose={onClose}>
      {error ? (
        <FailedState title="The settings could not be loaded." error={error} onRetry={() => void refetch()} />
      ) : (
        <FormSkeleton fields={2} />
      )}
    </Dialog>
  )
}

const explain = (error: unknown) =>
  isProblem(error, 'changed_meanwhile')
    ? 'Somebody has changed the sender in the meantime. Close this dialog and open it again to see the change.'
    : messageOf(error)

function Settings({ settings, onClose }: { settings: MailSettings; onClose: () => void }) {
  const [senderName, setSenderName] = useState(settings.senderName)
  const [replyTo, setReplyTo] = useState(settings.replyTo)
  const [tested, setTested] = useState<{ accepted: boolean; words: string }>()
  const update = useUpdateMailSettings()
  const test = useTestMail()
  const { sender, serverConfigured, signed } = settings

  const save = async (hasLeft: () => boolean) => {
    await update.mutateAsync({ change: { senderName, replyTo }, version: settings.version })
    if (hasLeft()) return
    notify.done('The sender was saved.')
    onClose()
  }
  const tryOut = async () => {
    setTested(undefined)
    try {
      const { accepted, to, answer } = await test.mutateAsync()
      setTested({
        accepted,
        words: accepted
          ? `The mail server accepted a test e-mail to ${to}: “${answer}”`
          : `It was not sent to ${to}. ${answer}`,
      })
    } catch (error) {
      setTested({ accepted: false, words: messageOf(error) })
    }
  }
  return (
    <FormDialog
      title="Sender"
      onClose={onClose}
      onSubmit={save}
      isUnsaved={senderName !== settings.senderName || replyTo !== settings.replyTo}
      explain={explain}
    >
      <TextField
        label="Sender’s name"
        description={`E-mails come from this name and the address ${sender.address}.`}
        placeholder={sender.name}
        maxLength={200}
        value={senderName}
        onChange={setSenderName}
      />
      <TextField
        label="Replies go to"
        type="email"
        description="An address that the whole office reads. If it is empty, replies go to the person who sends."
        placeholder="The person who sends"
        value={replyTo}
        onChange={setReplyTo}
      />
      <p className="compose__size">
        {signed ? 'E-mails are signed with DKIM. ' : 'E-mails are not signed with DKIM. '}
        One e-mail goes to at most {settings.mostRecipients} people with{' '}
        {sizeText(settings.largestAttachments)} of attachments
        {settings.mostRecipientsAnHour !== null &&
          `; the company writes to at most ${numberText(settings.mostRecipientsAnHour)} people an hour`}
        .
      </p>
      {!serverConfigured && (
        <Banner tone="warning">
          No mail server is configured, so e-mails are saved but not sent. They are sent once the operator of
          this server has set SMTP_HOST and MAIL_FROM.
        </Banner>
      )}
      <div>
        <Button variant="default" loading={test.isPending} onClick={() => void tryOut()}>
          Send me a test e-mail
        </Button>
      </div>
      {tested && <Banner tone={tested.accepted ? 'done' : 'failed'}>{tested.words}</Banner>}
    </FormDialog>
  )
}
