import { describe, expect, test } from 'vitest'
import { Direction, TransportMode } from '#contract/choices.ts'
import type { SummaryJob } from './records.ts'
import { writeSummary } from './write.ts'

const TODAY = '2026-11-21'

/** Of which nothing is to be told, whichever way it goes. */
const job: SummaryJob = {
  id: 'x',
  jobId: 1,
  name: null,
  direction: null,
  transportMode: TransportMode.sea,
  etd: null,
  eta: null,
  houseBl: 'H',
  masterBl: 'M',
  instructionsSentOn: '2026-11-01',
  documentsSubmittedOn: '2026-11-01',
  documentsReceivedOn: '2026-11-01',
  documentsEmailedOn: '2026-11-01',
  pickedUpOn: '2026-11-01',
  isHouse: false,
  ofMaster: { masterBl: null, instructionsSentOn: null },
}
const none = { masterBl: null, instructionsSentOn: null }

const written = (jobs: SummaryJob[]) =>
  writeSummary(jobs, { day: TODAY, company: 'Lee', publicUrl: undefined })
const titles = (changes: Partial<SummaryJob>) =>
  written([{ ...job, ...changes }])?.text.match(/^[A-Z].*(?=:$)/gm) ?? []

const sides = { import: Direction.import, export: Direction.export, unset: null }
type Side = keyof typeof sides

const kinds: readonly [title: string, told: readonly Side[], changes: Partial<SummaryJob>][] = [
  ['Leaving today', ['import', 'export', 'unset'], { etd: TODAY }],
  ['Arriving today', ['import', 'export', 'unset'], { eta: TODAY }],
  [
    'Overdue: ETA is past and the delivery order is not picked up',
    ['import', 'unset'],
    { eta: '2026-11-20', pickedUpOn: null },
  ],
  [
    'Overdue: ETD is past and there is no bill of lading',
    ['import', 'unset'],
    // So that an export has a master bill, whatever is missing here.
    { etd: '2026-11-20', houseBl: null, masterBl: '', ofMaster: { ...none, masterBl: 'M' } },
  ],
  [
    'Overdue: ETD is past and there is no master bill of lading',
    ['export'],
    { etd: '2026-11-20', masterBl: null },
  ],
  [
    'Overdue: ETD is past and there is no house bill of lading',
    ['export'],
    { etd: '2026-11-20', houseBl: null, isHouse: true },
  ],
  [
    'Shipping instructions not sent, leaving within 7 days or left already',
    ['export'],
    { etd: '2026-11-28', instructionsSentOn: null },
  ],
  [
    'Documents not submitted to the carrier, leaving within 3 days or left already',
    ['export'],
    { etd: '2026-11-24', documentsSubmittedOn: null },
  ],
  [
    'Arrival notice not sent, arriving within 7 days',
    ['import', 'unset'],
    { eta: '2026-11-28', documentsEmailedOn: null },
  ],
  [
    'Documents not received, arriving within 7 days',
    ['import', 'unset'],
    { eta: '2026-11-28', documentsReceivedOn: null },
  ],
]

describe.each(kinds)('“%s”', (title, told, changes) => {
  test.each(Object.keys(sides) as Side[])('of a job with the direction: %s', side => {
    const expected = told.includes(side) ? [title] : []
    expect(titles({ ...changes, direction: sides[side] })).toEqual(expected)
  })
})

const exported = (changes: Partial<SummaryJob>) => titles({ ...changes, direction: Direction.export })

test('an export that left long ago and arrived raises no alarm, with nothing filled in but its bills', () => {
  expect(
    exported({
      etd: '2026-10-01',
      eta: '2026-11-05',
      instructionsSentOn: null,
      documentsSubmittedOn: null,
      documentsReceivedOn: null,
      documentsEmailedOn: null,
      pickedUpOn: null,
    }),
  ).toEqual([])
})

test('an export on the way still wants what it should have left with', () => {
  const changes = { etd: '2026-11-18', eta: TODAY, instructionsSentOn: null, documentsSubmittedOn: null }
  expect(exported(changes)).toHaveLength(3)
  expect(exported({ ...changes, eta: null })).toHaveLength(2)
})

test('days before it is near nothing is told of an export', () => {
  expect(exported({ etd: '2026-11-29', instructionsSentOn: null })).toEqual([])
  expect(exported({ etd: '2026-11-25', documentsSubmittedOn: null })).toEqual([])
  expect(exported({ etd: TODAY, masterBl: null, houseBl: null, isHouse: true })).toEqual(['Leaving today'])
})

test('what stands on the master job is not missed on its houses, nor a house bill on a direct shipment', () => {
  const left = { etd: '2026-11-20', masterBl: null, instructionsSentOn: null, documentsSubmittedOn: null }
  const ofMaster = { masterBl: 'M', instructionsSentOn: '2026-11-02' }
  expect(exported({ ...left, isHouse: true, ofMaster })).toEqual([])
  expect(exported({ ...left, isHouse: true })).toHaveLength(2)
  expect(exported({ etd: '2026-11-20', houseBl: null })).toEqual([])
})

test('by road there is no bill of lading to miss', () => {
  const lorry = { etd: '2026-11-20', masterBl: null, houseBl: null, isHouse: true }
  expect(exported({ ...lorry, transportMode: TransportMode.road })).toEqual([])
  expect(exported({ ...lorry, transportMode: TransportMode.air })).toHaveLength(2)
  const inbound = (transportMode: number) =>
    titles({ ...lorry, transportMode }).filter(title => title.includes('bill of lading'))
  expect(inbound(TransportMode.road)).toEqual([])
  expect(inbound(TransportMode.sea)).toEqual(['Overdue: ETD is past and there is no bill of lading'])
})

test('what is soon is not overdue, and what is far is not soon', () => {
  expect(titles({})).toEqual([])
  expect(titles({ eta: '2026-11-29', documentsEmailedOn: null, documentsReceivedOn: null })).toEqual([])
  expect(titles({ eta: '2026-11-20' })).toEqual([])
  expect(titles({ etd: '2026-11-20', masterBl: null })).toEqual([])
  expect(titles({ etd: '2026-11-20', houseBl: null })).toEqual([])
})

test('a long list says how many it leaves out', () => {
  const many = written(Array.from({ length: 33 }, () => ({ ...job, etd: TODAY })))
  expect(many?.text).toContain('- and 3 more')
  expect(many?.subject).toBe('Lee, 2026-11-21: 33 leaving')
})
