import { ChoiceSelect } from '#web/ui/form/ChoiceSelect.tsx'
import { useState } from 'react'
import { jobFieldLabels } from '#contract/jobs.ts'
import {
  addresseeRoleLabels,
  addresseeRoles,
  mailPurposeLabels,
  mailPurposes,
  type MailTemplate,
  type MailTemplateInput,
} from '#contract/mail-templates.ts'
import { stampFields } from '#contract/mails.ts'
import { newId } from '#web/lib/new-id.ts'
import { isProblem } from '#web/lib/problem.ts'
import { useTemplates } from '#web/templates/queries.ts'
import { TextField } from '#web/ui/form/fields.tsx'
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx'
import { notify } from '#web/ui/notice/notify.ts'
import { CheckedList } from './CheckedList.tsx'
import './mail-templates.css'
import { MailTemplatePreview } from './MailTemplatePreview.tsx'
import { MailTemplateText } from './MailTemplateText.tsx'
import { useSaveMailTemplate } from './queries.ts'

type Content = Omit<MailTemplateInput, 'id'>

const empty: Content = {
  name: '',
  purpose: 'other',
  subject: '',
  text: '',
  to: ['customer'],
  cc: [],
  documentTemplateIds: [],
  stamp: null,
}

const contentOf = ({
  name,
  purpose,
  subject,
  text,
  to,
  cc,
  documentTemplateIds,
  stamp,
}: MailTemplate): Content => ({
  name,
  purpose,
  subject,
  text,
  to,
  cc,
  documentTemplateIds,
  stamp,
})

const roleOptions = addresseeRoles.map(value => ({ value, label: addresseeRoleLabels[value] }))

type Props = {
  /** undefined: a new one. */
  template: MailTemplate | undefined
  readOnly: boolean
  onClose: () => void
  onSaved: (id: string) => void
}

/** An e-mail template, with what it makes of a job below it. */
export function MailTemplateDialog({ template, readOnly, onClose, onSaved }: Props) {
  const [id] = useState(() => template?.id ?? newId())
  const [version, setVersion] = useState(template?.version)
  const [stored] = useState(template ? contentOf(template) : empty)
  const [content, setContent] = useState(stored)
  const save = useSaveMailTemplate()
  const { data: papers } = useTemplates()
  const change = (next: Partial<Content>) => setContent(before => ({ ...before, ...next }))

  const submit = async () => {
    try {
      const saved = await save.mutateAsync({ content: { ...content, id }, version })
      onSaved(saved.id)
      notify.done(`${saved.name} was saved.`)
      onClose()
    } catch (error) {
      if (!isProblem(error, 'changed_meanwhile')) throw error
      const current = error.problem.current as MailTemplate
      setVersion(current.version)
      const by = error.problem.changes?.at(-1)?.by ?? 'Somebody'
      throw new Error(
        `${by} has changed this template since you opened it. Save again to keep yours, or Cancel to keep theirs.`,
      )
    }
  }
  return (
    <FormDialog
      title={template ? template.name : 'New E-mail Template'}
      size="lg"
      onClose={onClose}
      onSubmit={submit}
      isUnsaved={JSON.stringify(content) !== JSON.stringify(stored)}
      submit={readOnly ? null : 'Save'}
    >
      <fieldset className="mail-template-form bare-fieldset" disabled={readOnly}>
        <div className="mail-template-form__head">
          <TextField label="Name" value={content.name} onChange={name => change({ name: name ?? '' })} />
          <ChoiceSelect
            label="Purpose"
            value={content.purpose}
            choices={mailPurposes.map(value => ({ value, label: mailPurposeLabels[value] }))}
            onChange={purpose => change({ purpose })}
          />
        </div>
        <MailTemplateText subject={content.subject} text={content.text} onChange={change} />
        <CheckedList label="To" options={roleOptions} value={content.to} onChange={to => change({ to })} />
        <CheckedList label="Cc" options={roleOptions} value={content.cc} onChange={cc => change({ cc })} />
        {papers && papers.length > 0 && (
          <CheckedList
            label="Attached"
            options={papers.map(paper => ({ value: paper.id, label: paper.name.replace(/\.dotx$/i, '') }))}
            value={content.documentTemplateIds}
            onChange={documentTemplateIds => change({ documentTemplateIds })}
          />
        )}
        <ChoiceSelect
          label="Date to set on the job when it is sent"
          value={content.stamp ?? ''}
          choices={[
            { value: '', label: 'Nothing' },
            ...stampFields.map(value => ({ value, label: jobFieldLabels[value] })),
          ]}
          onChange={stamp => change({ stamp: stamp || null })}
        />
      </fieldset>
      <MailTemplatePreview subject={content.subject} text={content.text} />
    </FormDialog>
  )
}
