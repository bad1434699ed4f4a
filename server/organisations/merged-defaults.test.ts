import { beforeEach, expect, test } from 'vitest'
import type { ContactMerge } from '#contract/contact-merges.ts'
import type { DefaultParty } from '#contract/default-parties.ts'
import type { HistoryEntry } from '#contract/history.ts'
import type { Organisation } from '#contract/organisations.ts'
import type { PartyRole } from '#contract/parties.ts'
import { buildDefaultParty, buildOrganisation } from '#testing/factories.ts'
import { companyPerTest } from '#testing/test-company.ts'

const { rows, company } = companyPerTest()
type Built = Organisation & { partyId: string }
let kept: Built
let gone: Built
let bank: Built
let line: Built

beforeEach(async () => {
  const made = (name: string) => buildOrganisation(company, { name })
  kept = await made('Kilo Ltd')
  gone = await made('Kilo Limited')
  bank = await made('Indus Bank')
  line = await made('Hansa Line')
})

const merge = async () => {
  const [one, other] = await Promise.all([kept, gone].map(({ id }) => read(id)))
  const { body } = await company.call<{ merge: ContactMerge }>('POST', '/api/organisation/merge', {
    ...{ keptId: kept.id, mergedId: gone.id, keptVersion: one?.version, mergedVersion: other?.version },
  })
  return body.merge.id
}
const undo = (id: string) =>
  company.call<{ left: { fields: string[] } }>('POST', `/api/organisation/merge/${id}/undo`)
const read = async (id: string) => (await company.call<Organisation>('GET', `/api/organisation/${id}`)).body
const defaultsOf = async ({ id }: Built) => {
  const { body } = await company.call<DefaultParty[]>('GET', `/api/organisation/${id}/defaultparties`)
  return body.map(one => [one.whenRole, one.role, one.party.name])
}
const add = (of: Built, pair: readonly [PartyRole, PartyRole], to: Built) =>
  buildDefaultParty(company, of.id, pair, to.partyId)
const stored = () =>
  rows.select('select * from organisation_default_parties where account_id = $1 order by id', [
    company.membership.account.id,
  ])

/** Of the one that goes: for the same roles as the kept one’s, for others, and itself; of others: the one that goes. */
async function fill() {
  await add(kept, ['consignee', 'notifyParty'], line)
  await add(gone, ['consignee', 'notifyParty'], bank)
  await add(gone, ['consignee', 'carrier'], line)
  await add(gone, ['shipper', 'customer'], gone)
  await add(bank, ['notifyParty', 'consignee'], gone)
}

test('default parties move where the kept contact has none, and whoever named the other names it', async () => {
  await fill()
  await merge()
  expect(await defaultsOf(kept)).toEqual([
    ['consignee', 'carrier', 'Hansa Line'],
    ['consignee', 'notifyParty', 'Hansa Line'],
    ['shipper', 'customer', 'Kilo Ltd'],
  ])
  expect(await defaultsOf(bank)).toEqual([['notifyParty', 'consignee', 'Kilo Ltd']])
  expect(await stored()).toHaveLength(4)
  const { body } = await company.call<HistoryEntry[]>('GET', `/api/history?organisation=${bank.id}`)
  expect(body.slice(0, 2)).toMatchObject([
    { words: 'added Kilo Ltd as Default Consignee when it is Notify Party', merge: { isUndo: false } },
    { words: 'removed Kilo Limited as Default Consignee when it is Notify Party', restorable: false },
  ])
})

test('an undo puts all of them back as they were', async () => {
  await fill()
  const before = await stored()
  const id = await merge()
  expect(await stored()).not.toEqual(before)
  expect(await undo(id)).toMatchObject({ status: 200, body: { left: { fields: [] } } })
  expect(await stored()).toEqual(before)
  // It can be merged anew, and undone anew.
  await undo(await merge())
  expect(await stored()).toEqual(before)
})

test('an undo leaves what was changed since, and says so', async () => {
  await fill()
  const id = await merge()
  await add(kept, ['consignee', 'carrier'], bank)
  await add(bank, ['notifyParty', 'consignee'], line)
  const other = await buildOrganisation(company, { name: 'November' })
  await add(other, ['agent', 'haulier'], kept)
  expect((await undo(id)).body.left.fields).toEqual(['Default Carrier when it is Consignee'])
  expect(await defaultsOf(gone)).toEqual([
    ['consignee', 'notifyParty', 'Indus Bank'],
    ['shipper', 'customer', 'Kilo Limited'],
  ])
  expect(await defaultsOf(kept)).toEqual([
    ['consignee', 'carrier', 'Indus Bank'],
    ['consignee', 'notifyParty', 'Hansa Line'],
  ])
  expect(await defaultsOf(bank)).toEqual([['notifyParty', 'consignee', 'Hansa Line']])
  expect(await defaultsOf(other)).toEqual([['agent', 'haulier', 'Kilo Ltd']])
})

test('an undo does without a contact that was deleted since', async () => {
  await add(kept, ['consignee', 'notifyParty'], line)
  await add(gone, ['consignee', 'notifyParty'], bank)
  const id = await merge()
  await company.call('DELETE', `/api/organisation/${bank.id}`)
  expect((await undo(id)).body.left.fields).toEqual(['Default Notify Party when it is Consignee'])
  expect(await defaultsOf(gone)).toEqual([])
})

test('a merge of an earlier version, which kept no default parties, is undone as ever', async () => {
  await add(bank, ['notifyParty', 'consignee'], gone)
  const id = await merge()
  await rows.select(`update contact_merges set before = before - 'defaults' where id = $1`, [id])
  expect((await undo(id)).status).toBe(200)
  expect(await defaultsOf(bank)).toEqual([['notifyParty', 'consignee', 'Kilo Ltd']])
})
