import type { DocumentTemplate } from '#contract/templates.ts'
import { Banner } from '#web/ui/page/states.tsx'
import { readiness } from './readiness.ts'
import { TemplateProblems } from './TemplateProblems.tsx'

type Props = {
  /** What was stored since the person last looked. */
  templates: readonly DocumentTemplate[]
  onDismiss: (template: DocumentTemplate) => void
  /** Shows all that was found in one. */
  onShow: (template: DocumentTemplate) => void
}

/** What uploads came to: ready, or which places of the Word file have to be mended. */
export function TemplateReport({ templates, onDismiss, onShow }: Props) {
  return templates.map(template => (
    <Banner
      key={template.id}
      tone={template.problems.length > 0 ? 'warning' : 'done'}
      onDismiss={() => onDismiss(template)}
    >
      {readiness(template)}{' '}
      <button type="button" className="banner__action" onClick={() => onShow(template)}>
        Report
      </button>
      {template.problems.length > 0 && (
        <TemplateProblems problems={template.problems} templateId={template.id} />
      )}
    </Banner>
  ))
}
