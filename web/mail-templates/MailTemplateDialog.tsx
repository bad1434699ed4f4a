import { useState } from 'react'
import type { MailTemplate } from '#contract/mail-templates.ts'
import { countText } from '#web/lib/format.ts'
import { newId } from '#web/lib/new-id.ts'
import { notify } from '#web/ui/notice/notify.ts'
import { RecordDialog } from '#web/ui/record-form/RecordDialog.tsx'
import { labels, templateChange, templateInput, templateText, templateValues } from './form.ts'
import './mail-templates.css'
import { MailTemplateFields } from './MailTemplateFields.tsx'
import { MailTemplatePreview } from './MailTemplatePreview.tsx'
import { usePapers, useSaveMailTemplate } from './queries.ts'

type Props = {
  /** undefined: a new one. */
  template: MailTemplate | undefined
  readOnly: boolean
  onClose: () => void
  onSaved: (id: string) => void
}

const storedOf = (template: MailTemplate | undefined) => ({
  values: templateValues(template),
  version: template?.version ?? 0,
})

/** An e-mail template, with what it makes of a job below it. */
export function MailTemplateDialog({ template, readOnly, onClose, onSaved }: Props) {
  const [id] = useState(() => template?.id ?? newId())
  const [nextId] = useState(newId)
  const save = useSaveMailTemplate()
  const papers = usePapers()
  return (
    <RecordDialog
      title={template ? template.name : 'New E-mail Template'}
      size="lg"
      submit={readOnly ? null : 'Save'}
      stored={storedOf(template)}
      labels={labels}
      textOf={(field, value) => templateText(field, value, papers)}
      send={(sent, changed, version) =>
        save.mutateAsync(
          template
            ? { change: { id, ...templateChange(sent, changed) }, version }
            : { added: { id, ...templateInput(sent) } },
        )
      }
      read={storedOf}
      anew={{
        noun: 'e-mail template',
        send: values => save.mutateAsync({ added: { id: nextId, ...templateInput(values) } }),
      }}
      onSaved={saved => {
        onSaved(saved.id)
        const { length } = saved.problems
        notify.done(
          length === 0
            ? `${saved.name} was saved.`
            : `${saved.name} was saved. ${countText(length, 'place needs', 'places need')} correcting: the preview lists them.`,
        )
      }}
      onClose={onClose}
    >
      {control => (
        <>
          <fieldset className="mail-template-form bare-fieldset" disabled={readOnly}>
            <MailTemplateFields control={control} papers={papers} />
          </fieldset>
          <MailTemplatePreview control={control} />
        </>
      )}
    </RecordDialog>
  )
}
