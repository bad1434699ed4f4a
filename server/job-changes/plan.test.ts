import { describe, expect, test } from 'vitest'
import { jobChange } from '#contract/job-changes.ts'
import { type JobValues, planOf, settle } from './plan.ts'
import { changeWords } from './words.ts'

const job = (values: Partial<JobValues> = {}): JobValues => ({
  ...{ status: 1, vessel_name: null, voyage_number: null, etd: '2026-12-30', eta: '2027-01-20' },
  ...{ master_job_id: null, owner_id: null },
  ...values,
})
const refused = (reason: string) => ({ state: 'refused', fields: {}, reason })
const waiting = (fields: object) => ({ state: 'waiting', fields, reason: null })

describe('what a change does to a job', () => {
  test('sets what differs, and leaves what is so already', () => {
    expect(planOf({ statusId: 2, etd: '2026-12-30' }, job())).toEqual(waiting({ status: [1, 2] }))
    expect(planOf({ etd: null, vesselName: 'Star' }, job())).toEqual(
      waiting({ etd: ['2026-12-30', null], vessel_name: [null, 'Star'] }),
    )
    expect(planOf({ statusId: 1, vesselName: '' }, job())).toEqual({
      state: 'same',
      fields: {},
      reason: null,
    })
  })

  test('moves dates over months, years and leap days', () => {
    expect(planOf({ moveEtdDays: 2 }, job())).toEqual(waiting({ etd: ['2026-12-30', '2027-01-01'] }))
    expect(planOf({ moveEtaDays: -1 }, job({ eta: '2028-03-01' }))).toEqual(
      waiting({ eta: ['2028-03-01', '2028-02-29'] }),
    )
  })

  test('moves ETA by as many days as ETD, where a job has both', () => {
    const both = { etd: ['2026-12-30', '2027-01-02'], eta: ['2027-01-20', '2027-01-23'] }
    expect(planOf({ moveEtdDays: 3, etaFollowsEtd: true }, job())).toEqual(waiting(both))
    expect(planOf({ etd: '2027-01-02', etaFollowsEtd: true }, job())).toEqual(waiting(both))
    const set = { etd: '2027-01-02', etaFollowsEtd: true }
    expect(planOf(set, job({ eta: null }))).toEqual(waiting({ etd: both.etd }))
    expect(planOf(set, job({ etd: null }))).toEqual(waiting({ etd: [null, '2027-01-02'] }))
  })

  test('leaves out what has no date to move, or would leave the calendar', () => {
    expect(planOf({ moveEtdDays: 1 }, job({ etd: null }))).toEqual(refused('It has no ETD.'))
    expect(planOf({ moveEtaDays: 1 }, job({ eta: null }))).toEqual(refused('It has no ETA.'))
    const beyond = refused('The date would lie outside the calendar.')
    expect(planOf({ moveEtdDays: 1 }, job({ etd: '9999-12-31' }))).toEqual(beyond)
    expect(planOf({ moveEtdDays: -1 }, job({ etd: '0001-01-01' }))).toEqual(beyond)
  })
})

test('what somebody changed since stays, and what is as wanted needs nothing', () => {
  const planned = planOf({ statusId: 2, etd: '2027-01-05', eta: '2027-02-01' }, job()).fields
  expect(settle(planned, job({ etd: '2027-01-06', eta: '2027-02-01' }))).toEqual({
    fields: { status: [1, 2] },
    stays: ['etd'],
  })
})

test('a change is told in the words of the screen', () => {
  const names = new Map([['m', '7 Consolidation']])
  expect(changeWords({ statusId: 2, moveEtdDays: -1, etaFollowsEtd: true }, names)).toBe(
    'Status to Completed, ETD by −1 day, ETA by as many days',
  )
  expect(changeWords({ masterShipmentId: 'm', eta: null, moveEtdDays: 2 }, names)).toBe(
    'ETD by +2 days, ETA to (empty), Master Job to 7 Consolidation',
  )
})

test.each([
  [{}, '', 'Say what is to change.'],
  [{ etaFollowsEtd: true }, 'etaFollowsEtd', 'ETA can follow only where ETD moves to a date or by days.'],
  [{ etd: '2027-01-01', moveEtdDays: 1 }, 'moveEtdDays', 'Name a date or a number of days, not both.'],
  [{ eta: '2027-01-01', moveEtaDays: 1 }, 'moveEtaDays', 'Name a date or a number of days, not both.'],
  [{ moveEtdDays: 0 }, 'moveEtdDays', 'Zero days change nothing.'],
  [
    { moveEtdDays: 1, eta: null, etaFollowsEtd: true },
    'etaFollowsEtd',
    'ETA cannot follow ETD and have a change of its own.',
  ],
])('%j is refused', (change, path, message) => {
  const issues = jobChange.safeParse(change).error?.issues ?? []
  expect(issues.map(issue => [issue.path.join('.'), issue.message])).toContainEqual([path, message])
})
