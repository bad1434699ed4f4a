import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { NarrowedList } from './NarrowedList.tsx'
import { renderPart } from './test-render.tsx'

const taken = vi.fn<(name: string) => void>()

const show = (names: readonly string[]) =>
  renderPart(
    <NarrowedList noun="filter" all={names} nameOf={name => name}>
      {name => (
        <button key={name} type="button" onClick={() => taken(name)}>
          {name}
        </button>
      )}
    </NarrowedList>,
  )

const names = ['Seal', 'Place of Delivery', 'Délai', ...Array.from({ length: 20 }, (_, at) => `Other ${at}`)]
const field = () => screen.queryByRole('searchbox', { name: 'Find a filter' })
const type = (text: string) => fireEvent.change(field() ?? document.body, { target: { value: text } })
const listed = () => screen.queryAllByRole('button').map(({ textContent }) => textContent)

beforeEach(() => {
  taken.mockClear()
  vi.stubGlobal('matchMedia', () => ({
    matches: true,
    addEventListener: () => {},
    removeEventListener: () => {},
  }))
})

test('a long list has the focus in a field that narrows it, and Enter takes the first that is left', () => {
  show(names)
  expect(document.activeElement).toBe(field())
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Enter' })
  expect(taken.mock.calls).toEqual([])
  type(' dEL')
  expect(listed()).toEqual(['Place of Delivery', 'Délai'])
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Enter' })
  expect(taken.mock.calls).toEqual([['Place of Delivery']])
})

test('a text that is in no name says so', () => {
  show(names)
  type('colour')
  expect(listed()).toEqual([])
  expect(screen.getByRole('status').textContent).toBe('No filter is called “colour”.')
})

test('a short list has no such field', () => {
  show(names.slice(0, 15))
  expect(field()).toBeNull()
  expect(listed()).toHaveLength(15)
})
