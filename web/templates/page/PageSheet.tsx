import { type KeyboardEvent, type MouseEvent, useDeferredValue } from 'react'
import type { PageSpot, TemplatePage } from '#contract/template-pages.ts'
import { type Mark, outsideMarks } from './marks.ts'
import { movedCaret } from './moved-caret.ts'
import { type PageLook, variables } from './page-look.ts'
import { PageBlocks } from './PageBlocks.tsx'
import { pageTextOf } from './page-text.ts'
import { select, selectionEnd } from './selected-text.ts'
import { spotAt } from './spot-at.ts'
import './conditions.css'
import './page.css'

type Props = PageLook & {
  page: TemplatePage
  onPlace: (key: string) => void
  onCaret: (spot: PageSpot) => void
  /** The caret is where the field goes. */
  onInsert: (spot: PageSpot) => void
  /** Nothing is to be inserted after all. */
  onStop: () => void
  drag: { start: (key: string) => void; isOn: () => boolean; drop: (spot: PageSpot) => void; end: () => void }
  /** A line is chosen; with `isMore` all from the chosen ones to it. */
  onLine: (at: PageSpot, isMore: boolean) => void
  /** Text of several lines may have been selected. */
  onSelected: () => void
}

const NONE: readonly Mark[] = []
/** Of the page that is shown, how much stands beside the text: a margin on either side, in points. */
const MARGINS = 72
const TWENTIETHS = 20

/** The page of a template as a sheet of paper, what is or may be a field marked on it. */
export function PageSheet({
  page,
  onPlace,
  onCaret,
  onInsert,
  onStop,
  drag,
  onLine,
  onSelected,
  ...look
}: Props) {
  const { marks, isInserting, isChoosingLines, caret } = look
  // Each line can be reached by keys then: of a long page not all in one go.
  const isReachable = useDeferredValue(isInserting)
  const free = (spot: PageSpot): PageSpot => ({
    ...spot,
    offset: outsideMarks(marks.get(spot.paragraph) ?? NONE, spot.offset),
  })

  const click = (event: MouseEvent<HTMLElement>) => {
    const target = event.target as Element
    if (target.closest('button')) return
    if (isChoosingLines) {
      const at = spotAt(target, event)
      if (at && document.getSelection()?.isCollapsed !== false) onLine(at, event.shiftKey)
      else onSelected()
      return
    }
    // The end of a selection is no click.
    if (document.getSelection()?.isCollapsed === false) return
    const key = target.closest<HTMLElement>('[data-place]')?.dataset['place']
    if (key !== undefined && !isInserting) return onPlace(key)
    const spot = spotAt(target, event)
    if (!spot) return
    onCaret(free(spot))
    if (isInserting) onInsert(free(spot))
  }

  const press = (event: KeyboardEvent<HTMLElement>) => {
    const target = event.target as HTMLElement
    const paragraph = Number(target.dataset['paragraph'])
    if (!isInserting || Number.isNaN(paragraph)) return
    const here = caret?.paragraph === paragraph ? caret : undefined
    const at = here ?? { paragraph, offset: 0 }
    const around = { text: pageTextOf(page), marks: marks.get(paragraph) ?? NONE }
    if (event.key === 'Escape') onStop()
    else if (event.key === 'Enter' && here) onInsert(here)
    else if (event.shiftKey) {
      const end = selectionEnd(event.currentTarget) ?? at
      const next = movedCaret(event.key, end, { ...around, marks: NONE })
      if (next?.paragraph !== paragraph) return
      select(event.currentTarget, at, next)
    } else {
      const next = movedCaret(event.key, at, around)
      if (!next) return
      document.getSelection()?.removeAllRanges()
      onCaret(next)
      if (next.paragraph !== paragraph)
        event.currentTarget.querySelector<HTMLElement>(`[data-paragraph="${next.paragraph}"]`)?.focus()
    }
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <div
      role="presentation"
      className={isInserting ? 'page-sheet page-sheet--inserting' : 'page-sheet'}
      style={variables({ '--page-width': `${page.width / TWENTIETHS + 2 * MARGINS}pt` })}
      onClick={click}
      onKeyDown={press}
      onDragStart={event => {
        const key = (event.target as Element).closest<HTMLElement>('[data-place]')?.dataset['place']
        if (key === undefined) return
        event.dataTransfer.effectAllowed = 'move'
        drag.start(key)
      }}
      onDragOver={event => {
        const spot = drag.isOn() ? spotAt(event.target as Element, event) : undefined
        if (!spot) return
        event.preventDefault()
        const next = free(spot)
        if (next.paragraph !== caret?.paragraph || next.offset !== caret.offset) onCaret(next)
      }}
      onDrop={event => {
        event.preventDefault()
        const spot = spotAt(event.target as Element, event)
        if (spot) drag.drop(free(spot))
      }}
      onDragEnd={drag.end}
      onFocus={event => {
        const paragraph = Number(event.target.dataset['paragraph'])
        if (isInserting && !Number.isNaN(paragraph) && caret?.paragraph !== paragraph)
          onCaret({ paragraph, offset: pageTextOf(page).textOf(paragraph).length })
      }}
    >
      {asPrinted(page.parts).map(({ label, blocks, isText, key }) => (
        <section key={key} className="page-part" aria-label={isText ? 'Page' : label}>
          {!isText && <p className="page-part__label">{label}</p>}
          <PageBlocks blocks={blocks} look={{ ...look, isInserting: isReachable }} isTop />
        </section>
      ))}
    </div>
  )
}

/** The parts of a page as paper has them: headers stand above the text, which is the first part. */
function asPrinted(parts: TemplatePage['parts']) {
  // Two headers may have one name.
  const named = parts.map((part, index) => ({ ...part, isText: index === 0, key: `${index} ${part.label}` }))
  const isHeader = ({ label }: { label: string }) => label.includes('header')
  return [...named.filter(isHeader), ...named.filter(part => !isHeader(part))]
}
