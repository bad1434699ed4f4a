import { act, configure, fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { ConnectionProblem } from '#web/lib/problem.ts'
import { renderPart } from '#web/ui/test-render.tsx'
import { LookupField } from './LookupField.tsx'
import type { LookupLine } from './lookup-lines.ts'

// A loaded machine may take its time; what is wrong stays wrong for as long.
configure({ asyncUtilTimeout: 8000 })

type Asked = {
  text: string
  answer: (names: readonly string[]) => void
  fail: () => void
  signal: AbortSignal
}
let asked: Asked[] = []
let taken: string[] = []
let created: string[] = []
const onRemove = vi.fn<() => void>()
const onSearchTable = vi.fn<() => void>()

beforeEach(() => {
  asked = []
  taken = []
  created = []
  onRemove.mockClear()
  onSearchTable.mockClear()
  Element.prototype.scrollIntoView = () => undefined
})

const line = (name: string): LookupLine => ({ id: name, name })

/** “NLRTM Rotterdam” is a line with a code. */
const answered = (text: string): LookupLine => {
  const [, code, name = ''] = /^([A-Z]{5}) (.+)$/.exec(text) ?? []
  return code === undefined ? line(text) : { ...line(name), code }
}

type Consigned = { chosen?: string; isWholeCode?: (text: string) => boolean }

/** A field over a server that answers when the test says so; what was used last is there at once. */
function Consignee({ chosen, ...codes }: Consigned) {
  const [value, setValue] = useState(chosen ?? null)
  return (
    <LookupField
      label="Consignee"
      field="consignee"
      {...codes}
      noun="companies"
      value={value === null ? null : { name: value, detail: 'Karachi' }}
      find={text => ({
        queryKey: ['looked up', text],
        queryFn: ({ signal }) =>
          text === ''
            ? Promise.resolve([line('Indus Textiles'), line('Rotterdam Tea')])
            : new Promise<LookupLine[]>((resolve, reject) => {
                asked.push({
                  text,
                  signal,
                  answer: names => resolve(names.map(answered)),
                  fail: () => reject(new ConnectionProblem('No connection.', null)),
                })
              }),
      })}
      onTake={one => {
        taken.push(one.name)
        setValue(one.name)
      }}
      onCreate={text => created.push(text)}
      onRemove={onRemove}
      actions={[{ name: 'Add Consignee', text: 'Search in a table …', icon: null, run: onSearchTable }]}
    />
  )
}

const show = (chosen?: string, codes: Omit<Consigned, 'chosen'> = {}) =>
  renderPart(
    <>
      <Consignee {...(chosen ? { chosen } : {})} {...codes} />
      <button type="button">Next</button>
    </>,
  )
const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Consignee' })
const enter = () => act(() => field().focus())
const type = (text: string) => fireEvent.change(field(), { target: { value: text } })
const key = (name: string) => fireEvent.keyDown(field(), { key: name, code: name })
const leave = () => act(() => screen.getByRole('button', { name: 'Next' }).focus())
const offered = () => screen.queryAllByRole('option').map(option => option.textContent.trim())
const active = () =>
  document.getElementById(field().getAttribute('aria-activedescendant') ?? '')?.textContent.trim()
const request = (text: string) =>
  waitFor(() => {
    const one = asked.find(request => request.text === text)
    if (!one) throw new Error(`Nobody has asked for ${text}.`)
    return one
  })

test('the focus shows what was used last, letters narrow it, and from three the server answers', async () => {
  show('Maas')
  enter()
  expect([field().selectionStart, field().selectionEnd]).toEqual([0, 4])
  await waitFor(() => expect(offered()).toEqual(['Indus Textiles', 'Rotterdam Tea', 'Search in a table …']))
  expect(active()).toBeUndefined()
  type('te')
  expect(offered()).toEqual(['Indus Textiles', 'Rotterdam Tea', 'Create “te”'])
  type('ind')
  expect(offered()).toEqual(['Indus Textiles', 'Create “ind”'])
  expect(active()).toBeUndefined()
  const { answer } = await request('ind')
  await act(async () => answer(['Indigo', 'Indus Textiles']))
  await waitFor(() => expect(offered()).toEqual(['Indigo', 'Indus Textiles', 'Create “ind”']))
  // Both begin so: none is meant yet.
  expect(active()).toBeUndefined()
  key('Enter')
  expect(taken).toEqual([])
  key('ArrowDown')
  key('ArrowDown')
  expect(active()).toBe('Indus Textiles')
  key('Enter')
  expect(taken).toEqual(['Indus Textiles'])
  expect([field().value, field().getAttribute('aria-expanded')]).toEqual(['Indus Textiles', 'false'])
})

test('the arrow keys go round, past the last line, to what else can be done', async () => {
  show()
  enter()
  await waitFor(() => expect(offered()).toHaveLength(3))
  key('ArrowUp')
  expect(active()).toBe('Search in a table …')
  key('ArrowDown')
  expect(active()).toBe('Indus Textiles')
  key('ArrowUp')
  key('Enter')
  expect(onSearchTable).toHaveBeenCalledTimes(1)
  expect(field().getAttribute('aria-expanded')).toBe('false')
})

test('an older answer never takes the place of a newer one', async () => {
  show()
  enter()
  type('maa')
  const older = await request('maa')
  type('maas')
  const newer = await request('maas')
  await act(async () => newer.answer(['Maas Trading']))
  await waitFor(() => expect(active()).toBe('Maas Trading'))
  await act(async () => older.answer(['Maartens', 'Maas Trading']))
  expect(offered()).toEqual(['Maas Trading', 'Create “maas”'])
})

test('Enter before the answer waits for it, and takes the line that is meant', async () => {
  show()
  enter()
  type('maas')
  key('Enter')
  // Typing fast, one is in the next field by then.
  leave()
  const { answer } = await request('maas')
  await act(async () => answer(['Maas Trading']))
  await waitFor(() => expect(taken).toEqual(['Maas Trading']))
})

test.each([
  ['begins with something else', ['Oude Maas']],
  ['is one of two', ['Maas Trading', 'Maas Electronics']],
  ['is none', []],
])('Enter before the answer takes nothing that %s', async (_, names) => {
  show()
  enter()
  type('maas')
  key('Enter')
  const { answer } = await request('maas')
  await act(async () => answer(names))
  await waitFor(() => expect(offered()).toEqual([...names, 'Create “maas”']))
  expect([taken, field().value, field().getAttribute('aria-expanded')]).toEqual([[], 'maas', 'true'])
})

test('typing on takes Enter back', async () => {
  show()
  enter()
  type('maas')
  key('Enter')
  type('maas t')
  const { answer } = await request('maas t')
  await act(async () => answer(['Maas Trading']))
  await waitFor(() => expect(active()).toBe('Maas Trading'))
  expect(taken).toEqual([])
})

test('leaving takes nothing: the text stays and says so, until Escape', async () => {
  show('Maas')
  enter()
  type('indus')
  leave()
  await screen.findByText(
    '“indus” is not taken. Choose a line of the list, or press Escape. Maas stays until then.',
  )
  expect(field().value).toBe('indus')
  enter()
  key('Escape')
  expect([field().value, taken]).toEqual(['Maas', []])
  type('')
  leave()
  expect(field().value).toBe('Maas')
})

const coded = { isWholeCode: (text: string) => /^[a-z]{2} ?[a-z]{3}$/i.test(text) }

test.each(['NLRTM', 'nl rtm'])('leaving takes the whole code “%s” as Enter does', async text => {
  show('Maas', coded)
  enter()
  type(text)
  const { answer } = await request(text)
  await act(async () => answer(['NLRTM Rotterdam', 'Oude Maas']))
  await waitFor(() => expect(active()).toMatch(/Rotterdam/))
  leave()
  expect([taken, field().value]).toEqual([['Rotterdam'], 'Rotterdam'])
  expect(screen.queryByText(/is not taken/)).toBe(null)
})

test('a whole code that is left before the answer is taken once that is there, and not red until then', async () => {
  show(undefined, coded)
  enter()
  type('nlrtm')
  leave()
  expect(screen.queryByText(/is not taken/)).toBe(null)
  const { answer } = await request('nlrtm')
  await act(async () => answer(['NLRTM Rotterdam']))
  await waitFor(() => expect([taken, field().value]).toEqual([['Rotterdam'], 'Rotterdam']))
  expect(screen.queryByText(/is not taken/)).toBe(null)
  expect(document.activeElement?.textContent).toBe('Next')
})

test.each([
  ['has no such code', ['Delhi']],
  ['has it twice', ['DELHI One', 'DELHI Two']],
  ['is empty', []],
])('what looks like a whole code stays and says so where the answer %s', async (_, names) => {
  show(undefined, coded)
  enter()
  type('delhi')
  leave()
  const { answer } = await request('delhi')
  await act(async () => answer(names))
  await screen.findByText('“delhi” is not taken. Choose a line of the list, or press Escape.')
  expect([taken, field().value]).toEqual([[], 'delhi'])
})

test('a whole code that is left says that it is not taken where the search fails', async () => {
  show(undefined, coded)
  enter()
  type('nlrtm')
  leave()
  const { fail } = await request('nlrtm')
  await act(async () => fail())
  await screen.findByText('“nlrtm” is not taken. Choose a line of the list, or press Escape.')
  expect(taken).toEqual([])
})

test('Enter in the emptied field removes; what is not found can be made', async () => {
  show('Maas')
  enter()
  type('')
  key('Enter')
  expect(onRemove).toHaveBeenCalledTimes(1)
  expect(field().value).toBe('Maas')
  type('Alster')
  const { answer } = await request('Alster')
  await act(async () => answer([]))
  await screen.findByText('Nothing found for “Alster”.')
  key('ArrowDown')
  key('Enter')
  expect([created, field().value]).toEqual([['Alster'], 'Maas'])
})

test('a failed search says so and is tried again', async () => {
  show()
  enter()
  type('maas')
  const first = await request('maas')
  await act(async () => first.fail())
  expect((await screen.findByRole('alert')).textContent).toContain('The search failed. No connection.')
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(asked).toHaveLength(2))
  await act(async () => asked[1]?.answer(['Maas Trading']))
  await waitFor(() => expect(offered()).toEqual(['Maas Trading', 'Create “maas”']))
  fireEvent.click(screen.getByRole('option', { name: 'Maas Trading' }))
  expect(taken).toEqual(['Maas Trading'])
})

test('a search that the network swallows fails, says so and is made again by itself', async () => {
  const waits: AbortController[] = []
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
    const wait = new AbortController()
    waits.push(wait)
    return wait.signal
  })
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    show()
    enter()
    type('maas')
    const first = await request('maas')
    first.signal.addEventListener('abort', () => first.fail())
    await act(async () => waits[0]?.abort())
    expect((await screen.findByRole('alert')).textContent).toContain('The search failed.')
    expect(screen.queryByText(/Searching/)).toBe(null)
    await act(async () => vi.advanceTimersByTime(5000))
    await waitFor(() => expect(asked).toHaveLength(2))
    await act(async () => asked[1]?.answer(['Maas Trading']))
    await waitFor(() => expect(offered()).toEqual(['Maas Trading', 'Create “maas”']))
    expect(screen.queryByRole('alert')).toBe(null)
  } finally {
    vi.useRealTimers()
    timeout.mockRestore()
  }
})
