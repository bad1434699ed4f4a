import { memo, type ReactNode } from 'react'
import type { PageParagraph, PageBlock } from '#contract/page-blocks.ts'
import type { Bracket } from './conditions.ts'
import { BracketNote } from './BracketNote.tsx'
import { DifferenceNote } from './DifferenceNote.tsx'
import type { Mark } from './marks.ts'
import { type PageLook, variables } from './page-look.ts'
import { MOST_PARAGRAPHS, type Piece, piecesOf, type Section, sectionsOf } from './page-pieces.ts'
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

/** Paragraphs and tables under each other: of many the browser draws what is in sight. */
export function PageBlocks({ blocks, look, isTop = false }: Props) {
  const pieces = piecesOf(blocks)
  if (!isTop && pieces.length <= MOST_PARAGRAPHS && pieces.every(isWhole))
    return pieces.map(piece => <OnePiece key={piece.key} piece={piece} look={look} />)
  return <Sections sections={sectionsOf(pieces)} look={look} />
}

function Sections({ sections, look }: { sections: readonly Section[]; look: PageLook }) {
  const shown = useGrowing(sections.length, { weightOf: at => sections[at]?.paragraphs ?? 0 })
  return sections.slice(0, shown).map(({ key, pieces, lines }) => (
    <div
      key={key}
      className={pieces.some(goesOn) ? 'page-block page-block--further' : 'page-block'}
      style={variables({ '--piece-lines': lines })}
    >
      {pieces.map(piece => (
        <OnePiece key={piece.key} piece={piece} look={look} />
      ))}
    </div>
  ))
}

const isWhole = ({ isFirst, isLast }: Piece) => isFirst && isLast
const goesOn = ({ content, isFirst }: Piece) => !isFirst && content.kind === 'table' && content.hasBorders

/** A line of the page, or rows of a table; drawn anew only where something in it changes. */
const OnePiece = memo(
  ({ piece, look }: { piece: Piece; look: PageLook }) => {
    const { content, unit } = piece
    const brackets = look.brackets.get(unit)
    const drawn =
      content.kind === 'paragraph' ? (
        <OneParagraph paragraph={content} look={look} />
      ) : (
        <PageTableView table={content} look={look}>
          {inCell => <PageBlocks blocks={inCell} look={look} />}
        </PageTableView>
      )
    return brackets ? (
      <Bracketed isFirst={piece.isFirst} currentKey={look.currentKey} brackets={brackets}>
        {drawn}
      </Bracketed>
    ) : (
      drawn
    )
  },
  (before, now) => before.piece === now.piece && looksAlike(now.piece, before.look, now.look),
)
OnePiece.displayName = 'OnePiece'

type BracketedProps = {
  brackets: readonly Bracket[]
  /** The first rows of the table that the conditions stand beside, or all of it. */
  isFirst: boolean
  currentKey: string | undefined
  children: ReactNode
}

/** A line with the conditions that it stands on: each says at its first line what it is. */
function Bracketed({ brackets, isFirst: isBeginning, currentKey, children }: BracketedProps) {
  const isDraft = brackets.some(({ tone }) => tone === 'draft')
  return (
    <div
      className={isDraft ? 'page-when page-when--draft' : 'page-when'}
      style={variables({ '--when-depth': brackets.length })}
    >
      {isBeginning &&
        brackets
          .filter(({ isFirst }) => isFirst)
          .map(bracket => (
            <BracketNote key={bracket.key} bracket={bracket} isCurrent={bracket.key === currentKey} />
          ))}
      {!brackets.some(({ isMark }) => isMark) && children}
    </div>
  )
}

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
