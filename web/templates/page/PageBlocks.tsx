import type { PageBlock } from '#contract/template-pages.ts'
import type { Mark } from './marks.ts'
import type { PageLook } from './page-look.ts'
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
    return isTop ? (
      <div key={`${block.kind} ${block.index}`} className="page-block">
        {content}
      </div>
    ) : (
      content
    )
  })
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
  return (
    <Paragraph
      paragraph={paragraph}
      marks={own}
      currentKey={own.some(({ key }) => key === currentKey) ? currentKey : undefined}
      caret={caret?.paragraph === paragraph.index ? caret.offset : undefined}
      isInserting={isInserting}
    />
  )
}
