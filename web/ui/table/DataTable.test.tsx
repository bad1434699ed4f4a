import { fireEvent, render, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { MantineProvider } from '@mantine/core'
import type { Column } from './columns.ts'
import { DataTable, type DataTableProps } from './DataTable.tsx'

type Ship = { id: string; name: string; teu: number }

const ships: Ship[] = [
  { id: 'a', name: 'Ever Given', teu: 20124 },
  { id: 'b', name: 'Maersk Alabama', teu: 1092 },
  { id: 'c', name: 'CMA CGM Marco Polo', teu: 16020 },
]
const columns: Column<Ship>[] = [
  { id: 'name', header: 'Name', text: ship => ship.name, sortable: true },
  { id: 'teu', header: 'TEU', text: ship => String(ship.teu), numeric: true, sortable: true },
  { id: 'flag', header: 'Flag', text: () => 'PA', hidden: true },
]

function show(props: Partial<DataTableProps<Ship>> = {}) {
  const table = (more: Partial<DataTableProps<Ship>>) => (
    <MantineProvider env="test">
      <DataTable
        label="Ships"
        columns={columns}
        rows={ships}
        rowId={ship => ship.id}
        empty={<p>No ships.</p>}
        {...props}
        {...more}
      />
    </MantineProvider>
  )
  const shown = render(table({}))
  return { ...shown, again: (more: Partial<DataTableProps<Ship>>) => shown.rerender(table(more)) }
}

const grid = () => screen.getByRole('grid', { name: 'Ships' })
const selected = () =>
  within(grid())
    .getAllByRole('row')
    .filter(row => row.getAttribute('aria-selected') === 'true')
    .map(row => within(row).getAllByRole('gridcell')[0]?.textContent)
const press = (key: string, more: object = {}) => fireEvent.keyDown(grid(), { key, ...more })

beforeEach(() => localStorage.clear())

describe('DataTable', () => {
  test('a header that is dragged carries data, without which WebKit drops nothing, and moves its column', () => {
    show({ remember: 'ships' })
    const header = (name: string) => screen.getByRole('columnheader', { name })
    const dataTransfer = { setData: vi.fn(), effectAllowed: 'none' }
    fireEvent.dragStart(header('TEU'), { dataTransfer })
    expect(dataTransfer).toEqual({ setData: dataTransfer.setData, effectAllowed: 'move' })
    expect(dataTransfer.setData.mock.calls).toEqual([['text/plain', 'TEU']])
    fireEvent.drop(header('Name'), { dataTransfer })
    expect(screen.getAllByRole('columnheader').map(one => one.textContent)).toEqual(['TEU', 'Name'])
  })

  test('shows the rows under their headers, hidden columns left out', () => {
    show()
    expect(screen.getAllByRole('columnheader').map(one => one.textContent)).toEqual(['Name', 'TEU'])
    expect(screen.getAllByRole('gridcell').map(one => one.textContent)).toEqual([
      'Ever Given',
      '20124',
      'Maersk Alabama',
      '1092',
      'CMA CGM Marco Polo',
      '16020',
    ])
    expect(screen.getByText('Ever Given').closest('td')?.title).toBe('Ever Given')
  })

  test('a text runs as its own script does, and “Open” beside it says nothing of that', () => {
    show({ rows: [{ id: 'a', name: 'شركة النور', teu: 1 }], onOpen: () => undefined })
    expect(screen.getAllByRole('gridcell').map(one => one.dir)).toEqual(['auto', 'auto'])
    expect(screen.getByText('Open').dir).toBe('ltr')
  })

  test('one click selects one row, a double click opens it', () => {
    const onOpen = vi.fn<(ship: Ship) => void>()
    show({ onOpen })
    fireEvent.click(screen.getByText('Maersk Alabama'))
    expect(selected()).toEqual(['OpenMaersk Alabama'])
    fireEvent.click(screen.getByText('Ever Given'))
    expect(selected()).toEqual(['OpenEver Given'])
    expect(onOpen).not.toHaveBeenCalled()
    fireEvent.doubleClick(screen.getByText('Ever Given'))
    expect(onOpen.mock.calls).toEqual([[ships[0]]])
  })

  test('is one tab stop in which the selection follows the arrow keys and Enter opens', () => {
    const onOpen = vi.fn<(ship: Ship) => void>()
    show({ onOpen })
    expect(grid().tabIndex).toBe(0)
    press('ArrowDown')
    press('ArrowDown')
    expect(selected()).toEqual(['OpenMaersk Alabama'])
    const active = grid().getAttribute('aria-activedescendant') ?? ''
    expect(document.getElementById(active)?.textContent).toContain('Maersk Alabama')
    press('End')
    press('Enter')
    press('ArrowUp')
    expect(selected()).toEqual(['OpenMaersk Alabama'])
    expect(onOpen.mock.calls).toEqual([[ships[2]]])
  })

  test('a key pressed in a button within a row is the button’s own', () => {
    const onOpen = vi.fn<(ship: Ship) => void>()
    const withButton: Column<Ship> = {
      id: 'delete',
      header: 'Delete',
      text: () => '',
      render: () => <button type="button">Delete</button>,
    }
    show({ onOpen, columns: [...columns, withButton], selectedId: 'a' })
    const [first] = screen.getAllByRole('button', { name: 'Delete' })
    if (first) fireEvent.keyDown(first, { key: 'Enter' })
    expect(onOpen).not.toHaveBeenCalled()
  })

  test('a header sorts up, then down, and says which way', () => {
    const onSort = vi.fn<(sort: string) => void>()
    const { again } = show({ onSort, sort: '-name' })
    const name = screen.getByRole('columnheader', { name: 'Name' })
    expect(name.getAttribute('aria-sort')).toBe('descending')
    fireEvent.click(name)
    again({ sort: 'name' })
    expect(name.getAttribute('aria-sort')).toBe('ascending')
    fireEvent.click(name)
    expect(onSort.mock.calls).toEqual([['name'], ['-name']])
  })

  test('the headers are reached by the arrow up, sorted by Enter and widened by Shift with an arrow', () => {
    const onSort = vi.fn<(sort: string) => void>()
    const { container } = show({ onSort, remember: 'ships' })
    press('ArrowUp')
    press('ArrowRight')
    press('Enter')
    expect(onSort.mock.calls).toEqual([['teu']])
    const width = () => container.querySelectorAll('col')[1]?.style.width
    expect(width()).toBe('140px')
    press('ArrowRight', { shiftKey: true })
    expect(width()).toBe('156px')
    expect(localStorage.getItem('ships')).toContain('156')
  })

  test('a header moves by Control with an arrow, the keys stay with it, and it is remembered', () => {
    const { unmount } = show({ remember: 'ships' })
    const headers = () => screen.getAllByRole('columnheader').map(one => one.textContent)
    press('ArrowUp')
    press('ArrowRight', { ctrlKey: true })
    expect(headers()).toEqual(['TEU', 'Name'])
    const active = grid().getAttribute('aria-activedescendant') ?? ''
    expect(document.getElementById(active)?.textContent).toBe('Name')
    unmount()
    show({ remember: 'ships' })
    expect(headers()).toEqual(['TEU', 'Name'])
    fireEvent.click(screen.getByRole('button', { name: 'Columns' }))
    fireEvent.click(screen.getByRole('button', { name: 'Reset columns' }))
    expect(headers()).toEqual(['Name', 'TEU'])
  })

  test('a column is never narrower than its edge can be seen', () => {
    const { container } = show({ remember: 'ships' })
    press('ArrowUp')
    for (let step = 0; step < 12; step += 1) press('ArrowLeft', { shiftKey: true })
    expect(container.querySelector('col')?.style.width).toBe('48px')
  })

  test('columns are shown and hidden by the columns button, and remembered', () => {
    const { unmount } = show({ remember: 'ships' })
    fireEvent.click(screen.getByRole('button', { name: 'Columns' }))
    fireEvent.click(screen.getByRole('checkbox', { name: 'TEU' }))
    fireEvent.click(screen.getByRole('checkbox', { name: 'Flag' }))
    const headers = () => screen.getAllByRole('columnheader').map(one => one.textContent)
    expect(headers()).toEqual(['Name', 'Flag'])
    unmount()
    show({ remember: 'ships' })
    expect(headers()).toEqual(['Name', 'Flag'])
  })

  test('the last column cannot be hidden', () => {
    show({ remember: 'ships', columns: columns.slice(0, 1) })
    fireEvent.click(screen.getByRole('button', { name: 'Columns' }))
    expect(screen.getByRole('checkbox', { name: 'Name' }).hasAttribute('disabled')).toBe(true)
  })

  test('rows are ticked by their box, by the space bar and by a click with Control, and nothing else opens', () => {
    const onCheck = vi.fn<(ship: Ship, isChecked: boolean) => void>()
    const onOpen = vi.fn<(ship: Ship) => void>()
    const { again } = show({ onCheck, onOpen, checked: new Set(['b']) })
    const boxes = screen.getAllByRole<HTMLInputElement>('checkbox')
    expect(boxes.map(box => box.checked)).toEqual([false, true, false])
    fireEvent.doubleClick(boxes[1] as HTMLInputElement)
    fireEvent.click(boxes[1] as HTMLInputElement)
    press('ArrowUp')
    press(' ')
    fireEvent.click(screen.getByText('CMA CGM Marco Polo'), { ctrlKey: true })
    fireEvent.click(screen.getByText('CMA CGM Marco Polo'))
    expect(onCheck.mock.calls).toEqual([
      [ships[1], false],
      [ships[0], true],
      [ships[2], true],
    ])
    expect(onOpen).not.toHaveBeenCalled()
    again({ onCheck: undefined })
    expect(screen.queryByRole('checkbox')).toBeNull()
  })

  test('says that it loads, that there is nothing, and why it failed, with a way on', () => {
    const onRetry = vi.fn<() => void>()
    const { again } = show({ rows: undefined })
    expect(grid().getAttribute('aria-busy')).toBe('true')
    expect(screen.queryByText('No ships.')).toBeNull()
    again({ rows: [] })
    expect(screen.getByText('No ships.')).toBeDefined()
    again({ rows: undefined, error: new Error('The harbour is closed.'), onRetry })
    expect(screen.getByRole('alert').textContent).toContain(
      'Ships could not be loaded.The harbour is closed.',
    )
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(onRetry).toHaveBeenCalledOnce()
  })
})
