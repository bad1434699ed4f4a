import type { ReactNode } from 'react'
import type { PageBlock } from '#contract/template-pages.ts'
import type { Bracket } from './conditions.ts'
import { BracketNote } from './BracketNote.tsx'
import { DifferenceNote } from './DifferenceNote.tsx'
import type { Mark } from './marks.ts'
import { type PageLook, variables } from './page-look.ts'
import { Paragraph } from './Paragraph.tsx'
import { PageTableView } from './PageTableView.tsx'
import { useGrowing } from './use-growing.ts'

type Props = {
  blocks: readonly PageBlock[]
  look: PageLook
  /** Not in a table: the browser draws what is in sight. */
  isTop?: boolean
}

const NONE: readonly Mark[] = []

/** Paragraphs and tables under each other. */
export function PageBlocks({ blocks, look, isTop = false }: Props) {
  const shown = useGrowing(blocks.length, isTop)
  return blocks.slice(0, shown).map(block => {
    const content =
      block.kind === 'table' ? (
        <PageTableView key={`table ${block.index}`} table={block} look={look}>
          {inCell => <PageBlocks blocks={inCell} look={look} />}
        </PageTableView>
      ) : (
        <OneParagraph key={block.index} paragraph={block} look={look} />
      )
    const brackets = look.brackets.get(block) ?? NO_BRACKETS
    return isTop || brackets.length > 0 ? (
      <Bracketed key={`${block.kind} ${block.index}`} {...{ brackets, isTop }} currentKey={look.currentKey}>
        {content}
      </Bracketed>
    ) : (
      content
    )
  })
}

const NO_BRACKETS: readonly Bracket[] = []

type BracketedProps = {
  brackets: readonly Bracket[]
  isTop: boolean
  currentKey: string | undefined
  children: ReactNode
}

/** A line with the conditions that it stands on: each says at its first line what it is. */
function Bracketed({ brackets, isTop, currentKey, children }: BracketedProps) {
  const names = [
    ...(isTop ? ['page-block'] : []),
    ...(brackets.length > 0 ? ['page-when'] : []),
    ...(brackets.some(({ tone }) => tone === 'draft') ? ['page-when--draft'] : []),
  ]
  return (
    <div className={names.join(' ')} style={variables({ '--when-depth': brackets.length })}>
      {brackets
        .filter(({ isFirst }) => isFirst)
        .map(bracket => (
          <BracketNote key={bracket.key} bracket={bracket} isCurrent={bracket.key === currentKey} />
        ))}
      {!brackets.some(({ isMark }) => isMark) && children}
    </div>
  )
}

function OneParagraph({
  paragraph,
  look,
}: {
  paragraph: Extract<PageBlock, { kind: 'paragraph' }>
  look: PageLook
}) {
  const { marks, currentKey, caret, isInserting } = look
  const own = marks.get(paragraph.index) ?? NONE
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
