import { MantineProvider } from '@mantine/core'
import { render, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Column } from './columns.ts'
import { DataTable } from './DataTable.tsx'
import { columnsInSight } from './use-part-in-sight.ts'

type Line = { id: string; text: string }

const page = (name: string, rows = 60): Line[] =>
  Array.from({ length: rows }, (_, index) => ({ id: `${name}${index}`, text: `${name} ${index}` }))
const columns: Column<Line>[] = Array.from({ length: 20 }, (_, index) => ({
  id: `c${index}`,
  header: `Column ${index}`,
  text: line => line.text,
  width: 100,
}))

const table = (rows: Line[], initialId?: string) => (
  <MantineProvider env="test">
    <DataTable
      label="Lines"
      columns={columns}
      rows={rows}
      rowId={line => line.id}
      initialId={initialId}
      empty={null}
    />
  </MantineProvider>
)
// By its attribute: a search by role reads all cells' styles, and drawing the rest waits for each search.
const grid = () => document.querySelector<HTMLElement>('[role="grid"]') ?? document.body
const drawnRows = () => grid().querySelectorAll('tr[data-index]').length
const drawnCells = () => grid().querySelectorAll('tr[data-index="0"] td[role="gridcell"]').length

beforeEach(() => {
  localStorage.clear()
  vi.stubGlobal('innerHeight', 640)
  vi.stubGlobal('innerWidth', 950)
})

test('what the window can show is drawn first, and the rest once that was seen', async () => {
  const { rerender } = render(table(page('a')))
  expect([drawnRows(), drawnCells()]).toEqual([20, 10])
  await waitFor(() => expect([drawnRows(), drawnCells()]).toEqual([60, 20]))

  rerender(table(page('b')))
  expect([drawnRows(), drawnCells()]).toEqual([20, 10])
  await waitFor(() => expect([drawnRows(), drawnCells()]).toEqual([60, 20]))
})

test('rows whose contents change stay where they are', async () => {
  const { rerender } = render(table(page('a')))
  await waitFor(() => expect(drawnRows()).toBe(60))
  rerender(table(page('a').map((line, index) => (index === 0 ? { ...line, text: 'changed' } : line))))
  expect([drawnRows(), drawnCells()]).toEqual([60, 20])
  expect(within(grid()).getAllByText('changed')).toHaveLength(20)
})

test('all is drawn at once that is small, printed, scrolled, or has its selected row further down', async () => {
  const { unmount, rerender } = render(table(page('a', 10)))
  expect([drawnRows(), drawnCells()]).toEqual([10, 20])
  rerender(table(page('b')))
  expect(drawnRows()).toBe(20)
  window.dispatchEvent(new Event('beforeprint'))
  expect([drawnRows(), drawnCells()]).toEqual([60, 20])

  const scroller = grid().parentElement
  if (scroller) scroller.scrollTop = 40
  rerender(table(page('c')))
  expect([drawnRows(), drawnCells()]).toEqual([60, 20])
  unmount()

  render(table(page('d'), 'd30'))
  expect([drawnRows(), drawnCells()]).toEqual([60, 20])
})

test('the columns in sight are those that begin within the window', () => {
  expect(columnsInSight([100, 100, 100], 150)).toBe(2)
  expect(columnsInSight([100, 100, 100], 200)).toBe(2)
  expect(columnsInSight([100, 100, 100], 1000)).toBe(3)
  expect(columnsInSight([], 1000)).toBe(0)
})
