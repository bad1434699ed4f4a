import type { Control } from 'react-hook-form'
import { FormChoiceSelect, FormText } from '#web/ui/form/form-fields.tsx'
import { FormCheckedList } from './CheckedList.tsx'
import { labels, type MailTemplateValues, type Paper, purposes, roles, stamps } from './form.ts'
import './mail-templates.css'
import { MailTemplateText } from './MailTemplateText.tsx'

type Props = { control: Control<MailTemplateValues>; papers: readonly Paper[] }

export function MailTemplateFields({ control, papers }: Props) {
  return (
    <>
      <div className="mail-template-form__head">
        <FormText control={control} name="name" label={labels.name} data-autofocus />
        <FormChoiceSelect control={control} name="purpose" label={labels.purpose} choices={purposes} />
      </div>
      <MailTemplateText control={control} />
      <FormCheckedList control={control} name="to" label={labels.to} options={roles} />
      <FormCheckedList control={control} name="cc" label={labels.cc} options={roles} />
      <FormCheckedList control={control} name="bcc" label={labels.bcc} options={roles} />
      {papers.length > 0 && (
        <FormCheckedList
          control={control}
          name="documentTemplateIds"
          label={labels.documentTemplateIds}
          options={papers}
        />
      )}
      <FormChoiceSelect control={control} name="stamp" label={labels.stamp} choices={stamps} />
    </>
  )
}
