import { Button } from '@mantine/core'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import type { Job } from '#contract/jobs.ts'
import type { Mail } from '#contract/mails.ts'
import { newId } from '#web/lib/new-id.ts'
import { isProblem, messageOf } from '#web/lib/problem.ts'
import { renderedMail } from '#web/mail-templates/queries.ts'
import { emptyJobQuestion, useDocumentFormats } from '#web/templates/queries.ts'
import { useFailure } from '#web/ui/form/failure.ts'
import { TextAreaField, TextField } from '#web/ui/form/fields.tsx'
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx'
import { askMessage } from '#web/ui/dialog/message-box-store.ts'
import { notify } from '#web/ui/notice/notify.ts'
import { Banner } from '#web/ui/page/states.tsx'
import { AttachmentsField } from './AttachmentsField.tsx'
import {
  emptyMail,
  inputOf,
  type MailMistake,
  missingFrom,
  mistakeIn,
  withNumbersNow,
  type ComposedMail,
} from './compose.ts'
import { ComposePreview } from './ComposePreview.tsx'
import type { MailDraft } from './mail-draft.ts'
import './mails.css'
import { type Missing, MissingList } from './MissingList.tsx'
import { useMailSettings, useSendMail } from './queries.ts'
import { RecipientsFields } from './RecipientsFields.tsx'
import { StampFields } from './StampFields.tsx'
import { TemplateChoice } from './TemplateChoice.tsx'

type Props = {
  job: Job
  initial: ComposedMail
  draft: MailDraft
  onClose: () => void
  onSent: (mail: Mail) => void
}

/** Writes a mail to the people of a job. What is typed stays in the browser until it is sent or discarded. */
export function ComposeDialog({ job, initial, draft, onClose, onSent }: Props) {
  const [typed, setWritten] = useState(initial)
  const { data: formats } = useDocumentFormats()
  const noPdf = formats?.find(one => one.format === 'pdf')?.unavailable ?? undefined
  const written: ComposedMail = noPdf ? { ...typed, format: 'word' } : typed
  const [missing, setMissing] = useState<readonly Missing[]>([])
  const failure = useFailure()
  const [mistake, setMistake] = useState<MailMistake>()
  const ids = useId()
  const idOf = (field: MailMistake['field']) => `${ids}${field}`
  const [shows, setShows] = useState(false)
  const { data: settings } = useMailSettings()
  const send = useSendMail()
  const change = (next: Partial<ComposedMail>) => {
    if (mistake && mistake.field in next) setMistake(undefined)
    setWritten(before => ({ ...before, ...next }))
  }

  const keep = useEffectEvent(draft.keep)
  useEffect(() => {
    if (JSON.stringify(typed) !== JSON.stringify(emptyMail)) keep(typed)
  }, [typed])

  // One press, one mail: what is pressed again unchanged is the same mail, whatever became of the first answer.
  const pressed = useRef({ id: '', content: '' })
  const submit = (hasLeft: () => boolean) => {
    const found = mistakeIn(written)
    setMistake(found)
    return found ? showField(idOf(found.field)) : sendMail(false, hasLeft)
  }
  const sendMail = async (allowEmptyJob: boolean, hasLeft: () => boolean): Promise<void> => {
    const input = inputOf(job.id, written, allowEmptyJob)
    const content = JSON.stringify(input)
    if (pressed.current.content !== content) pressed.current = { id: newId(), content }
    try {
      const mail = await send.mutateAsync({ ...input, id: pressed.current.id })
      draft.forget()
      notify.done(
        mail.state === 'notSent'
          ? 'The e-mail was saved but not sent: no mail server is configured.'
          : 'The e-mail is on its way.',
      )
      if (!hasLeft()) onSent(mail)
    } catch (error) {
      if (hasLeft()) throw error
      if (isProblem(error, 'job_empty') && (await askMessage(emptyJobQuestion)))
        return sendMail(true, hasLeft)
      failure.showFailure(error)
      if (isProblem(error, 'number_given')) await renumber(messageOf(error))
    }
  }
  const renumber = async (reason: string) => {
    try {
      setWritten(withNumbersNow(typed, await renderedMail(written.templateId, job.id)))
      failure.setFailure(`${reason} The text now has the new one: check it and send it again.`)
    } catch {
      // The reason stands there; the text is put right by hand.
    }
  }
  const close = () => {
    draft.refresh()
    onClose()
  }
  return (
    <FormDialog
      title={`E-mail on job ${job.jobId}`}
      size="lg"
      onClose={close}
      onSubmit={submit}
      // What is typed is kept as a draft.
      isUnsaved={false}
      failure={failure}
      submit={settings && !settings.serverConfigured ? 'Save as not sent' : 'Send'}
      otherButtons={
        <>
          <Button
            className="quiet-button"
            variant="subtle"
            color="gray"
            disabled={send.isPending}
            onClick={() => {
              draft.forget()
              onClose()
            }}
          >
            Discard
          </Button>
          <Button variant="default" aria-expanded={shows} onClick={() => setShows(!shows)}>
            {shows ? 'Hide preview' : 'Preview'}
          </Button>
        </>
      }
    >
      {settings && !settings.serverConfigured && (
        <Banner tone="warning">
          No mail server is configured. This e-mail will be saved as not sent, and you can download it as an
          .eml file.
        </Banner>
      )}
      <TemplateChoice
        job={job}
        written={written}
        onChosen={(next, lacks) => {
          setWritten(next)
          setMissing(lacks)
        }}
        onFailed={failure.setFailure}
      />
      <MissingList
        jobId={job.id}
        missing={missingFrom(missing, written)}
        madeFrom={written.madeFrom}
        onLeave={close}
      />
      <RecipientsFields
        jobId={job.id}
        to={written.to}
        cc={written.cc}
        idOf={idOf}
        mistake={mistake}
        onChange={change}
      />
      <TextField
        id={idOf('subject')}
        label="Subject"
        error={mistake?.field === 'subject' ? mistake.message : undefined}
        value={written.subject}
        maxLength={500}
        onChange={subject => change({ subject: subject ?? '' })}
      />
      <TextAreaField
        id={idOf('text')}
        label="Text"
        error={mistake?.field === 'text' ? mistake.message : undefined}
        rows={10}
        value={written.text}
        onChange={text => change({ text: text ?? '' })}
      />
      <AttachmentsField
        job={job}
        written={written}
        noPdf={noPdf}
        limit={settings?.largestAttachments}
        onChange={change}
      />
      <StampFields
        job={job}
        written={written}
        canLeave={settings?.serverConfigured !== false}
        onChange={change}
      />
      {shows && <ComposePreview jobId={job.id} written={written} />}
    </FormDialog>
  )
}

/** What is wrong may be out of sight where “Send” is pressed. */
function showField(id: string) {
  const field = document.getElementById(id)
  field?.focus({ preventScroll: true })
  field?.scrollIntoView({ block: 'center' })
}
