import { expect, test } from 'vitest'
import type { Preferences } from '#contract/preferences.ts'
import { buildCompany, send, buildColleague } from '#testing/factories.ts'
import { expectFieldsRefused, expectProblem } from '#testing/refusals.ts'
import { testCompany } from '#testing/test-company.ts'

const { product, rows, company } = testCompany()

const jobTable = {
  widths: { name: 300 },
  visible: { igm: false },
  order: ['name', 'jobId'],
  comfortable: true,
}
const view = {
  id: '0b6a3c5e-8a53-4b52-9b53-6b1b8f0f6a01',
  name: 'Sea, this month',
  address: 'mode=2&sort=eta',
}
const keep = (body: object, by = company) => by.call<Preferences>('PUT', '/api/preferences', body)
const kept = async (by = company) => (await by.call<Preferences>('GET', '/api/preferences')).body

/** Of whoever has made the company: they have not been welcomed yet. */
const founding = { welcomeDue: true, firstStepsHidden: false }

test('a person’s table and views are kept, each without touching the other', async () => {
  expect(await kept()).toEqual({
    jobTable: null,
    jobViews: [],
    allJobFields: false,
    mentionMails: true,
    jobTab: 'all',
    jobAddress: '',
    ...founding,
  })
  expect(await keep({ allJobFields: true })).toMatchObject({ body: { allJobFields: true } })
  expect(await keep({ jobTable, allJobFields: false })).toMatchObject({
    status: 200,
    body: { jobTable, jobViews: [], allJobFields: false, mentionMails: true, jobTab: 'all', jobAddress: '' },
  })
  expect(await keep({ jobTab: 'mine' })).toMatchObject({ body: { jobTable, jobTab: 'mine' } })
  expect(await keep({ jobAddress: view.address })).toMatchObject({ body: { jobAddress: view.address } })
  expect(await keep({ jobAddress: '' })).toMatchObject({ body: { jobTab: 'mine', jobAddress: '' } })
  expect(await keep({ jobViews: [view] })).toMatchObject({
    status: 200,
    body: { jobTable, jobViews: [view] },
  })
  expect(await kept()).toEqual({
    jobTable,
    jobViews: [view],
    allJobFields: false,
    mentionMails: true,
    jobTab: 'mine',
    jobAddress: '',
    ...founding,
  })
})

test('they are the person’s own: neither a colleague nor another company sees or changes them', async () => {
  await keep({ jobTable, jobViews: [view] })
  const colleague = await buildColleague(product, company, 'staff')
  expect(await kept(colleague)).toEqual({
    jobTable: null,
    jobViews: [],
    allJobFields: false,
    mentionMails: true,
    jobTab: 'all',
    jobAddress: '',
    welcomeDue: false,
    firstStepsHidden: false,
  })
  await keep({ jobViews: [] }, colleague)
  expect(await kept(await buildCompany(product))).toEqual({
    jobTable: null,
    jobViews: [],
    allJobFields: false,
    mentionMails: true,
    jobTab: 'all',
    jobAddress: '',
    ...founding,
  })
  expect(await kept()).toEqual({
    jobTable,
    jobViews: [view],
    allJobFields: false,
    mentionMails: true,
    jobTab: 'mine',
    jobAddress: '',
    ...founding,
  })
})

test('what cannot be a table or a view is refused and leaves what was', async () => {
  expectProblem(await send(product, { method: 'GET', url: '/api/preferences' }), 'sign_in_required')
  await expectFieldsRefused(rows, company, {
    method: 'PUT',
    url: '/api/preferences',
    fields: {
      'jobViews.0.name': ['', 1, 'x'.repeat(81)],
      'jobViews.0.id': ['x', null],
      'jobViews.0.address': ['any text', 'https://evil.example/', 'a=%zz', 'etd=last-1000-days', null],
      'jobTable.order': ['name', 3],
      allJobFields: ['yes', null],
      mentionMails: ['yes', null],
      welcomeDue: ['yes', null],
      firstStepsHidden: [1, null],
      jobTab: ['closed', null],
      jobAddress: ['x'.repeat(2001), 'etd=last-1000-days', null],
      'jobTable.widths.name': ['wide', 1, 5000],
    },
    bodyWith: (path, value) => {
      const body = structuredClone({ jobTable, jobViews: [view] })
      const [first = '', ...steps] = path.split('.')
      let inner = body as Record<string, unknown>
      let last = first
      for (const step of steps) {
        inner = inner[last] as Record<string, unknown>
        last = step
      }
      inner[last] = value
      return body
    },
  })
  expectProblem(await keep({ jobViews: Array(51).fill(view) }), 'invalid_input')
})

test('a view that was kept with a filter that the list refuses is answered without it, and can be sent back', async () => {
  const caller = await buildCompany(product)
  const { account, user } = caller.membership
  const kinds = [
    { ...view, address: 'tab=open&etdFrom=2026-02-30&mode=2' },
    { ...view, id: crypto.randomUUID(), address: 'etd=last-1000-days' },
    { ...view, id: crypto.randomUUID(), address: 'no address' },
  ]
  await rows.select(
    `update user_preferences set preferences = preferences || $3 where account_id = $1 and user_id = $2`,
    [account.id, user.id, JSON.stringify({ jobViews: kinds, jobAddress: 'etaTo=2026-13-01' })],
  )
  const { jobViews, jobAddress } = await kept(caller)
  expect(jobViews.map(({ address }) => address)).toEqual(['tab=open&mode=2', '', ''])
  expect(jobAddress).toBe('')
  const added = { ...view, id: crypto.randomUUID() }
  expect(await keep({ jobViews: [...jobViews, added], jobAddress }, caller)).toMatchObject({
    status: 200,
    body: { jobViews: [...jobViews, added] },
  })
})
