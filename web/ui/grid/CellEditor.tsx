import { Popover } from '@mantine/core'
import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { choicesFor, type GridColumn } from './columns.ts'

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
  onChoose: (value: number) => void
}

/**
 * The field of the active cell. It has the focus while the cell is only selected too, so that no key is lost between
 * choosing a cell and typing into it; several lines and letters of any script are typed as anywhere.
 */
export function CellEditor({ column, label, text, mode, reason, wantsFocus, onChoose }: Props) {
  const field = useRef<HTMLTextAreaElement>(null)
  const listId = useId()
  const [typed, setTyped] = useState<string>()
  const [highlighted, setHighlighted] = useState(0)
  const isOpen = column.kind === 'choice' && mode !== 'select'
  const search = mode === 'edit' && typed === undefined ? '' : (typed ?? '')
  const options = isOpen ? choicesFor(column.choices, search) : []
  const current = options[highlighted]

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
  // Emptied or not touched, the field means what stands in it.
  const isTaken = isOpen && current && (search.trim() !== '' || highlighted > 0)
  const editor = (
    <textarea
      ref={field}
      className={`edit-grid__editor edit-grid__editor--${mode} edit-grid__editor--${column.kind}`}
      data-editor=""
      data-choice={isTaken ? current.value : undefined}
      rows={1}
      dir={column.kind === 'text' ? 'auto' : undefined}
      aria-label={label}
      aria-invalid={reason !== null || undefined}
      title={reason ?? undefined}
      inputMode={column.kind === 'number' ? (column.decimals === 0 ? 'numeric' : 'decimal') : undefined}
      autoComplete="off"
      spellCheck={false}
      {...(column.kind === 'choice' && {
        role: 'combobox',
        'aria-expanded': isOpen,
        'aria-controls': isOpen ? listId : undefined,
        'aria-activedescendant': isOpen && current ? `${listId}-${current.value}` : undefined,
      })}
      onInput={event => {
        // The others need not be drawn anew at every letter.
        if (column.kind !== 'choice') return
        setTyped(event.currentTarget.value)
        setHighlighted(0)
      }}
      onKeyDown={pressed}
    />
  )
  if (column.kind !== 'choice') return editor
  return (
    <Popover
      opened={isOpen}
      position="bottom-start"
      shadow="md"
      offset={2}
      width={220}
      withRoles={false}
      trapFocus={false}
      returnFocus={false}
      transitionProps={{ duration: 0 }}
    >
      <Popover.Target>{editor}</Popover.Target>
      <Popover.Dropdown p={0}>
        <div
          className="edit-grid__choices"
          role="listbox"
          tabIndex={-1}
          id={listId}
          aria-label={column.label}
        >
          {options.map((one, index) => (
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
          ))}
        </div>
        {options.length === 0 && <p className="edit-grid__no-choice">Nothing matches.</p>}
      </Popover.Dropdown>
    </Popover>
  )
}
