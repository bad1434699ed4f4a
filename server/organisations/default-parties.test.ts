import { beforeEach, describe, expect, test } from 'vitest'
import type { DefaultParty } from '#contract/default-parties.ts'
import type { HistoryEntry } from '#contract/history.ts'
import type { Organisation } from '#contract/organisations.ts'
import { partyRoles } from '#contract/parties.ts'
import { buildColleague, buildCompany, buildDefaultParty, buildOrganisation } from '#testing/factories.ts'
import { badIds, expectFieldsRefused, expectNoChange, expectProblem, statusesOf } from '#testing/refusals.ts'
import { companyPerTest } from '#testing/test-company.ts'

const { product, rows, company } = companyPerTest()
const url = '/api/organisation/defaultparty'
type Built = Organisation & { partyId: string }
let trading: Built
let bank: Built
let clearing: Built

beforeEach(async () => {
  trading = await buildOrganisation(company, { name: 'Karachi Trading' })
  bank = await buildOrganisation(company, { name: 'Indus Bank' })
  clearing = await buildOrganisation(company, { name: 'Zahid & Co' })
})

const list = (id = trading.id) =>
  company.call<DefaultParty[]>('GET', `/api/organisation/${id}/defaultparties`)
const post = (body: object) =>
  company.call<DefaultParty>('POST', url, {
    ...{ organisationId: trading.id, whenRole: 'consignee', role: 'notifyParty', partyId: bank.partyId },
    ...body,
  })
const historyOf = async (id: string) =>
  (await company.call<HistoryEntry[]>('GET', `/api/history?organisation=${id}`)).body
const restore = (id: string) => company.call('POST', '/api/history/restoreremoved', { id })
const of = ({ id, partyId, name }: Built) => ({ id: partyId, relatedId: id, name })

test('a contact says who else is on a job; one for each two roles, and all of them in order', async () => {
  expect(await list()).toMatchObject({ status: 200, body: [] })
  const before = (await company.call<Organisation[]>('GET', '/api/organisation')).body
  const agent = await post({ role: 'clearingAgent', partyId: clearing.partyId })
  const added = await post({})
  expect(added.status).toBe(201)
  expect(added.body).toEqual({
    id: added.body.id,
    organisationId: trading.id,
    whenRole: 'consignee',
    role: 'notifyParty',
    partyId: bank.partyId,
    party: of(bank),
  })
  // Whoever is the shipper may be billed; a contact may be its own default.
  const own = await post({ whenRole: 'shipper', role: 'customer', partyId: trading.partyId })
  expect(own.body.party).toEqual(of(trading))
  expect((await list()).body).toEqual([agent.body, added.body, own.body])
  expect((await list(bank.id)).body).toEqual([])
  // Contacts and their lists are as they were.
  expect((await company.call<Organisation[]>('GET', '/api/organisation')).body).toEqual(before)

  const removed = await company.call('DELETE', `${url}/${added.body.id}`)
  expect([removed.status, removed.body]).toEqual([204, null])
  expect((await list()).body).toEqual([agent.body, own.body])
  expectProblem(await company.call('DELETE', `${url}/${added.body.id}`), 'not_found')
})

test('another one takes the place; the same one again changes nothing, however many ask at once', async () => {
  const replies = await Promise.all([post({}), post({}), post({})])
  expect(statusesOf(replies)).toEqual([200, 200, 201])
  expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1)
  await expectNoChange(rows, company, async () => {
    expect(await post({})).toMatchObject({ status: 200, body: replies[0].body })
  })
  const other = await post({ partyId: clearing.partyId })
  expect(other).toMatchObject({ status: 201, body: { party: of(clearing) } })
  expect((await list()).body).toEqual([other.body])
})

