import { memo, type ReactNode } from 'react'
import type { PageParagraph, PageRun } from '#contract/page-blocks.ts'
import { type Mark, OBJECT, type Piece, type Stretch, stretchesOf } from './marks.ts'
import { variables } from './page-look.ts'
import { paragraphText } from './page-text.ts'

type Props = {
  paragraph: PageParagraph
  marks: readonly Mark[]
  /** The place that the list is at, if it is in this paragraph. */
  currentKey: string | undefined
  caret: number | undefined
  isInserting: boolean
}

/** A paragraph of the page with its marks; drawn anew only where something in it changes. */
export const Paragraph = memo(({ paragraph, marks, currentKey, caret, isInserting }: Props) => {
  const { index, align, isRightToLeft } = paragraph
  const text = paragraphText(paragraph)
  const stretches = stretchesOf(paragraph, marks)
  const atEdge = stretches.findIndex(({ from }) => from === caret)
  return (
    <div
      className={`page-paragraph page-paragraph--${align}`}
      dir={isRightToLeft ? 'rtl' : 'ltr'}
      data-paragraph={index}
      data-length={text.length}
      {...(isInserting && {
        role: 'textbox',
        tabIndex: 0,
        'aria-readonly': true,
        'aria-label': text.trim() === '' ? 'Empty line' : text.slice(0, 80),
      })}
    >
      {stretches.map((stretch, at) => (
        <OneStretch
          key={`${stretch.from} ${stretch.mark?.key ?? ''}`}
          stretch={stretch}
          isCurrent={stretch.mark !== undefined && stretch.mark.key === currentKey}
          caret={atEdge === at || (atEdge < 0 && !stretch.mark) ? caret : undefined}
        />
      ))}
      {caret !== undefined && caret === text.length && atEdge < 0 && <Caret />}
    </div>
  )
})
Paragraph.displayName = 'Paragraph'

const Caret = () => <span className="page-caret" data-caret />

type StretchProps = { stretch: Stretch; isCurrent: boolean; caret: number | undefined }

function OneStretch({ stretch: { mark, from, pieces }, isCurrent, caret }: StretchProps) {
  const before = caret === from && <Caret />
  if (!mark)
    return (
      <>
        {before}
        {pieces.map(piece => (
          <OnePiece key={piece.from} piece={piece} caret={caret === from ? undefined : caret} />
        ))}
      </>
    )
  const shared = {
    'data-place': mark.key,
    'data-label': mark.label,
    'aria-current': isCurrent || undefined,
    title: mark.label,
  }
  if (mark.status === 'rule')
    return (
      <>
        {before}
        <span
          className={mark.isUnknown ? 'page-rule page-rule--wrong' : 'page-rule'}
          tabIndex={-1}
          data-place={mark.key}
          data-label={mark.label}
          aria-current={isCurrent || undefined}
          title={`${mark.label}: a condition or a list, which stays as it is`}
          data-from={mark.from}
          data-to={mark.to}
        >
          {ruleText(mark)}
        </span>
      </>
    )
  if (mark.isChip)
    return (
      <>
        {before}
        {mark.isFirst && (
          <mark
            className={chipClass(mark)}
            {...shared}
            draggable={mark.isMovable || undefined}
            data-from={mark.from}
            data-to={mark.to}
          >
            {mark.label}
          </mark>
        )}
      </>
    )
  return (
    <>
      {before}
      <mark className={mark.status === 'asked' ? 'page-mark page-mark--asked' : 'page-mark'} {...shared}>
        {pieces.map(piece => (
          <OnePiece key={piece.from} piece={piece} caret={undefined} />
        ))}
      </mark>
    </>
  )
}

/** Of an IF field its name; of what is to be corrected, all of it. */
function ruleText({ label, isUnknown, isFirst }: Mark): string {
  if (isUnknown) return label
  return (isFirst && /^\{ (\w+)/.exec(label)?.[1]) || '·'
}

function chipClass({ status, isUnknown }: Mark): string {
  if (status === 'dismissed') return 'page-chip page-chip--removed'
  return isUnknown ? 'page-chip page-chip--unknown' : 'page-chip'
}

function OnePiece({ piece: { from, text, run }, caret }: { piece: Piece; caret: number | undefined }) {
  if (text === OBJECT)
    return <span className="page-object" role="img" aria-label="A picture or another part" data-from={from} />
  const split = caret === undefined ? 0 : caret - from
  if (split <= 0 || split >= text.length) return <Run from={from} run={run} text={text} />
  return (
    <>
      <Run from={from} run={run} text={text.slice(0, split)} />
      <Caret />
      <Run from={from + split} run={run} text={text.slice(split)} />
    </>
  )
}

function Run({ from, run, text }: { from: number; run: PageRun; text: string }): ReactNode {
  const { bold, italic, underline, size, color } = run
  const names = [
    'page-run',
    ...(bold ? ['page-run--bold'] : []),
    ...(italic ? ['page-run--italic'] : []),
    ...(underline ? ['page-run--underlined'] : []),
  ]
  return (
    <span
      className={names.join(' ')}
      data-from={from}
      style={
        size === null && color === null
          ? undefined
          : variables({
              ...(size !== null && { '--run-size': `${size}pt` }),
              ...(color !== null && { '--run-color': `#${color}` }),
            })
      }
    >
      {text}
    </span>
  )
}
