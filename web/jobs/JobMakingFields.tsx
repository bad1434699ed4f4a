import { NativeSelect } from '@mantine/core'
import { useId, useState } from 'react'
import type { AskedJobs, JobChange } from '#contract/job-changes.ts'
import type { JobMaking } from '#contract/job-makings.ts'
import { USUAL_COPY } from '#contract/original-or-copy.ts'
import { countText } from '#web/lib/format.ts'
import { useMailTemplates } from '#web/mail-templates/queries.ts'
import { useMailSettings } from '#web/mails/queries.ts'
import { OriginalOrCopyPicker } from '#web/templates/OriginalOrCopyPicker.tsx'
import { useAsksOriginalOrCopy, useDocumentFormats } from '#web/templates/queries.ts'
import { TemplatePicker } from '#web/templates/TemplatePicker.tsx'
import { Banner } from '#web/ui/page/states.tsx'
import { CopiedParts, everything } from './CopiedParts.tsx'
import { JobChangeDialog } from './JobChangeDialog.tsx'

type Props = { onChange: (change: JobChange | null) => void }

export const wholeCopy: JobChange = { make: { what: 'copy', take: everything } }

/** What the copies take. */
export function CopyChange({ onChange }: Props) {
  const [take, setTake] = useState(everything)
  return (
    <CopiedParts
      take={take}
      onChange={next => {
        setTake(next)
        onChange({ make: { what: 'copy', take: next } })
      }}
    />
  )
}

type DocumentsToMake = Extract<JobMaking, { what: 'documents' }>
type DocumentsProps = { chosen: AskedJobs; count: number; onClose: () => void; onBegun: () => void }

/** Chooses the templates, then shows job by job what is made of them and what it lacks. */
export function DocumentsChange(props: DocumentsProps) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const [make, setMake] = useState<DocumentsToMake>()
  if (!make)
    return (
      <TemplatePicker
        isBusy={false}
        failure=""
        ticked={ticked}
        onTicked={setTicked}
        onClose={props.onClose}
        onChosen={(templates, formats) => {
          const templateIds = templates.map(({ id }) => id)
          setMake({ what: 'documents', templateIds, formats: [...formats] })
        }}
      />
    )
  return (
    <JobChangeDialog
      {...props}
      title={`Generate for ${countText(props.count, 'job')}`}
      change={{ make }}
      fields={onChange => (
        <>
          <OriginalsOrCopies make={make} onChange={onChange} />
          <p className="job-change__hint">
            The documents are made one job after the other while you go on working. Undo deletes those that
            nobody has changed; for 30 days each can be restored from its job.
          </p>
        </>
      )}
    />
  )
}

/** As what the papers are made, where one of the templates prints it. */
function OriginalsOrCopies({ make, onChange }: Props & { make: DocumentsToMake }) {
  const [chosen, setChosen] = useState(USUAL_COPY)
  const isAsked = useAsksOriginalOrCopy(make.templateIds)
  if (!isAsked) return null
  return (
    <OriginalOrCopyPicker
      value={chosen}
      onChange={originalOrCopy => {
        setChosen(originalOrCopy)
        onChange({ make: { ...make, originalOrCopy } })
      }}
    />
  )
}

/** From which template, and whether those too of which something is missing. */
export function MailChange({ onChange }: Props) {
  const box = useId()
  const { data: templates } = useMailTemplates()
  const { data: settings } = useMailSettings()
  const { data: formats } = useDocumentFormats()
  const [templateId, setTemplateId] = useState('')
  const [sendIncomplete, setSendIncomplete] = useState(false)
  const noPdf = formats?.find(one => one.format === 'pdf')?.unavailable ?? undefined
  const tell = (next: { templateId?: string; sendIncomplete?: boolean }) => {
    const now = { templateId, sendIncomplete, ...next }
    const format = noPdf ? 'word' : 'pdf'
    onChange(now.templateId === '' ? null : { make: { what: 'mail', format, ...now } })
  }
  return (
    <>
      {settings?.serverConfigured === false && (
        <Banner tone="warning">
          No mail server is configured. The e-mails will be saved as not sent, and you can download each as an
          .eml file.
        </Banner>
      )}
      <NativeSelect
        label="Template"
        data-autofocus
        value={templateId}
        disabled={!templates || !formats}
        data={[
          { value: '', label: 'Choose a template' },
          ...(templates ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={event => {
          setTemplateId(event.currentTarget.value)
          tell({ templateId: event.currentTarget.value })
        }}
      />
      <div className="job-change__follow">
        <input
          id={box}
          type="checkbox"
          checked={sendIncomplete}
          onChange={event => {
            setSendIncomplete(event.currentTarget.checked)
            tell({ sendIncomplete: event.currentTarget.checked })
          }}
        />
        <label htmlFor={box}>Send those too of which something is missing</label>
      </div>
      <p className="job-change__hint">
        Each job gets an e-mail of its own, with the template’s recipients and documents. An e-mail that was
        sent cannot be taken back.
      </p>
    </>
  )
}