test('every role goes with every other', async () => {
  for (const whenRole of partyRoles)
    for (const role of partyRoles.filter(one => one !== whenRole))
      expect((await post({ whenRole, role })).status).toBe(201)
  expect((await list()).body.map(({ whenRole, role }) => [whenRole, role])).toEqual(
    partyRoles.flatMap(whenRole =>
      partyRoles.filter(role => role !== whenRole).map(role => [whenRole, role]),
    ),
  )
})

test('what makes no sense is refused by name and changes nothing', async () => {
  await expectFieldsRefused(rows, company, {
    method: 'POST',
    url,
    fields: {
      organisationId: [...badIds, null],
      partyId: [...badIds, null, crypto.randomUUID(), trading.id],
      whenRole: ['', 'seller', 1, null],
      role: ['', 'buyer', 1, null, 'consignee'],
    },
    bodyWith: (path, value) => ({
      ...{ organisationId: trading.id, whenRole: 'consignee', role: 'notifyParty', partyId: bank.partyId },
      [path]: value,
    }),
  })
  await expectNoChange(rows, company, async () => {
    expectProblem(await post({ organisationId: crypto.randomUUID() }), 'not_found')
    const same = await post({ role: 'consignee' })
    expectProblem(same, 'invalid_input', {
      errors: [{ path: 'role', message: 'The contact has this role itself. Choose another role to fill.' }],
    })
    expectProblem(await list(crypto.randomUUID()), 'not_found')
  })
})

test('another company’s is like none; a Viewer reads', async () => {
  const { id } = await buildDefaultParty(company, trading.id, ['consignee', 'notifyParty'], bank.partyId)
  const other = await buildCompany(product)
  const theirs = await buildOrganisation(other)
  const viewer = await buildColleague(product, company, 'viewer')
  const body = { organisationId: trading.id, whenRole: 'agent', role: 'carrier', partyId: bank.partyId }
  await expectNoChange(rows, other, () =>
    expectNoChange(rows, company, async () => {
      expectProblem(await other.call('GET', `/api/organisation/${trading.id}/defaultparties`), 'not_found')
      expectProblem(await other.call('POST', url, { ...body, partyId: theirs.partyId }), 'not_found')
      expectProblem(await other.call('POST', url, { ...body, organisationId: theirs.id }), 'invalid_input', {
        errors: [{ path: 'partyId', message: 'There is no such party.' }],
      })
      expectProblem(await other.call('DELETE', `${url}/${id}`), 'not_found')
      expectProblem(await viewer.call('POST', url, body), 'not_allowed')
      expectProblem(await viewer.call('DELETE', `${url}/${id}`), 'not_allowed')
      const read = await viewer.call('GET', `/api/organisation/${trading.id}/defaultparties`)
      expect(read.body).toEqual((await list()).body)
    }),
  )
})

test('a contact that is deleted takes along its own defaults and those that name it', async () => {
  const pair = ['consignee', 'notifyParty'] as const
  await buildDefaultParty(company, trading.id, pair, bank.partyId)
  await buildDefaultParty(company, bank.id, pair, clearing.partyId)
  const stays = await buildDefaultParty(company, trading.id, ['shipper', 'haulier'], clearing.partyId)
  expect((await company.call('DELETE', `/api/organisation/${bank.id}`)).status).toBe(204)
  expect((await list()).body).toEqual([stays])
  const left = await rows.select('select id from organisation_default_parties where account_id = $1', [
    company.membership.account.id,
  ])
  expect(left).toEqual([{ id: stays.id }])
  const [gone] = await historyOf(trading.id)
  expect(gone).toMatchObject({
    words: 'removed Indus Bank as Default Notify Party when it is Consignee',
    restorable: false,
  })
  await expectNoChange(rows, company, async () => {
    expectProblem(await restore(gone?.record.id ?? ''), 'invalid_input', {
      errors: [
        {
          path: 'id',
          message:
            'The contact that was the Notify Party by default has been deleted, and a deleted contact cannot be restored. Add it again under Contacts, then add it to the default parties here.',
        },
      ],
    })
  })
})

