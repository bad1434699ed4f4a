import { Popover } from '@mantine/core'
import {
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { choicesFor, type GridChoice, type GridColumn } from './columns.ts'

export type EditMode = 'select' | 'replace' | 'edit'

type Props = {
  column: GridColumn
  label: string
  /** What stands in the cell, as it is edited. */
  text: string
  mode: EditMode
  reason: string | null
  /** Whether the focus shall come here: it does when the person moves, never when a table appears. */
  wantsFocus: RefObject<boolean>
  /** Told where the field goes and has the focus. */
  onGone: () => void
  onChoose: (value: number | string) => void
}

/** The place of the choice that Enter takes while somebody types; -1 where the text itself is read. */
function firstHighlighted(column: GridColumn, typed: string): number {
  if (typed.trim() === '' || column.kind !== 'choice') return -1
  // Of several numbers that a few digits fit, none is meant more than the others.
  return column.own && choicesFor(column.choices, typed).others.length !== 1 ? -1 : 0
}

const keepOpen = (event: MouseEvent) => {
  event.preventDefault()
  event.stopPropagation()
}

/**
 * The field of the active cell. It has the focus while the cell is only selected too, so that no key is lost between
 * choosing a cell and typing into it; several lines and letters of any script are typed as anywhere.
 */
export function CellEditor(props: Props) {
  const { column, label, text, mode, reason, wantsFocus, onGone, onChoose } = props
  const field = useRef<HTMLInputElement | HTMLTextAreaElement>(null)
  const listId = useId()
  const [typed, setTyped] = useState<string>()
  /** The table that this cell is in: a page may have several. */
  const [grid, setGrid] = useState<HTMLElement | null>(null)
  /** -1 until the person chooses or types: the field means what stands in it. */
  const [highlighted, setHighlighted] = useState(-1)
  const isOpen = column.kind === 'choice' && mode !== 'select'
  const search = mode === 'edit' && typed === undefined ? '' : (typed ?? '')
  const { recent, others } = isOpen
    ? choicesFor(column.choices, search, column.lastUsed, column.open?.read(search.trim()))
    : { recent: [], others: [] }
  const options = [...recent, ...others]
  const current = options[highlighted]

  useLayoutEffect(() => setGrid(field.current?.closest<HTMLElement>('.edit-grid') ?? null), [])
  useLayoutEffect(() => {
    const element = field.current
    return () => {
      if (element && document.activeElement === element) onGone()
    }
  }, [onGone])
  useLayoutEffect(() => {
    const element = field.current
    if (!element || mode !== 'select') return
    if (element.value !== text) element.value = text
    if (wantsFocus.current) element.focus({ preventScroll: false })
    // `select()` would take the focus in Chromium.
    element.setSelectionRange(0, element.value.length)
  }, [mode, text, wantsFocus])
  useEffect(() => {
    if (current) document.getElementById(`${listId}-${current.value}`)?.scrollIntoView?.({ block: 'nearest' })
  }, [current, listId])

  const pressed = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (!isOpen || step === undefined) return
    event.preventDefault()
    event.stopPropagation()
    setHighlighted(Math.max(0, Math.min(options.length - 1, highlighted + step)))
  }
  const common = {
    ref: (element: HTMLInputElement | HTMLTextAreaElement | null) => {
      field.current = element
    },
    className: [
      `edit-grid__editor edit-grid__editor--${mode} edit-grid__editor--${column.kind}`,
      column.isFixed && 'edit-grid__editor--fixed',
    ]
      .filter(Boolean)
      .join(' '),
    'data-editor': '',
    'aria-label': label,
    'aria-invalid': reason !== null || undefined,
    title: reason ?? undefined,
    autoComplete: 'off',
    readOnly: column.isFixed,
    spellCheck: false,
  }
  if (column.kind !== 'choice')
    return (
      <textarea
        {...common}
        rows={1}
        dir={column.kind === 'text' ? 'auto' : undefined}
        inputMode={column.kind === 'number' ? (column.decimals === 0 ? 'numeric' : 'decimal') : undefined}
      />
    )
  const option = (one: GridChoice, index: number) => (
    <button
      type="button"
      tabIndex={-1}
      key={one.value}
      id={`${listId}-${one.value}`}
      role="option"
      aria-selected={index === highlighted}
      className="edit-grid__choice"
      // The focus stays in the cell.
      onMouseDown={event => event.preventDefault()}
      onClick={() => onChoose(one.value)}
    >
      {one.label}
    </button>
  )
  return (
    <Popover
      opened={isOpen && grid !== null}
      position="bottom-start"
      shadow="md"
      offset={2}
      width={220}
      withRoles={false}
      trapFocus={false}
      returnFocus={false}
      transitionProps={{ duration: 0 }}
      // In the page's own landmarks, but no text of the cell; and not cut off by the grid.
      portalProps={grid ? { target: grid } : {}}
      floatingStrategy="fixed"
    >
      <Popover.Target>
        <input
          {...common}
          type="text"
          role="combobox"
          data-choice={current?.value}
          aria-expanded={isOpen}
          aria-controls={isOpen ? listId : undefined}
          aria-activedescendant={isOpen && current ? `${listId}-${current.value}` : undefined}
          // The others need not be drawn anew at every letter.
          onInput={event => {
            const { value } = event.currentTarget
            setTyped(value)
            setHighlighted(firstHighlighted(column, value))
          }}
          onKeyDown={pressed}
        />
      </Popover.Target>
      {/* It is no part of the cell: a press on its title or scroll bar leaves the list open. */}
      <Popover.Dropdown p={0} onMouseDown={keepOpen} onDoubleClick={keepOpen}>
        <div
          className="edit-grid__choices"
          role="listbox"
          tabIndex={-1}
          id={listId}
          aria-label={column.label}
        >
          {recent.length > 0 && (
            <div role="group" aria-labelledby={`${listId}-recent`} className="edit-grid__used-last">
              <p id={`${listId}-recent`} className="edit-grid__choices-title">
                Used last
              </p>
              {recent.map(option)}
            </div>
          )}
          {others.map((one, index) => option(one, recent.length + index))}
        </div>
        {options.length === 0 && <p className="edit-grid__no-choice">Nothing matches.</p>}
      </Popover.Dropdown>
    </Popover>
  )
}
