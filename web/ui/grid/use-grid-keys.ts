import {
  type ClipboardEvent,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import type { EditMode } from './CellEditor.tsx'
import { editText, type GridColumn, otherReading, readCell, type RowValues } from './columns.ts'
import { withoutUnseen, writeTable } from './clipboard-table.ts'
import { clearedCells, type GridLine, rowOf, valueOf, valuesOf } from './grid-state.ts'
import { cellChanges } from './measured-cells.ts'
import { followLink, type Place, placeAfter, placeAt, rangeOf } from './movement.ts'
import type { CellChange, RowQueue } from './row-queue.ts'
import { isSame, type PendingRow } from './row-store.ts'
import { type OtherTable, type OwnTable, type Pasted, pastedCells } from './pasted-cells.ts'
import { useKeptFocus } from './use-kept-focus.ts'

type Grid = {
  table: RefObject<HTMLTableElement | null>
  lines: readonly GridLine[]
  columns: readonly GridColumn[]
  queue: RowQueue
  newValues: RowValues
  /** Of the empty row that stands last; null where no row can be added. */
  blankId: string | null
  renewBlank: () => string
  /** Absent where a row has no dialog. */
  onOpen: ((id: string) => void) | undefined
  /** How many buttons a row has. */
  actionCount: number
  onTyping: (row: PendingRow | undefined) => void
  remember: (changes: readonly CellChange[]) => void
  undo: () => void
  /** Reads a pasted text that is no table of these columns into one, which begins in the first; null for any other. */
  readPaste: (text: string) => OwnTable | null
  namesRow: ((values: RowValues) => boolean) | undefined
  /** All columns that a table with headings can fill, those that are not shown too. */
  pastedColumns: readonly GridColumn[]
  otherTable: OtherTable | undefined
  absent: OtherTable | undefined
  onPasted: (told: Pasted) => void
}

/** The active cell, what is selected, and everything that keys, pointer and clipboard do to them. */
export function useGridKeys(grid: Grid) {
  const { table, lines, columns, queue, newValues, blankId, renewBlank, onOpen, onTyping, remember } = grid
  const [place, setPlace] = useState<{ id: string; row: number; column: number }>()
  const [end, setEnd] = useState<Place>()
  const [mode, setMode] = useState<EditMode>('select')
  const [turn, setTurn] = useState(0)
  const [hint, setHint] = useState<{ id: string; text: string }>()
  const { wantsFocus, moveFocus, keepFocus } = useKeptFocus()
  /** Enter goes down below the cell where Tab began. */
  const tabFrom = useRef<number | undefined>(undefined)
  const isLetOut = useRef(false)
  const wasEditing = useRef(false)

  const found = place ? lines.findIndex(line => line.id === place.id) : 0
  const active: Place = {
    row: Math.max(0, Math.min(lines.length - 1, found < 0 ? (place?.row ?? 0) : found)),
    column: place?.column ?? 0,
  }
  const range = rangeOf(active, end ?? active)
  const field = () =>
    table.current?.querySelector<HTMLInputElement | HTMLTextAreaElement>('[data-editor]') ?? null

  /** The ids of the lines afterwards: what is typed into the empty row makes the next one. */
  const apply = (changes: readonly CellChange[]): string[] => {
    const ids = lines.map(line => line.id)
    if (changes.length === 0) return ids
    remember(changes)
    queue.set(changes)
    if (!changes.some(({ row }) => row.id === blankId)) return ids
    const further = changes.map(({ row }) => row.id).filter(id => !ids.includes(id))
    return [...ids, ...new Set(further), renewBlank()]
  }
  const commit = (chosen?: number | string): string[] => {
    const ids = lines.map(line => line.id)
    const [editor, column, line] = [field(), columns[active.column], lines[active.row]]
    if (!editor || !column || column.isFixed || !line || (mode === 'select' && chosen === undefined))
      return ids
    onTyping(undefined)
    const text = editor.value
    const taken = editor.dataset['choice']
    const choices = column.kind === 'choice' && taken !== undefined ? column.choices : []
    const choice = chosen ?? choices.find(one => String(one.value) === taken)?.value
    // What a value of its own rules is shown as need not mean it.
    const isAsItStood = editText(column, valueOf(line, column.id)) === text
    if (column.kind === 'choice' && column.own && choice === undefined && isAsItStood) return ids
    const values: RowValues =
      choice === undefined ? cellChanges(column, text, valuesOf(line)) : { [column.id]: choice }
    const value = values[column.id] ?? null
    const changed = Object.entries(values).filter(([id, one]) => !isSame(one, valueOf(line, id)))
    if (changed.length === 0) return ids
    if (column.kind === 'choice' && typeof value === 'number') column.onUse?.(value)
    const other = otherReading(column, text)
    setHint(other ? { id: line.id, text: other } : undefined)
    const row = rowOf(line, newValues)
    return apply(changed.map(([id, one]) => ({ row, column: id, value: one })))
  }
  const goTo = (ids: readonly string[], next: Place) => {
    const row = Math.max(0, Math.min(ids.length - 1, next.row))
    const id = ids[row] ?? blankId
    if (id === null) return
    // The empty row has no buttons.
    const isEmptyRow = id === blankId || (blankId !== null && row === ids.length - 1)
    const column = isEmptyRow ? Math.min(next.column, columns.length - 1) : next.column
    moveFocus(() => {
      setPlace({ id, row, column })
      setEnd(undefined)
      setMode('select')
      setTurn(before => before + 1)
    })
    if (column >= columns.length)
      table.current
        ?.querySelector<HTMLElement>(`[data-row="${row}"] [data-column="${column}"] button`)
        ?.focus()
    if (row !== active.row) queue.leave()
  }
  const stay = () =>
    goTo(
      lines.map(line => line.id),
      active,
    )

  const clear = () => {
    apply(clearedCells(range, lines, columns, newValues))
    if (range.top !== range.bottom) queue.leave()
  }
  const pressedSelecting = (event: KeyboardEvent): boolean => {
    const isCommand = event.ctrlKey || event.metaKey
    if (event.key === 'Escape') {
      isLetOut.current = true
      setEnd(undefined)
      return true
    }
    if (event.key === 'F2' || (event.key === 'Enter' && !event.shiftKey && !isCommand)) {
      const column = columns[active.column]
      if (!column) return false
      if (column.isFixed) {
        followLink(table.current, active)
        return true
      }
      flushSync(() => setMode('edit'))
      const editor = field()
      editor?.setSelectionRange(editor.value.length, editor.value.length)
      return true
    }
    if (event.key === 'Delete' || event.key === 'Backspace') {
      clear()
      return true
    }
    if (isCommand && event.key.toLowerCase() === 'z' && !event.shiftKey) {
      grid.undo()
      return true
    }
    if (event.shiftKey && event.key.startsWith('Arrow')) {
      const next = placeAfter(
        { key: event.key, shiftKey: false, ctrlKey: isCommand },
        end ?? active,
        { rows: lines.length, columns: columns.length },
        columns.length,
      )
      if (next) setEnd(next)
      return next !== null
    }
    return false
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.altKey) return
    const button = (event.target as Element).closest('button')
    // Those below a row are none of its cells.
    if (button && !button.closest('[data-column]')) return
    if (button && (event.key === 'Enter' || event.key === ' ')) return
    if (event.key === 'Tab' && isLetOut.current) return
    if (event.key !== 'Shift') isLetOut.current = false
    const isCommand = event.ctrlKey || event.metaKey
    if (isCommand && event.key.toLowerCase() === 's') {
      commit()
      stay()
      queue.leave()
      event.preventDefault()
      return
    }
    if (mode === 'select' && pressedSelecting(event)) {
      event.preventDefault()
      return
    }
    if (mode !== 'select' && event.key === 'Escape') {
      onTyping(undefined)
      stay()
      event.preventDefault()
      event.stopPropagation()
      return
    }
    if (event.key === 'Enter') {
      const ids = commit()
      const row = active.row + (event.shiftKey ? -1 : 1)
      goTo(ids, { row, column: Math.min(tabFrom.current ?? active.column, columns.length - 1) })
      tabFrom.current = undefined
      event.preventDefault()
      return
    }
    const isInText = mode === 'edit' || (mode === 'replace' && !event.key.startsWith('Arrow'))
    if (event.key !== 'Tab' && isInText) return
    const size = { rows: lines.length, columns: columns.length + grid.actionCount }
    const key = { key: event.key, shiftKey: event.shiftKey, ctrlKey: isCommand }
    // What was typed into the empty row has the next one below it.
    const isFilling = mode !== 'select' && lines[active.row]?.id === blankId && field()?.value.trim() !== ''
    const rows = size.rows + (isFilling ? 1 : 0)
    const next = placeAfter(key, active, { ...size, rows }, columns.length)
    if (event.key === 'Tab') tabFrom.current ??= active.column
    else if (next) tabFrom.current = undefined
    if (next) {
      goTo(commit(), next)
      event.preventDefault()
    }
  }

  const onInput = () => {
    const [editor, line, column] = [field(), lines[active.row], columns[active.column]]
    if (!editor || !line || !column) return
    if (mode === 'select') setMode('replace')
    const cells = {
      ...(line.pending?.cells ?? (line.stored ? {} : newValues)),
      [column.id]: readCell(column, editor.value),
    }
    onTyping({
      id: line.id,
      version: line.pending?.version ?? line.stored?.version ?? 0,
      base: line.pending?.base ?? line.stored?.values ?? {},
      ...line.pending,
      cells,
    })
  }
  const onBlur = (event: FocusEvent) => {
    // Another window came to the front, or the focus moves within: the person is coming back.
    if (wantsFocus.current || !document.hasFocus()) return
    const isWithin = event.relatedTarget !== null && table.current?.contains(event.relatedTarget)
    commit()
    setMode('select')
    tabFrom.current = undefined
    isLetOut.current = false
    if (!isWithin) queue.leave()
  }
  const placeOf = (target: EventTarget) => placeAt(table.current, target)
  const onMouseDown = (event: MouseEvent) => {
    const pressed = placeOf(event.target)
    if (!pressed || event.button !== 0 || (event.target as Element).closest('button, a')) return
    if (event.detail === 1)
      wasEditing.current = mode !== 'select' && pressed.row === active.row && pressed.column === active.column
    // The first press chooses the cell, the next one a place in its text.
    if (event.target === field() && document.activeElement === field()) {
      if (mode === 'select' && !event.shiftKey) setMode('edit')
      return
    }
    event.preventDefault()
    if (pressed.column >= columns.length) return
    if (event.shiftKey) setEnd(pressed)
    else {
      tabFrom.current = undefined
      goTo(commit(), pressed)
    }
  }
  const onDoubleClick = (event: MouseEvent) => {
    const pressed = placeOf(event.target)
    const line = pressed && lines[pressed.row]
    // Within a text it marks a word.
    if (!onOpen || !line || wasEditing.current || line.id === blankId) return
    commit()
    setMode('select')
    queue.leave()
    onOpen(line.id)
  }
  const onCopy = (event: ClipboardEvent) => {
    if (mode !== 'select' || event.target !== field()) return
    const rows = lines
      .slice(range.top, range.bottom + 1)
      .map(line =>
        columns.slice(range.left, range.right + 1).map(column => editText(column, valueOf(line, column.id))),
      )
    event.clipboardData.setData('text/plain', writeTable(rows))
    event.preventDefault()
    if (event.type === 'cut') clear()
  }
  const onPaste = (event: ClipboardEvent) => {
    if (event.target !== field()) return
    const text = withoutUnseen(event.clipboardData.getData('text/plain'))
    const own = grid.readPaste(text)
    const isTable = own !== null || /[\t\r\n]/.test(text.replace(/\r?\n$/, ''))
    if (text === '' || (mode !== 'select' && !isTable)) return
    event.preventDefault()
    const { at, changes, told } = pastedCells(text, own, { ...grid, range })
    onTyping(undefined)
    const ids = apply(changes)
    // Left before they are drawn: hundreds of rows are drawn once.
    queue.leave()
    goTo(ids, at)
    grid.onPasted(told)
  }

  return {
    active,
    range: end ? range : null,
    mode,
    turn,
    hint,
    wantsFocus,
    keepFocus,
    choose: (value: number | string) => goTo(commit(value), active),
    goTo: (next: Place) => goTo(commit(), next),
    handlers: { onKeyDown, onInput, onBlur, onMouseDown, onDoubleClick, onCopy, onCut: onCopy, onPaste },
  }
}