test('a contact tells of how many others it is the default party, in which roles', async () => {
  const roles = (id: string) => company.call<object[]>('GET', `/api/organisation/${id}/defaultroles`)
  expect(await roles(bank.id)).toMatchObject({ status: 200, body: [] })
  for (const [owner, whenRole, role] of [
    [trading, 'consignee', 'notifyParty'],
    // Of the same contact in the same role, and its own.
    [trading, 'shipper', 'notifyParty'],
    [clearing, 'consignee', 'notifyParty'],
    [trading, 'consignee', 'customer'],
    [bank, 'consignee', 'haulier'],
  ] as const)
    await buildDefaultParty(company, owner.id, [whenRole, role], bank.partyId)
  const viewer = await buildColleague(product, company, 'viewer')
  const other = await buildCompany(product)
  await expectNoChange(rows, company, async () => {
    expect((await roles(bank.id)).body).toEqual([
      { role: 'notifyParty', contacts: 2 },
      { role: 'customer', contacts: 1 },
    ])
    expect((await roles(trading.id)).body).toEqual([])
    expectProblem(await roles(crypto.randomUUID()), 'not_found')
    const seen = await viewer.call('GET', `/api/organisation/${bank.id}/defaultroles`)
    expect(seen.body).toEqual((await roles(bank.id)).body)
    expectProblem(await other.call('GET', `/api/organisation/${bank.id}/defaultroles`), 'not_found')
  })
})

describe('the history', () => {
  test('tells who came and went, and brings back who went', async () => {
    const first = await post({})
    const second = await post({ partyId: clearing.partyId })
    const [added, removed, before] = await historyOf(trading.id)
    expect(before).toMatchObject({
      action: 'added',
      words: 'added Indus Bank as Default Notify Party when it is Consignee',
      record: { type: 'defaultParty', id: first.body.id, label: 'Default Notify Party', name: 'Indus Bank' },
      changes: [
        {
          field: 'defaultParties.consignee.notifyParty',
          label: 'Default Notify Party when it is Consignee',
          ...{ old: null, new: bank.id, oldText: '', newText: 'Indus Bank', restorable: false },
        },
      ],
    })
    expect(removed).toMatchObject({
      words: 'removed Indus Bank as Default Notify Party when it is Consignee',
      restorable: true,
    })
    expect(added?.words).toBe('added Zahid & Co as Default Notify Party when it is Consignee')

    const restored = await restore(first.body.id)
    expect(restored.status).toBe(200)
    expect((await list()).body).toEqual([first.body])
    await expectNoChange(rows, company, async () => {
      expectProblem(await restore(first.body.id), 'invalid_input')
    })
    const viewer = await buildColleague(product, company, 'viewer')
    expectProblem(
      await viewer.call('POST', '/api/history/restoreremoved', { id: second.body.id }),
      'not_allowed',
    )
  })

  test('does not bring back what stands again', async () => {
    const { body } = await post({})
    await company.call('DELETE', `${url}/${body.id}`)
    await post({})
    await expectNoChange(rows, company, async () => {
      expectProblem(await restore(body.id), 'already_exists')
    })
  })
})

test('whoever was merged into another is named by that one, and is changed there', async () => {
  const merged = await buildOrganisation(company, { name: 'Indus Bank Ltd' })
  await company.call('POST', '/api/organisation/merge', {
    ...{ keptId: bank.id, mergedId: merged.id, keptVersion: 1, mergedVersion: 1 },
  })
  const { body } = await post({ partyId: merged.partyId })
  expect(body).toMatchObject({ partyId: bank.partyId, party: of(bank) })
  expectProblem(await post({ organisationId: merged.id, partyId: clearing.partyId }), 'merged_away')
  await post({ organisationId: bank.id, partyId: clearing.partyId })
  expect((await list(merged.id)).body).toEqual((await list(bank.id)).body)
})
