import { memo, type ReactNode } from 'react'
import type { PageParagraph, PageBlock } from '#contract/template-pages.ts'
import type { Bracket } from './conditions.ts'
import { BracketNote } from './BracketNote.tsx'
import { DifferenceNote } from './DifferenceNote.tsx'
import type { Mark } from './marks.ts'
import { type PageLook, variables } from './page-look.ts'
import { MOST_PARAGRAPHS, type Piece, piecesOf } from './page-pieces.ts'
import { Paragraph } from './Paragraph.tsx'
import { PageTableView } from './PageTableView.tsx'
import { looksAlike } from './piece-look.ts'
import { useGrowing } from './use-growing.ts'

type Props = {
  blocks: readonly PageBlock[]
  look: PageLook
  /** Not in a table. */
  isTop?: boolean
}

const NO_MARKS: readonly Mark[] = []
const NO_BRACKETS: readonly Bracket[] = []

/** Paragraphs and tables under each other: of many the browser draws what is in sight. */
export function PageBlocks({ blocks, look, isTop = false }: Props) {
  const pieces = piecesOf(blocks)
  const isLong = isTop || pieces.length > MOST_PARAGRAPHS
  const shown = useGrowing(pieces.length, isLong, at => pieces[at]?.paragraphs.length ?? 0)
  return pieces
    .slice(0, shown)
    .map(piece => <OnePiece key={piece.key} piece={piece} look={look} isLong={isLong} />)
}

type PieceProps = { piece: Piece; look: PageLook; isLong: boolean }

/** A line of the page, or some of them; drawn anew only where something in it changes. */
const OnePiece = memo(
  ({ piece, look, isLong }: PieceProps) => {
    const { content, unit, isFirst, isLast } = piece
    const isOwn = isLong || !isFirst || !isLast
    const brackets = look.brackets.get(unit) ?? NO_BRACKETS
    const drawn =
      content.kind === 'paragraph' ? (
        <OneParagraph paragraph={content} look={look} />
      ) : (
        <PageTableView table={content} look={look}>
          {inCell => <PageBlocks blocks={inCell} look={look} />}
        </PageTableView>
      )
    if (!isOwn && brackets.length === 0) return drawn
    return (
      <Bracketed {...{ brackets, piece, isOwn }} currentKey={look.currentKey}>
        {drawn}
      </Bracketed>
    )
  },
  (before, now) =>
    before.piece === now.piece &&
    before.isLong === now.isLong &&
    looksAlike(now.piece, before.look, now.look),
)
OnePiece.displayName = 'OnePiece'

type BracketedProps = {
  brackets: readonly Bracket[]
  piece: Piece
  /** The browser leaves it out of sight by itself. */
  isOwn: boolean
  currentKey: string | undefined
  children: ReactNode
}

/** A line with the conditions that it stands on: each says at its first line what it is. */
function Bracketed({ brackets, piece, isOwn, currentKey, children }: BracketedProps) {
  const names = [
    ...(isOwn ? ['page-block'] : []),
    ...(isCut(piece) ? ['page-block--further'] : []),
    ...(brackets.length > 0 ? ['page-when'] : []),
    ...(brackets.some(({ tone }) => tone === 'draft') ? ['page-when--draft'] : []),
  ]
  return (
    <div
      className={names.join(' ')}
      style={variables({ '--when-depth': brackets.length, '--piece-lines': piece.lines })}
    >
      {piece.isFirst &&
        brackets
          .filter(({ isFirst }) => isFirst)
          .map(bracket => (
            <BracketNote key={bracket.key} bracket={bracket} isCurrent={bracket.key === currentKey} />
          ))}
      {!brackets.some(({ isMark }) => isMark) && children}
    </div>
  )
}

const isCut = ({ content, isFirst }: Piece) => !isFirst && content.kind === 'table' && content.hasBorders

function OneParagraph({ paragraph, look }: { paragraph: PageParagraph; look: PageLook }) {
  const { marks, currentKey, caret, isInserting } = look
  const own = marks.get(paragraph.index) ?? NO_MARKS
  const differences = look.differences.get(paragraph.index)
  return (
    <>
      <Paragraph
        paragraph={paragraph}
        marks={own}
        currentKey={own.some(({ key }) => key === currentKey) ? currentKey : undefined}
        caret={caret?.paragraph === paragraph.index ? caret.offset : undefined}
        isInserting={isInserting}
      />
      {differences && <DifferenceNote differences={differences} />}
    </>
  )
}
