import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { DocumentTemplate } from '#contract/templates.ts'
import { useRemoval } from '#web/ui/dialog/use-removal.ts'
import { useDeleteTemplate, useTemplateChanges } from './queries.ts'

type Props = { template: DocumentTemplate; onGiveUp: () => void }

/** For whoever does not want the template after all that was made of the document just now. */
export function DeleteMadeTemplate({ template, onGiveUp }: Props) {
  const navigate = useNavigate()
  const { mutateAsync: remove } = useDeleteTemplate()
  const { restore } = useTemplateChanges()
  const askAndRemove = useRemoval<DocumentTemplate>({
    name: ({ name }) => name,
    question: 'This will remove the Document Template.',
    remove: async ({ id }) => {
      await remove(id)
      onGiveUp()
      await navigate({ to: '/webapp/documenttemplates', ignoreBlocker: true })
    },
    restore: ({ id }) => restore(id),
  })
  return (
    <Button
      className="quiet-button"
      variant="subtle"
      color="gray"
      onClick={() => void askAndRemove(template)}
    >
      Delete template
    </Button>
  )
}
