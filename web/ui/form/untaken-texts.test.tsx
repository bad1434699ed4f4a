import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, configure, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { renderPart } from '#web/ui/test-render.tsx'
import { LookupField } from './LookupField.tsx'
import { useUntakenText } from './once-taken.ts'
import { useUntakenGuard } from './untaken-texts.ts'

configure({ asyncUtilTimeout: 8000 })

const taken = vi.fn<(name: string) => void>()
let answer: (names: readonly string[]) => void
let isMaking = false

function Card() {
  useUntakenGuard()
  useUntakenText({ label: 'New Shipper', text: isMaking ? 'Alster' : '' })
  return (
    <LookupField
      label="Consignee"
      field="consignee"
      noun="companies"
      value={{ name: 'Maas' }}
      find={text => ({
        queryKey: ['looked up for leaving', text],
        queryFn: () =>
          new Promise<{ id: string; name: string }[]>(resolve => {
            answer = names => resolve(names.map(name => ({ id: name, name })))
            if (text === '') answer([])
          }),
      })}
      onTake={({ name }) => taken(name)}
      onRemove={() => undefined}
      actions={[]}
    />
  )
}

async function open() {
  const history = createMemoryHistory({ initialEntries: ['/card?id=1'] })
  const router = createRouter({
    routeTree: createRootRoute({ component: Card, notFoundComponent: Card }),
    history,
  })
  renderPart(<RouterProvider router={router as never} />)
  await screen.findByRole('combobox')
  return {
    at: () => history.location.pathname + history.location.search,
    go: (to: string) => act(async () => history.push(to)),
  }
}
const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Consignee' })
const type = (text: string) => {
  act(() => field().focus())
  fireEvent.change(field(), { target: { value: text } })
}
const click = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

beforeEach(() => {
  taken.mockClear()
  isMaking = false
  Element.prototype.scrollIntoView = () => undefined
})

test('whoever leaves a text that is not taken is asked, and finds it again on staying', async () => {
  const { at, go } = await open()
  type('indus')
  await go('/card/items?id=1')
  expect((await screen.findByRole('dialog')).textContent).toContain(
    'Leave without adding what you typed?Nothing of it is stored yet.Consignee: “indus”',
  )
  click('Stay here')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(field()))
  expect([at(), field().value]).toEqual(['/card?id=1', 'indus'])
  await go('/card/items?id=1')
  await screen.findByRole('dialog')
  click('Leave')
  await waitFor(() => expect(at()).toBe('/card/items?id=1'))
})

test.each([
  ['what is chosen already', 'maas'],
  ['nothing', ' '],
])('%s is left without a question', async (_, text) => {
  const { at, go } = await open()
  type(text)
  await go('/contacts')
  await waitFor(() => expect(at()).toBe('/contacts'))
})

test('another address of the same page is not asked about', async () => {
  const { at, go } = await open()
  type('indus')
  await go('/card?id=1&field=etd')
  await waitFor(() => expect(at()).toBe('/card?id=1&field=etd'))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a line that Enter waits for is taken first', async () => {
  const { at, go } = await open()
  type('indus')
  fireEvent.keyDown(field(), { key: 'Enter' })
  await go('/contacts')
  expect(at()).toBe('/card?id=1')
  await act(async () => answer(['Indus Textiles']))
  await waitFor(() => expect(at()).toBe('/contacts'))
  expect(taken.mock.calls).toEqual([['Indus Textiles']])
})

test('the sheet of a new company is asked about too', async () => {
  isMaking = true
  const { go } = await open()
  await go('/contacts')
  expect((await screen.findByRole('dialog')).textContent).toContain('New Shipper: “Alster”')
})
