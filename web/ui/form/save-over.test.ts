import { beforeEach, expect, test } from 'vitest'
import { ApiProblem } from '#web/lib/problem.ts'
import { dismissNotice, noticeStore } from '#web/ui/notice/notify.ts'
import { matchesStored, saveOver } from './save-over.ts'

const at = '2026-11-20T10:00:00Z'
const change = (field: string, now: unknown, by = 'Sana') => ({ field, old: null, new: now, by, at })

const changedSince = (current: object, changes: ReturnType<typeof change>[]) =>
  new ApiProblem({
    type: 'about:blank',
    status: 412,
    code: 'changed_meanwhile',
    title: 'Somebody has changed this in the meantime',
    detail: 'It was changed.',
    current,
    changes,
  })

const notices = () => noticeStore.read().map(({ message }) => message)

beforeEach(() => noticeStore.read().forEach(({ id }) => dismissNotice(id)))

/** A server that has version 4 and refuses every other. */
const serverWith = (current: object, changes: ReturnType<typeof change>[]) => {
  const versions: number[] = []
  const save = (version: number) => {
    versions.push(version)
    return version === 4
      ? Promise.resolve({ version: 5 })
      : Promise.reject(changedSince({ ...current, version: 4 }, changes))
  }
  return { versions, save }
}

test('what is stored already, because the first reply was lost, counts as saved', async () => {
  const stored = { id: 'a', name: 'Tea', quote: { commodity: 'Rice', cargo: null } }
  const { versions, save } = serverWith(stored, [change('name', 'Tea'), change('quote.commodity', 'Rice')])
  const sent = { id: 'a', name: ' Tea ', quote: { commodity: 'Rice', cargo: '' } }
  expect(await saveOver(sent, 3, save)).toEqual({ ...stored, version: 4 })
  expect([versions, notices()]).toEqual([[3], []])
})

test('what was typed since goes on top of it', async () => {
  const stored = { organisationContacts: [{ id: 'l', contact: { id: 'c', city: 'Kiel', fax: null } }] }
  const { versions, save } = serverWith(stored, [change('organisationContacts.0.contact.city', 'Kiel')])
  const sent = { organisationContacts: [{ id: 'l', contact: { id: 'c', city: 'Kiel', fax: '12' } }] }
  expect(await saveOver(sent, 3, save)).toEqual({ version: 5 })
  expect([versions, notices()]).toEqual([[3, 4], []])
})

test('what others changed besides is told', async () => {
  const { save } = serverWith({ name: 'Tea', mbl: 'M1' }, [change('name', 'Tea'), change('mbl', 'M1', 'Ben')])
  expect(await saveOver({ name: 'Tea' }, 3, save)).toMatchObject({ mbl: 'M1', version: 4 })
  expect(notices()).toEqual(['Your changes are saved. Ben also changed other fields.'])
})

test('what others changed stays a conflict while anything typed is not stored', async () => {
  const { versions, save } = serverWith({ name: 'Tea', mbl: 'M1' }, [change('mbl', 'M1', 'Ben')])
  await expect(saveOver({ name: 'Rice' }, 3, save)).rejects.toThrow('It was changed.')
  await expect(saveOver({ mbl: 'M2' }, 3, save)).rejects.toThrow('It was changed.')
  expect(versions).toEqual([3, 3])
})

test('a list of values is compared as a whole, a list of rows by what a row mentions', () => {
  expect(matchesStored({ to: ['customer'] }, { to: ['customer'] })).toBe(true)
  expect(matchesStored({ to: ['customer', 'agent'] }, { to: ['customer'] })).toBe(false)
  const numberSeries = [{ kind: 'invoice', prefix: 'INV-', nextNumber: 4 }]
  expect(matchesStored({ numberSeries }, { numberSeries: [{ kind: 'invoice', prefix: 'INV-' }] })).toBe(true)
  expect(matchesStored({ numberSeries }, { numberSeries: [{ kind: 'invoice', nextNumber: 5 }] })).toBe(false)
  expect(matchesStored({ numberSeries }, { numberSeries: [{ kind: 'booking', prefix: 'INV-' }] })).toBe(false)
})
