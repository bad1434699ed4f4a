import type { Bracket } from './conditions.ts'
import type { PageLook } from './page-look.ts'
import type { Piece } from './page-pieces.ts'

/** Whether a piece of the page looks as before, whatever has changed elsewhere. */
export function looksAlike(piece: Piece, before: PageLook, now: PageLook): boolean {
  if (before.isInserting !== now.isInserting || before.onLeaveRows !== now.onLeaveRows) return false
  if (before.caret !== now.caret && (hasCaret(piece, before) || hasCaret(piece, now))) return false
  const isDifferent = (index: number) => before.differences.get(index) !== now.differences.get(index)
  const isMoved = before.currentKey !== now.currentKey
  for (const index of piece.paragraphs) {
    const [former, own] = [before.marks.get(index), now.marks.get(index)]
    if (former !== own) return false
    if (before.differences !== now.differences && isDifferent(index)) return false
    if (isMoved && own?.some(({ key }) => key === before.currentKey || key === now.currentKey)) return false
  }
  if (before.brackets !== now.brackets || isMoved)
    for (const unit of piece.units) {
      const [former, own] = [before.brackets.get(unit), now.brackets.get(unit)]
      if (!areAlike(former, own)) return false
      if (isMoved && own?.some(({ key }) => key === before.currentKey || key === now.currentKey)) return false
    }
  return before.rows === now.rows || rowsIn(piece, before) === rowsIn(piece, now)
}

const hasCaret = ({ paragraphs }: Piece, { caret }: PageLook) =>
  caret !== undefined && paragraphs.includes(caret.paragraph)

const areAlike = (former: readonly Bracket[] | undefined, own: readonly Bracket[] | undefined) =>
  former === own || JSON.stringify(former) === JSON.stringify(own)

const rowsIn = ({ tables }: Piece, { rows }: PageLook) =>
  JSON.stringify(rows.filter(({ table }) => tables.includes(table)))
