import { expect, test } from 'vitest'
import type { PartyLists } from '#contract/job-parties.ts'
import type { FilledLink, PartyRole } from '#contract/parties.ts'
import { type Choice, filledText, listsWith, wayBack, wayBackText } from './filled-parties.ts'

const link = (id: string, role: PartyRole): FilledLink => ({
  ...{ id, role, shipmentId: 'job', partyId: `party of ${id}` },
  party: { id: `party of ${id}`, relatedId: 'organisation', organisation: null },
})
const empty: PartyLists = {
  ...{ shipmentConsignees: [], shipmentShipers: [], shipmentAgents: [], shipmentCarriers: [] },
  ...{ shipmentClearingAgents: [], shipmentParties: [] },
}
const jobWith = (...links: FilledLink[]) =>
  links.reduce<PartyLists>((job, one) => ({ ...job, ...listsWith(job, one.role, one) }), empty)

const own = link('own', 'consignee')
const filled = [link('bank', 'notifyParty'), link('zahid', 'clearingAgent')]
const choice: Choice = { role: 'consignee', linkId: 'own', name: 'Karachi Trading', before: null, filled }

test('each role has its place on the job, the further ones in their order', () => {
  const job = jobWith(link('a', 'warehouse'), own, link('b', 'notifyParty'))
  const { role: _, partyId, ...listed } = own
  expect(job).toEqual({
    ...empty,
    shipmentConsignees: [{ ...listed, consigneeId: partyId }],
    shipmentParties: [link('b', 'notifyParty'), link('a', 'warehouse')],
  })
  expect(listsWith(job, 'warehouse', null)).toEqual({ shipmentParties: [link('b', 'notifyParty')] })
  expect(listsWith(job, 'consignee', null)).toEqual({ shipmentConsignees: [] })
})

test('what was filled is said in the order of the card', () => {
  expect(filledText([], 'Karachi Trading')).toBe('')
  expect(filledText(filled, 'Karachi Trading')).toBe(
    ' Clearing Agent and Notify Party filled as for Karachi Trading.',
  )
  expect(filledText([...filled, link('c', 'carrier')], 'Indus')).toBe(
    ' Carrier, Clearing Agent, and Notify Party filled as for Indus.',
  )
})

test('a choice is put back whole, the former contact in its place', () => {
  const job = jobWith(own, ...filled)
  expect(wayBack(job, choice)).toEqual({
    isOwn: true,
    emptied: ['notifyParty', 'clearingAgent'],
    wanted: [
      ['consignee', null],
      ['notifyParty', null],
      ['clearingAgent', null],
    ],
  })
  const before = { partyId: 'former', name: 'Indus Textiles' }
  expect(wayBack(job, { ...choice, before }).wanted[0]).toEqual(['consignee', 'former'])
})

test('what others have changed since is left', () => {
  const job = jobWith(link('theirs', 'consignee'), link('theirs too', 'notifyParty'), ...filled.slice(1))
  expect(wayBack(job, choice)).toEqual({
    ...{ isOwn: false, emptied: ['clearingAgent'], wanted: [['clearingAgent', null]] },
  })
  expect(wayBack(empty, choice).wanted).toEqual([])
})

test.each([
  [
    null,
    true,
    filled,
    'Consignee: Karachi Trading removed. Clearing Agent and Notify Party are empty again.',
  ],
  ['Indus', true, filled.slice(1), 'Consignee: Indus added. Clearing Agent is empty again.'],
  [
    null,
    false,
    filled.slice(0, 1),
    'Consignee was changed meanwhile and stays. Notify Party is empty again.',
  ],
  [null, false, [], 'Consignee was changed meanwhile and stays.'],
] as const)('what was put back is told: %s, %s', (former, isOwn, emptied, words) => {
  const before = former === null ? null : { partyId: 'former', name: former }
  expect(wayBackText({ ...choice, before }, { isOwn, emptied: emptied.map(({ role }) => role) })).toBe(words)
})
