import { Button } from '@mantine/core'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import type { Job } from '#contract/jobs.ts'
import { newId } from '#web/lib/new-id.ts'
import { isProblem, messageOf } from '#web/lib/problem.ts'
import { renderedMail } from '#web/mail-templates/queries.ts'
import { emptyJobQuestion, useDocumentFormats } from '#web/templates/queries.ts'
import { useFailure } from '#web/ui/form/failure.ts'
import { TextAreaField, TextField } from '#web/ui/form/fields.tsx'
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx'
import { SheetFrame } from '#web/ui/dialog/SheetFrame.tsx'
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
  /** The document template that made what is attached: an e-mail template that attaches its documents fits. */
  madeBy?: string | null
  draft: MailDraft
  onClose: () => void
}

/** Writes a mail to the people of a job. What is typed stays in the browser until it is sent or discarded. */
export function ComposeDialog({ job, initial, madeBy = null, draft, onClose }: Props) {
  const [typed, setWritten] = useState(initial)
  const title = `E-mail on job ${job.jobId}`
  const { data: formats } = useDocumentFormats()
  const noPdf = formats?.find(one => one.format === 'pdf')?.unavailable ?? undefined
  const written: ComposedMail = noPdf ? { ...typed, format: 'word' } : typed
  const [missing, setMissing] = useState<readonly Missing[]>([])
  const failure = useFailure()
  const [mistake, setMistake] = useState<MailMistake>()
  const ids = useId()
  const idOf = (field: MailMistake['field']) => `${ids}${field}`
  const [shows, setShows] = useState(false)
  const [first] = useState(() => firstEmpty(initial))
  // As soon as something is kept, it is a draft as any other.
  const [origin] = useState(madeBy)
  const covers = !SheetFrame.staysBeside()
  const { data: settings } = useMailSettings()
  const send = useSendMail()
  const change = (next: Partial<ComposedMail>) => {
    if (mistake && mistake.field in next) setMistake(undefined)
    setWritten(before => ({ ...before, ...next }))
  }

  // One press, one mail: what is pressed again unchanged is the same mail, whatever became of the first answer. A page
  // that is opened anew before the answer finds it with the draft.
  const pressed = useRef(initial.pressed ?? { id: '', content: '' })
  const keep = useEffectEvent(draft.keep)
  useEffect(() => {
    if (JSON.stringify(typed) !== JSON.stringify(emptyMail))
      keep({ ...typed, ...(pressed.current.id !== '' && { pressed: pressed.current }) })
  }, [typed])

  const submit = (hasLeft: () => boolean) => {
    const found = mistakeIn(written)
    setMistake(found)
    return found ? showField(idOf(found.field)) : sendMail(false, hasLeft)
  }
  const sendMail = async (allowEmptyJob: boolean, hasLeft: () => boolean): Promise<void> => {
    const input = inputOf(job.id, written, allowEmptyJob)
    const content = JSON.stringify(input)
    if (pressed.current.content !== content) pressed.current = { id: newId(), content }
    draft.keep({ ...typed, pressed: pressed.current })
    try {
      const mail = await send.mutateAsync({ ...input, id: pressed.current.id })
      draft.forget()
      notify.done(
        mail.state === 'notSent'
          ? 'The e-mail was saved but not sent: no mail server is configured.'
          : 'The e-mail is on its way.',
      )
      if (!hasLeft()) onClose()
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
  const isWritten = JSON.stringify(typed) !== JSON.stringify(emptyMail)
  return (
    <FormDialog
      title={title}
      frame={SheetFrame}
      ownsBack
      mayEscape={() => !isWritten || askMessage(stop)}
      onClose={onClose}
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
        madeBy={origin}
        hasFocus={first === 'template'}
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
        // Where the sheet covers the page, it is in the way of what is to be filled in.
        onLeave={() => {
          if (covers) onClose()
        }}
      />
      <RecipientsFields
        jobId={job.id}
        to={written.to}
        cc={written.cc}
        bcc={written.bcc}
        hasFocus={first === 'to'}
        idOf={idOf}
        mistake={mistake}
        onChange={change}
      />
      <TextField
        id={idOf('subject')}
        label="Subject"
        autoFocus={first === 'subject'}
        error={mistake?.field === 'subject' ? mistake.message : undefined}
        value={written.subject}
        maxLength={500}
        onChange={subject => change({ subject: subject ?? '' })}
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
      <TextAreaField
        id={idOf('text')}
        label="Text"
        autoFocus={first === 'text'}
        error={mistake?.field === 'text' ? mistake.message : undefined}
        rows={10}
        value={written.text}
        onChange={text => change({ text: text ?? '' })}
      />
      {shows && <ComposePreview jobId={job.id} written={written} />}
    </FormDialog>
  )
}

const stop = {
  title: 'Stop writing for now?',
  description: 'What you wrote is kept: “Continue writing” under E-mails opens it again.',
  ok: 'Close',
  cancel: 'Keep writing',
}

/** Where the cursor begins. */
function firstEmpty({ to, subject, text, templateId }: ComposedMail) {
  if (templateId === '' && to.length === 0 && subject === '' && text === '') return 'template'
  if (to.length === 0) return 'to'
  return subject.trim() === '' ? 'subject' : 'text'
}

/** What is wrong may be out of sight where “Send” is pressed. */
function showField(id: string) {
  const field = document.getElementById(id)
  field?.focus({ preventScroll: true })
  field?.scrollIntoView({ block: 'center' })
}
