import { cleanup, fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { SearchPicker } from './SearchPicker.tsx'
import { renderPart } from '#web/ui/test-render.tsx'

type Place = { id: string; name: string }
const places: Place[] = [
  { id: '1', name: 'Rotterdam' },
  { id: '2', name: 'Amsterdam' },
]
const columns = [{ id: 'name', header: 'Name', text: (place: Place) => place.name }]

function show({ found = places, takesOnly = false } = {}) {
  const heard = { search: vi.fn(), chosen: vi.fn(), close: vi.fn(), create: vi.fn() }
  function Picker() {
    const [searched, setSearched] = useState('')
    return (
      <SearchPicker
        title="Add Place"
        noun="places"
        columns={columns}
        rowId={place => place.id}
        searched={searched}
        onSearch={text => {
          heard.search(text)
          setSearched(text)
        }}
        takesOnly={takesOnly}
        found={{ data: found, error: null, isFetching: false, refetch: vi.fn() }}
        onChosen={heard.chosen}
        onCreateNew={heard.create}
        onClose={heard.close}
      />
    )
  }
  renderPart(<Picker />)
  return heard
}

const box = () => screen.getByRole('textbox', { name: 'Search places' })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

function search(text: string) {
  fireEvent.change(box(), { target: { value: text } })
  press('Search')
}

test('is titled and has Search, Create New, Add and Close', () => {
  show()
  expect(screen.getByRole('dialog', { name: 'Add Place' })).toBeTruthy()
  for (const name of ['Search', 'Create New', 'Add'])
    expect(screen.getByRole('button', { name })).toBeTruthy()
  expect(screen.getAllByRole('button', { name: 'Close' }).length).toBeGreaterThan(0)
})

test('searches from 3 characters on and says so below that', () => {
  const heard = show()
  search('ro')
  expect(heard.search).not.toHaveBeenCalled()
  expect(box().getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByText('Type at least 3 characters to search.')).toBeTruthy()
  search('rot')
  expect(heard.search).toHaveBeenCalledExactlyOnceWith('rot')
  expect(screen.getByText('Rotterdam')).toBeTruthy()
})

test('Enter in the box searches too', () => {
  const heard = show()
  fireEvent.change(box(), { target: { value: ' rotterdam ' } })
  fireEvent.submit(screen.getByRole('search'))
  expect(heard.search).toHaveBeenCalledExactlyOnceWith('rotterdam')
})

test('a click highlights one row, which Add gives', () => {
  const heard = show()
  search('dam')
  fireEvent.click(screen.getByText('Rotterdam'))
  fireEvent.click(screen.getByText('Amsterdam'))
  expect(screen.getAllByRole('row', { selected: true }).map(row => row.textContent)).toEqual([
    expect.stringContaining('Amsterdam'),
  ])
  press('Add')
  expect(heard.chosen).toHaveBeenCalledExactlyOnceWith(places[1])
})

test('a double click adds', () => {
  const heard = show()
  search('dam')
  fireEvent.doubleClick(screen.getByText('Rotterdam'))
  expect(heard.chosen).toHaveBeenCalledExactlyOnceWith(places[0])
})

test('Add with no row just closes', () => {
  const heard = show()
  search('dam')
  press('Add')
  expect(heard.chosen).not.toHaveBeenCalled()
  expect(heard.close).toHaveBeenCalledOnce()
})

test('Create New begins with what was searched for', () => {
  const heard = show()
  fireEvent.change(box(), { target: { value: 'Vlissingen' } })
  press('Create New')
  expect(heard.create).toHaveBeenCalledExactlyOnceWith('Vlissingen')
})

test('Enter once more takes the only one that was found, where that is wanted, and none of several', () => {
  const enter = () => fireEvent.submit(screen.getByRole('search'))
  const [rotterdam] = places
  const only = show({ found: rotterdam ? [rotterdam] : [], takesOnly: true })
  fireEvent.change(box(), { target: { value: 'rotterdam' } })
  enter()
  expect(only.chosen).not.toHaveBeenCalled()
  enter()
  expect(only.chosen).toHaveBeenCalledExactlyOnceWith(rotterdam)
  cleanup()
  const several = show({ takesOnly: true })
  fireEvent.change(box(), { target: { value: 'dam' } })
  enter()
  enter()
  expect(several.chosen).not.toHaveBeenCalled()
  // Nor does the dialog close as if one had been chosen.
  const add = screen.getByRole<HTMLButtonElement>('button', { name: 'Add' })
  expect(add.disabled).toBe(true)
  fireEvent.click(screen.getByText('Amsterdam'))
  expect(add.disabled).toBe(false)
  cleanup()
  const unasked = show({ found: rotterdam ? [rotterdam] : [] })
  fireEvent.change(box(), { target: { value: 'rotterdam' } })
  enter()
  enter()
  expect(unasked.chosen).not.toHaveBeenCalled()
})
