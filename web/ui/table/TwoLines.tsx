import type { ReactNode } from 'react'
import './two-lines.css'

/** As `tapHeight` of a table whose rows are such lines, with the room around them. */
export const TWO_LINES_HEIGHT = 60

type Props = {
  /** A number before the title. */
  lead?: ReactNode
  title: string
  /** At the end of the first line. */
  mark?: ReactNode
  /** The second line, with a dot between each; what is empty is left out. */
  facts: readonly (string | null | undefined | false)[]
}

/** A row of a list on a phone: which record it is, and below what one looks up about it. */
export function TwoLines({ lead, title, mark, facts }: Props) {
  return (
    <span className="two-lines">
      <span className="two-lines__first">
        {lead !== undefined && <span className="two-lines__lead">{lead}</span>}
        <span className="two-lines__title" dir="auto">
          {title}
        </span>
        {mark && <span className="two-lines__mark">{mark}</span>}
      </span>
      <span className="two-lines__second">
        {facts
          .filter(fact => typeof fact === 'string' && fact !== '')
          .map(fact => (
            <span key={String(fact)} dir="auto">
              {fact}
            </span>
          ))}
      </span>
    </span>
  )
}
