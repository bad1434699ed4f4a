import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { DocumentTemplate } from '#contract/templates.ts'
import { DropBox } from '#web/ui/upload/DropBox.tsx'
import { UploadList } from '#web/ui/upload/UploadList.tsx'
import { useTemplates } from './queries.ts'
import { useTemplateUploads } from './use-template-uploads.ts'

/** Where a company's own first Word templates are dropped; each is kept at once. */
export function FirstTemplatePicker() {
  const { data } = useTemplates()
  const [stored, setStored] = useState<readonly DocumentTemplate[]>([])
  const { uploads, add, retry, dismiss } = useTemplateUploads({
    listed: data ?? [],
    onStored: template => setStored(shown => [...shown.filter(one => one.id !== template.id), template]),
  })
  return (
    <DropBox
      label="Document template"
      choose="Choose Template"
      accept=".dotx,.docx"
      multiple
      hint="A Word template (.dotx) or a Word document, which becomes one. Starter templates are there already."
      onFiles={files => void add(files)}
    >
      <UploadList uploads={uploads} onRetry={retry} onDismiss={dismiss} />
      {stored.map(({ id, name, problems }) => (
        <p key={id} role="status">
          {name} was added.{' '}
          {problems.length > 0 && (
            <Link to="/webapp/documenttemplates" hash={id}>
              See what is wrong in it
            </Link>
          )}
        </p>
      ))}
    </DropBox>
  )
}
