import { type KeyboardEvent, memo } from 'react'
import type { LeftText } from './left-text.ts'
import { Action } from './PlaceItem.tsx'
import { namesOfFigures, type SplitFigure } from './split-figures.ts'
import { useGrowing } from './use-growing.ts'

type Props = {
  texts: readonly LeftText[]
  /** Those that belong to figures which are fields. */
  split: readonly SplitFigure[]
  onShow: (text: LeftText) => void
  onMake: (text: LeftText) => void
  /** Says that it is no field: it is listed no more. */
  onDismiss: (text: LeftText) => void
}

/** What reads like a value of a job and stays text on the paper of every job: each may become a field. */
export const LeftTextList = memo(({ texts, split, onShow, onMake, onDismiss }: Props) => {
  const shown = useGrowing(texts.length)
  if (texts.length === 0) return null
  return (
    <section className="places__group" aria-label="Left as text" data-left-texts tabIndex={-1}>
      <h3 className="places__group-title">Left as text ({texts.length})</h3>
      <p className="places__hint">These read like values of a job and stay as they are on every paper.</p>
      {split.length > 0 && (
        <p className="places__hint">
          <strong>Figures that they are made of are fields:</strong> {namesOfFigures(split)}.
        </p>
      )}
      <ul className="places__list">
        {texts.slice(0, shown).map(text => (
          <li key={text.key} className="place">
            <button
              type="button"
              className="place__go"
              onClick={() => onShow(text)}
              onKeyDown={event => byKey(event, text, { onMake, onDismiss })}
            >
              <span className="place__text">“{text.text}”</span>
            </button>
            <div className="place__actions">
              <Action label="Make it a field…" of={`“${text.text}”`} onClick={() => onMake(text)} />
              <Action label="Not a field" of={`“${text.text}”`} onClick={() => onDismiss(text)} />
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
})

/** The keys of the list of places. The next text is at hand where this one goes. */
function byKey(
  event: KeyboardEvent,
  text: LeftText,
  { onMake, onDismiss }: Pick<Props, 'onMake' | 'onDismiss'>,
): void {
  const { key, ctrlKey, metaKey, altKey, currentTarget } = event
  if (ctrlKey || metaKey || altKey) return
  if (key === 'c') onMake(text)
  else if (key === 'Delete' || key === 'Backspace') {
    const own = currentTarget.closest('li')
    const next = own?.nextElementSibling ?? own?.previousElementSibling
    next?.querySelector<HTMLElement>('.place__go')?.focus()
    onDismiss(text)
  } else return
  event.preventDefault()
}

/** Brings the list into sight and gives it the focus. */
export function showLeft(root: Element | null): void {
  const list = root?.querySelector<HTMLElement>('[data-left-texts]')
  list?.focus({ preventScroll: true })
  list?.scrollIntoView({ block: 'start' })
}

LeftTextList.displayName = 'LeftTextList'
