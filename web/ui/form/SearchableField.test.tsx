import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { MantineProvider } from '@mantine/core'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { expect, test } from 'vitest'
import { FormSearchable } from './FormSearchable.tsx'
import { SearchableField } from './SearchableField.tsx'

const options = [
  { value: 'DZ', label: 'Algeria' },
  { value: 'DE', label: 'Germany' },
  { value: 'PK', label: 'Pakistan' },
]

type Shown = {
  first?: string | null
  clearable?: boolean
  lastUsed?: string[]
  used?: string[]
  seen: (string | null)[]
}

function Country({ first = null, clearable = true, lastUsed = [], used = [], seen }: Shown) {
  const [value, setValue] = useState<string | null>(first)
  const change = (next: string | null) => {
    seen.push(next)
    setValue(next)
  }
  return (
    <SearchableField
      label="Country"
      options={options}
      value={value}
      onChange={change}
      clearable={clearable}
      lastUsed={lastUsed}
      onUse={code => used.push(code)}
    />
  )
}

function show(shown: Omit<Shown, 'seen'> = {}) {
  const seen: (string | null)[] = []
  render(
    <MantineProvider env="test">
      <Country {...shown} seen={seen} />
      <button type="button">Next</button>
    </MantineProvider>,
  )
  return seen
}

const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Country' })
const enter = () => act(() => field().focus())
const type = (text: string) => {
  enter()
  fireEvent.change(field(), { target: { value: text } })
}
/** As Tab does: the focus goes on. */
const leave = () => act(() => screen.getByRole('button', { name: 'Next' }).focus())
const key = (name: string) => fireEvent.keyDown(field(), { key: name, code: name })
const offered = () => screen.getAllByRole('option').map(option => option.textContent)

test('leaving the field takes the highlighted entry', async () => {
  const seen = show()
  type('ger')
  await waitFor(() => expect(offered()).toEqual(['Germany', 'Algeria']))
  leave()
  await waitFor(() => expect(field().value).toBe('Germany'))
  expect(seen).toEqual(['DE'])
})

test('leaving takes the entry that the arrow keys have come to', async () => {
  const seen = show()
  enter()
  await waitFor(() => expect(offered()).toHaveLength(3))
  type('ger')
  await waitFor(() => expect(offered()).toHaveLength(2))
  key('ArrowDown')
  leave()
  await waitFor(() => expect(field().value).toBe('Algeria'))
  expect(seen).toEqual(['DZ'])
})

test('text that fits nothing stays, is explained, and changes nothing', async () => {
  const seen = show({ first: 'PK' })
  type('Gemrany')
  leave()
  await screen.findByText(
    '“Gemrany” is not in the list. Choose an entry, or empty the field. “Pakistan” stays chosen until then.',
  )
  expect(field().value).toBe('Gemrany')
  expect(seen).toEqual([])
  type('Germany')
  expect(screen.queryByText(/is not in the list/)).toBeNull()
  leave()
  await waitFor(() => expect(seen).toEqual(['DE']))
})

test('entering a filled field selects its text, so that typing replaces it', () => {
  show({ first: 'PK' })
  enter()
  expect(field().value.slice(field().selectionStart ?? 0, field().selectionEnd ?? 0)).toBe('Pakistan')
  field().setSelectionRange(8, 8)
  fireEvent.click(field())
  expect([field().selectionStart, field().selectionEnd]).toEqual([0, 8])
  field().setSelectionRange(3, 3)
  fireEvent.click(field())
  expect([field().selectionStart, field().selectionEnd]).toEqual([3, 3])
})

test('emptied and left, it is cleared', async () => {
  const seen = show({ first: 'PK' })
  type('')
  leave()
  await waitFor(() => expect(seen).toEqual([null]))
  expect(field().value).toBe('')
})

test('emptied and left where there must be one, the former entry comes back', async () => {
  const seen = show({ first: 'PK', clearable: false })
  type('')
  leave()
  await waitFor(() => expect(field().value).toBe('Pakistan'))
  expect(seen).toEqual([])
})

test('Enter on an emptied field clears it instead of choosing the first', () => {
  const seen = show({ first: 'PK' })
  type('')
  key('Enter')
  expect(seen).toEqual([null])
})

test('Enter takes the highlighted entry and closes the list', async () => {
  const seen = show({ first: 'PK' })
  type('pakistan')
  key('Enter')
  await waitFor(() => expect(field().getAttribute('aria-expanded')).toBe('false'))
  expect([field().value, seen]).toEqual(['Pakistan', []])
})

test('Escape gives up what was typed', () => {
  const seen = show({ first: 'PK' })
  type('ger')
  key('Escape')
  expect([field().value, seen]).toEqual(['Pakistan', []])
})

test('a field that is left untouched stays as it is', async () => {
  const seen = show({ first: 'PK' })
  enter()
  key('ArrowDown')
  leave()
  await waitFor(() => expect(field().getAttribute('aria-expanded')).toBe('false'))
  expect([field().value, seen]).toEqual(['Pakistan', []])
})

test('what was used last is offered first, and comes first among what a text fits equally well', async () => {
  const used: string[] = []
  const seen = show({ lastUsed: ['PK', 'XX', 'DE'], used })
  enter()
  await waitFor(() => expect(offered()).toEqual(['Pakistan', 'Germany', 'Algeria']))
  expect(screen.getByText('Used last')).toBeTruthy()
  key('ArrowDown')
  key('Enter')
  await waitFor(() => expect(field().value).toBe('Pakistan'))
  type('a')
  await waitFor(() => expect(offered()).toEqual(['Algeria', 'Pakistan', 'Germany']))
  expect(screen.queryByText('Used last')).toBeNull()
  type('german')
  key('Enter')
  await waitFor(() => expect(field().value).toBe('Germany'))
  expect([seen, used]).toEqual([
    ['PK', 'DE'],
    ['PK', 'DE'],
  ])
})

test('a form is not sent while the text is no entry', async () => {
  const sent: unknown[] = []
  function Form() {
    const { control, handleSubmit } = useForm<{ country: string | null }>({
      defaultValues: { country: 'PK' },
    })
    return (
      <form onSubmit={event => void handleSubmit(values => sent.push(values))(event)}>
        <FormSearchable control={control} name="country" label="Country" options={options} />
        <button type="submit">Next</button>
      </form>
    )
  }
  render(
    <MantineProvider env="test">
      <Form />
    </MantineProvider>,
  )
  type('xyz')
  leave()
  await screen.findByText(/“xyz” is not in the list/)
  fireEvent.click(screen.getByRole('button', { name: 'Next' }))
  await waitFor(() => expect(document.activeElement).toBe(field()))
  expect(sent).toEqual([])
  key('Escape')
  fireEvent.click(screen.getByRole('button', { name: 'Next' }))
  await waitFor(() => expect(sent).toEqual([{ country: 'PK' }]))
})
