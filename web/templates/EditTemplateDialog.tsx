import { type DocumentTemplate, templateLabels } from '#contract/templates.ts'
import { FormText, FormTextArea } from '#web/ui/form/form-fields.tsx'
import { Banner } from '#web/ui/page/states.tsx'
import { RecordDialog } from '#web/ui/record-form/RecordDialog.tsx'
import { useTemplateChanges } from './queries.ts'
import { TemplateProblems } from './TemplateProblems.tsx'

const { defaultDocumentName, description } = templateLabels
const labels = { defaultDocumentName, description }
type Values = Record<keyof typeof labels, string | null>

const storedOf = (template: DocumentTemplate) => ({
  values: {
    defaultDocumentName: template.defaultDocumentName,
    description: template.description,
  } satisfies Values as Values,
  version: template.version,
})

type Props = { template: DocumentTemplate; onClose: () => void }

/** What a document template's documents are called, and what it is for. */
export function EditTemplateDialog({ template, onClose }: Props) {
  const { update } = useTemplateChanges()
  const { id, name, problems } = template
  return (
    <RecordDialog
      title={`Edit ${name}`}
      stored={storedOf(template)}
      labels={labels}
      send={(sent, changed, version) => {
        const written = { ...sent, defaultDocumentName: sent.defaultDocumentName?.trim() ?? '' }
        return update(id, version, Object.fromEntries(changed.map(field => [field, written[field]])))
      }}
      read={storedOf}
      onClose={onClose}
    >
      {control => (
        <>
          <FormText
            control={control}
            name="defaultDocumentName"
            label={labels.defaultDocumentName}
            required="Give the documents a name."
            maxLength={255}
            autoFocus
          />
          <FormTextArea control={control} name="description" label={labels.description} />
          {problems.length > 0 && (
            <Banner tone="warning">
              Places to correct on the page, or in Word and upload the template again.
              <TemplateProblems problems={problems} templateId={id} />
            </Banner>
          )}
        </>
      )}
    </RecordDialog>
  )
}
