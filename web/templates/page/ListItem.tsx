import type { ReactNode } from 'react'
import type { PlaceStatus } from './decisions.ts'

export type ListItemProps = {
  isCurrent: boolean
  /** Of all places one is reached by Tab, the others by the arrow keys. */
  isInTabOrder: boolean
  /** The id of what says which keys there are. */
  hint: string
}

type Props = ListItemProps & {
  /** Of the place that it stands for. */
  itemKey: string
  status: PlaceStatus
  words: { label: string; written?: string; text: string }
  onGo: () => void
  /** What can be done. */
  children: ReactNode
}

/** One line of the list beside the page: what it is about leads to its place, and below stands what can be done. */
export const ListItem = ({
  itemKey,
  status,
  words,
  isCurrent,
  isInTabOrder,
  hint,
  onGo,
  children,
}: Props) => (
  <div role="listitem" className={`place place--${status}`} data-item={itemKey}>
    <button
      type="button"
      className="place__go"
      data-go
      aria-current={isCurrent || undefined}
      aria-describedby={hint}
      tabIndex={isInTabOrder ? 0 : -1}
      onClick={onGo}
    >
      <span className="place__label">{words.label}</span>
      {words.written && <span className="place__written">{words.written}</span>}
      {words.text && <span className="place__text">{words.text}</span>}
    </button>
    <div className="place__actions">{children}</div>
  </div>
)
