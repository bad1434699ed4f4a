import './templates.css'
import type { TemplateProblem } from '#contract/templates.ts'

// The message often holds the suggestion already.
const suggestionOf = ({ message, suggestion }: TemplateProblem) =>
  suggestion && !message.includes(suggestion) ? ` Did you mean ${suggestion}?` : ''

/** Where a template names what does not exist, and what was probably meant. */
export function TemplateProblems({ problems }: { problems: readonly TemplateProblem[] }) {
  return (
    <ul className="template-problems">
      {problems.map((problem, index) => (
        // The same mistake may stand at the same place twice.
        <li key={`${index} ${problem.place}`}>
          {problem.message}
          {suggestionOf(problem)}
          {problem.place && <span className="template-problems__place"> In {problem.place}.</span>}
        </li>
      ))}
    </ul>
  )
}
