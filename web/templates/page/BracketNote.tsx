import type { Bracket } from './conditions.ts'

/** What a bracket beside lines says, above the first of them. */
export const BracketNote = ({ bracket, isCurrent }: { bracket: Bracket; isCurrent: boolean }) => (
  <span className="page-when__note" data-place={bracket.key} aria-current={isCurrent || undefined}>
    {bracket.label}
  </span>
)
