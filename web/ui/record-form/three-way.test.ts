import { expect, test } from 'vitest'
import { contestedFields, differ, differingFields, fieldsAt } from './three-way.ts'

type Port = { name: string | null; code: string | null; note: string | null }

const access = fieldsAt<Port>(['name', 'code', 'note'])
const base: Port = { name: 'Lyari', code: 'PKLYA', note: null }

test('an emptied text and none are the same', () => {
  expect(differingFields(access, base, { ...base, note: '' })).toEqual([])
  expect(differingFields(access, base, { ...base, name: '' })).toEqual(['name'])
})

test('lists differ where an entry does, or their number', () => {
  expect(differ(['agent'], ['agent'])).toBe(false)
  expect([differ(['agent'], ['shipper']), differ(['agent'], []), differ([], ['agent'])]).toEqual([
    true,
    true,
    true,
  ])
})

test('contested is what both changed, each to something else', () => {
  const typed = { ...base, name: 'Lyari West', note: 'Shallow' }
  const among = (theirs: Port) => contestedFields(access, { base, typed, theirs })
  expect(among({ ...base, name: 'Lyari East' })).toEqual(['name'])
  expect(among({ ...base, code: 'PKLYW' })).toEqual([])
  expect(among({ ...base, name: 'Lyari West' })).toEqual([])
})

test('what others changed counts where the form was filled after it, as from a restored draft', () => {
  const typed = { ...base, name: 'Lyari West' }
  expect(contestedFields(access, { base, typed, theirs: base }, ['name', null])).toEqual(['name'])
  expect(contestedFields(access, { base, typed, theirs: base }, ['code'])).toEqual([])
})

test('a merge takes the named fields from mine and the rest from theirs', () => {
  const theirs = { name: 'Lyari East', code: 'PKLYE', note: null }
  const mine = { name: 'Lyari West', code: 'PKLYW', note: 'Shallow' }
  expect(access.merged(theirs, mine, ['note', 'name'])).toEqual({
    name: 'Lyari West',
    code: 'PKLYE',
    note: 'Shallow',
  })
})

test('a draft brings back only fields that the form has', () => {
  const draft = access.toDraft({ ...base, note: 'Shallow' }, ['note'])
  expect(draft).toEqual({ note: 'Shallow' })
  expect(access.withDraft(base, { ...draft, berth: 7 })).toEqual({ ...base, note: 'Shallow' })
})

test('a field may stand in another, which keeps what else is in it', () => {
  const berths = fieldsAt<{ berth: { depth: number; crane: string } }, 'berth.depth' | 'berth.crane'>([
    'berth.depth',
    'berth.crane',
  ])
  const theirs = { berth: { depth: 12, crane: 'none' } }
  const mine = { berth: { depth: 14, crane: 'two' } }
  expect(differingFields(berths, mine, { berth: { ...mine.berth, depth: 15 } })).toEqual(['berth.depth'])
  expect(berths.merged(theirs, mine, ['berth.depth'])).toEqual({ berth: { depth: 14, crane: 'none' } })
  expect(berths.withDraft(theirs, berths.toDraft(mine, ['berth.crane']))).toEqual({
    berth: { depth: 12, crane: 'two' },
  })
  expect(theirs).toEqual({ berth: { depth: 12, crane: 'none' } })
})
