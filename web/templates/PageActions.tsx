import { Button } from '@mantine/core'
import type { DocumentTemplate } from '#contract/templates.ts'
import { DeleteMadeTemplate } from './DeleteMadeTemplate.tsx'
import type { usePageEditing } from './page/use-page-editing.ts'

type Props = {
  editing: ReturnType<typeof usePageEditing>
  template: DocumentTemplate
  wasMade: boolean
  onGiveUp: () => void
  onPreview: () => void
}

/** What can be done with the page, beside its title. */
export function PageActions({ editing, template, wasMade, onGiveUp, onPreview }: Props) {
  const { making, texts } = editing
  const mayMake = texts.selected !== undefined && texts.refusal === ''
  return (
    <>
      {wasMade && template.version === 1 && <DeleteMadeTemplate template={template} onGiveUp={onGiveUp} />}
      <Button
        variant="default"
        aria-pressed={editing.look.isInserting}
        // Text that is selected stays selected.
        onMouseDown={event => event.preventDefault()}
        onClick={editing.startInserting}
      >
        {mayMake ? 'Make it a field…' : 'Insert a field'}
      </Button>
      <Button
        variant="default"
        aria-pressed={making.isOpen}
        onClick={making.isOpen ? making.close : making.open}
      >
        Only where filled in…
      </Button>
      <Button variant="default" onClick={onPreview}>
        Preview
      </Button>
    </>
  )
}
