import type { DocumentTemplate } from '#contract/templates.ts'
import { countText } from '#web/lib/format.ts'
import { Banner } from '#web/ui/states.tsx'
import { TemplateProblems } from './TemplateProblems.tsx'

type Props = { template: DocumentTemplate; onDismiss: () => void }

/** What an upload came to: ready, or which places of the Word file have to be mended. */
export function TemplateReport({ template, onDismiss }: Props) {
  const { name, problems } = template
  if (problems.length === 0) {
    return (
      <Banner tone="done" onDismiss={onDismiss}>
        {name} is ready to generate documents from.
      </Banner>
    )
  }
  return (
    <Banner tone="warning" onDismiss={onDismiss}>
      {name} was stored, with {countText(problems.length, 'problem')} to mend in Word. Then upload it again.
      <TemplateProblems problems={problems} />
    </Banner>
  )
}
