import { Link } from '@tanstack/react-router'
import type { TemplateProblem } from '#contract/templates.ts'
import { useMay } from '#web/lib/membership.ts'
import './templates.css'

// The message often holds the suggestion already.
export const suggestionOf = ({ message, suggestion }: TemplateProblem) =>
  suggestion && !message.includes(suggestion) ? ` Did you mean ${suggestion}?` : ''

type Props = {
  problems: readonly TemplateProblem[]
  /** Each leads to its place on the page of this template, for who may change it. */
  templateId?: string
  /** Called where one is followed. */
  onLeave?: () => void
}

/** Where a template names what does not exist, and what was probably meant. */
export function TemplateProblems({ problems, templateId, onLeave }: Props) {
  const mayWrite = useMay('templates:write')
  return (
    <ul className="template-problems">
      {problems.map((problem, index) => (
        // The same mistake may stand at the same place twice.
        <li key={`${index} ${problem.place}`}>
          {problem.message}
          {suggestionOf(problem)}
          {problem.place && <span className="template-problems__place"> In {problem.place}.</span>}
          {templateId !== undefined && mayWrite && (
            <>
              {' '}
              <Link
                to="/webapp/documenttemplates/page"
                onClick={onLeave}
                search={{
                  id: templateId,
                  ...(problem.name !== null && { show: problem.name }),
                  ...(problem.place !== '' && { at: problem.place }),
                }}
              >
                Show on the page
              </Link>
            </>
          )}
        </li>
      ))}
    </ul>
  )
}
