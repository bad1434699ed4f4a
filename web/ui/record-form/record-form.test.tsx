import { act, renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { keepDraft, readDraft } from '#web/lib/drafts.ts'
import { ApiProblem } from '#web/lib/problem.ts'
import { useRecordForm } from './record-form.ts'

type Port = { name: string | null; code: string | null }
type Stored = { values: Port; version: number }

const stored: Stored = { values: { name: 'Lyari', code: 'PKLYA' }, version: 3 }
const KEY = 'lading:draft:a:u:port:p'
const DRAFT_PAUSE = 400

afterEach(() => {
  vi.useRealTimers()
  localStorage.clear()
})

const pause = () =>
  act(() => {
    vi.advanceTimersByTime(DRAFT_PAUSE)
  })

const fieldOf = (path: string) => (path === 'name' || path === 'code' ? path : null)

const refusal = (current: Stored, field: keyof Port) =>
  new ApiProblem({
    type: 'about:blank',
    title: 'Changed meanwhile',
    status: 412,
    code: 'changed_meanwhile',
    detail: 'Somebody changed it.',
    current,
    changes: [
      { field, old: stored.values[field], new: current.values[field], by: 'Ben', at: '2026-11-20T10:00:00Z' },
    ],
  })

type Settings = { follows?: 'untouched' | 'merged'; draftKey?: string }

function formOver({ follows, draftKey }: Settings = {}) {
  const { result, rerender, unmount } = renderHook(
    (now: Stored) =>
      useRecordForm<Port>({ ...now, ...(follows && { follows }), ...(draftKey && { draftKey }) }),
    { initialProps: stored },
  )
  return {
    form: () => result.current,
    show: (now: Stored) => act(() => rerender(now)),
    type: (field: keyof Port, text: string) =>
      act(() => result.current.form.setValue(field, text, { shouldDirty: true })),
    typed: () => result.current.form.getValues(),
    unmount,
  }
}

const newer: Stored = { values: { name: 'Lyari', code: 'PKLYW' }, version: 4 }

test('what is stored anew is shown where nothing is typed, and never over what is', () => {
  const untouched = formOver({ follows: 'untouched' })
  untouched.show(newer)
  expect([untouched.typed(), untouched.form().version()]).toEqual([newer.values, 4])

  const typedOn = formOver({ follows: 'untouched' })
  typedOn.type('name', 'Lyari West')
  typedOn.show(newer)
  expect([typedOn.typed(), typedOn.form().version()]).toEqual([{ name: 'Lyari West', code: 'PKLYA' }, 3])
})

test('so is what was changed without a new version, as a number that a document has taken', () => {
  const numbered = formOver({ follows: 'merged' })
  numbered.show({ values: { name: 'Lyari', code: 'PKLYW' }, version: 3 })
  expect([numbered.typed().code, numbered.form().changedFields()]).toEqual(['PKLYW', []])
})

test('it goes under what is typed, unless both changed the same field', () => {
  const other = formOver({ follows: 'merged' })
  other.type('name', 'Lyari West')
  other.show(newer)
  expect([other.typed(), other.form().version()]).toEqual([{ name: 'Lyari West', code: 'PKLYW' }, 4])
  expect(other.form().changedFields()).toEqual(['name'])
  expect(other.form().form.formState.isDirty).toBe(true)

  const same = formOver({ follows: 'merged' })
  same.type('code', 'PKLYE')
  same.show(newer)
  expect([same.typed(), same.form().version()]).toEqual([{ name: 'Lyari', code: 'PKLYE' }, 3])
})

/** A server that refuses what builds on another version than its own. */
function serverWith(current: Stored, field: keyof Port) {
  const sent: [readonly string[], number][] = []
  const send = async (values: Port, changed: readonly (keyof Port)[], version: number): Promise<Stored> => {
    sent.push([changed, version])
    if (version !== current.version) throw refusal(current, field)
    const change = Object.fromEntries(changed.map(one => [one, values[one]]))
    return { values: { ...current.values, ...change }, version: version + 1 }
  }
  return { sent, saving: { send, read: (reply: Stored) => reply, fieldOf } }
}

test('a save keeps what two people changed in different fields', async () => {
  const port = formOver()
  port.type('name', 'Lyari West')
  const { sent, saving } = serverWith(newer, 'code')
  await act(() => port.form().save(saving))
  expect(sent).toEqual([
    [['name'], 3],
    [['name'], 4],
  ])
  expect(port.typed()).toEqual({ name: 'Lyari West', code: 'PKLYW' })
  expect([port.form().changedFields(), port.form().conflict, port.form().version()]).toEqual([
    [],
    undefined,
    5,
  ])
})

test.each([
  [true, 'PKLYE'],
  [false, 'PKLYW'],
])('the same field asks; keeping mine is %s: %s is left to save', async (isMine, code) => {
  const port = formOver()
  port.type('code', 'PKLYE')
  const { saving } = serverWith(newer, 'code')
  await act(() => expect(port.form().save(saving)).rejects.toThrow('Somebody changed it.'))
  expect(port.form().conflict?.contested).toEqual(['code'])
  expect(port.typed().code).toBe('PKLYE')
  act(() => port.form().choose('code', isMine))
  act(() => port.form().settle())
  expect([port.typed().code, port.form().changedFields()]).toEqual([code, isMine ? ['code'] : []])
})

test('what is typed while a save is under way stays, and is not saved yet', async () => {
  const port = formOver()
  port.type('name', 'Lyari West')
  let answer: (reply: Stored) => void = () => undefined
  const send = () =>
    new Promise<Stored>(resolve => {
      answer = resolve
    })
  const saving = port.form().save({ send, read: reply => reply, fieldOf })
  port.type('code', 'PKLYE')
  await act(async () => {
    answer({ values: { name: 'Lyari West', code: 'PKLYA' }, version: 4 })
    await saving
  })
  expect(port.typed()).toEqual({ name: 'Lyari West', code: 'PKLYE' })
  expect(port.form().changedFields()).toEqual(['code'])
})

test('what is unsaved is kept in the browser, also of the last moment, and goes when it is saved or given up', () => {
  vi.useFakeTimers()
  const port = formOver({ draftKey: KEY })
  port.type('name', 'Lyari West')
  pause()
  expect(readDraft(KEY)).toMatchObject({ version: 3, fields: { name: 'Lyari West' } })
  port.type('code', 'PKLYE')
  port.unmount()
  expect(readDraft(KEY)?.fields).toEqual({ name: 'Lyari West', code: 'PKLYE' })

  const again = formOver({ draftKey: KEY })
  expect(again.typed()).toEqual({ name: 'Lyari West', code: 'PKLYE' })
  expect(again.form().restoredAt).toBeTypeOf('string')
  act(() => again.form().saved(again.typed(), { values: again.typed(), version: 4 }))
  pause()
  expect([readDraft(KEY), again.form().restoredAt]).toEqual([undefined, undefined])

  again.type('name', 'Lyari')
  pause()
  again.form().giveUpDraft()
  again.unmount()
  expect(readDraft(KEY)).toBeUndefined()
})

test('a draft of an older version builds on that, so that the next save notices what happened since', () => {
  keepDraft(KEY, 2, { name: 'Lyari West' })
  const port = formOver({ draftKey: KEY, follows: 'merged' })
  expect([port.typed().name, port.form().version()]).toEqual(['Lyari West', 2])
  expect(port.form().changedFields()).toEqual(['name'])
})

test('a change beside the form is taken as one’s own only where no other version lies between', () => {
  const port = formOver()
  act(() => port.form().stepTo(5))
  expect(port.form().version()).toBe(3)
  act(() => port.form().stepTo(4))
  expect(port.form().version()).toBe(4)
})
