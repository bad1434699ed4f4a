import { NativeSelect } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { OtherJob } from '#contract/jobs.ts'
import { countText, nameOr } from '#web/lib/format.ts'
import { messageOf } from '#web/lib/problem.ts'
import { useMailTemplates } from '#web/mail-templates/queries.ts'
import { useDocumentFormats } from '#web/templates/queries.ts'
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx'
import { Banner } from '#web/ui/page/states.tsx'
import { MailBody } from './MailBody.tsx'
import { personText } from './mail-words.ts'
import { isComplete, type JobMail, mailsFor, sendMails } from './many-mails.ts'
import './many-mails.css'
import { useMailSettings } from './queries.ts'

type Props = { jobs: readonly OtherJob[]; onBegun: () => void; onClose: () => void }

/** Chooses a template, shows the e-mail that it makes for each job, and sends those that are ticked. */
export function ManyMailsPicker({ jobs, onBegun, onClose }: Props) {
  const client = useQueryClient()
  const { data: templates } = useMailTemplates()
  const { data: settings } = useMailSettings()
  const { data: formats } = useDocumentFormats()
  const [templateId, setTemplateId] = useState('')
  /** What the person ticked or unticked, by job. */
  const [ticks, setTicks] = useState<Readonly<Record<string, boolean>>>({})
  const { data: mails, error } = useQuery({
    queryKey: ['mails for jobs', templateId, jobs.map(({ id }) => id)],
    queryFn: ({ signal }) => mailsFor(templateId, jobs, signal),
    enabled: templateId !== '',
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const isTicked = (mail: JobMail) => mail.refused === null && (ticks[mail.job.id] ?? isComplete(mail))
  const chosen = mails?.filter(isTicked) ?? []
  const canLeave = settings?.serverConfigured !== false
  const noPdf = formats?.find(one => one.format === 'pdf')?.unavailable ?? undefined
  const run = () => {
    void sendMails(client, chosen, { templateId, format: noPdf ? 'word' : 'pdf' })
    onBegun()
    onClose()
  }
  const count = countText(chosen.length, 'e-mail')
  return (
    <FormDialog
      title={`E-mail on ${countText(jobs.length, 'job')}`}
      size="lg"
      onClose={onClose}
      onSubmit={run}
      isUnsaved={false}
      isDisabled={chosen.length === 0}
      submit={canLeave ? `Send ${count}` : `Save ${count} as not sent`}
    >
      {!canLeave && (
        <Banner tone="warning">
          No mail server is configured. The e-mails will be saved as not sent, and you can download each as an
          .eml file.
        </Banner>
      )}
      <NativeSelect
        label="Template"
        data-autofocus
        value={templateId}
        disabled={!templates}
        data={[
          { value: '', label: 'Choose a template' },
          ...(templates ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={event => {
          setTemplateId(event.currentTarget.value)
          setTicks({})
        }}
      />
      {error && templateId !== '' && (
        <Banner tone="failed">{`The e-mails could not be shown. ${messageOf(error)}`}</Banner>
      )}
      <p className="many-mails__outcome" role="status">
        {templateId === ''
          ? `Each of the ${countText(jobs.length, 'job')} gets an e-mail of its own, with the template’s recipients and documents.`
          : mails
            ? outcomeText(mails)
            : !error && 'Looking…'}
      </p>
      {mails && (
        <ul className="many-mails" aria-label="E-mails">
          {mails.map(mail => (
            <OneMail
              key={mail.job.id}
              mail={mail}
              isTicked={isTicked(mail)}
              onTick={isChosen => setTicks({ ...ticks, [mail.job.id]: isChosen })}
            />
          ))}
        </ul>
      )}
      {mails && <p className="many-mails__hint">An e-mail that was sent cannot be taken back.</p>}
    </FormDialog>
  )
}

function outcomeText(mails: readonly JobMail[]): string {
  const refused = mails.filter(one => one.refused !== null).length
  const complete = mails.filter(isComplete).length
  const lacking = mails.length - refused - complete
  const parts = [`${countText(complete, 'e-mail')} ready.`]
  if (lacking > 0)
    parts.push(`${countText(lacking, 'e-mail')} with something missing: tick what is to be sent anyway.`)
  if (refused > 0) parts.push(`${countText(refused, 'e-mail')} cannot be sent.`)
  return parts.join(' ')
}

type OneProps = { mail: JobMail; isTicked: boolean; onTick: (isChosen: boolean) => void }

function OneMail({ mail: { job, rendered, refused, lacking, checks }, isTicked, onTick }: OneProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <li className="many-mails__one">
      <label className="many-mails__job">
        <input
          type="checkbox"
          checked={isTicked}
          disabled={refused !== null}
          onChange={event => onTick(event.currentTarget.checked)}
        />
        {job.jobId} {nameOr(job.name)}
      </label>
      {refused && <p className="many-mails__trouble">{refused}</p>}
      {lacking.length > 0 && <p className="many-mails__trouble">{`Missing: ${lacking.join('; ')}.`}</p>}
      {checks.length > 0 && <p className="many-mails__trouble">{`Check: ${checks.join('; ')}.`}</p>}
      {rendered && (
        <>
          <p className="many-mails__fact">
            {rendered.to.length > 0 && `To ${rendered.to.map(personText).join(', ')}`}
            {rendered.cc.length > 0 && `, Cc ${rendered.cc.map(personText).join(', ')}`}
            {rendered.bcc.length > 0 && `, Bcc ${rendered.bcc.map(personText).join(', ')}`}
          </p>
          <p className="many-mails__fact">{rendered.subject}</p>
          {rendered.attachments.length > 0 && (
            <p className="many-mails__fact">
              {`With ${rendered.attachments.map(({ name }) => name).join(', ')}`}
            </p>
          )}
          {/* A frame for each of many e-mails would take long to draw. */}
          <details onToggle={event => setIsOpen(event.currentTarget.open)}>
            <summary>Preview</summary>
            {isOpen && <MailBody html={rendered.html} text={rendered.text} />}
          </details>
        </>
      )}
    </li>
  )
}
