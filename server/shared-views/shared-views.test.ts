import { beforeEach, describe, expect, test } from 'vitest'
import type { HistoryEntry } from '#contract/history.ts'
import { MAX_SHARED_VIEWS, type SharedView } from '#contract/shared-views.ts'
import { buildColleague, buildCompany, buildSharedView, type Caller } from '#testing/factories.ts'
import {
  badIds,
  badTexts,
  expectFieldsRefused,
  expectNoChange,
  expectProblem,
  statusesOf,
} from '#testing/refusals.ts'
import { companyPerTest } from '#testing/test-company.ts'

const { product, rows, company } = companyPerTest()
let ann: Caller
let viewer: Caller

beforeEach(async () => {
  ann = await buildColleague(product, company, 'staff')
  viewer = await buildColleague(product, company, 'viewer')
})

type By = Pick<Caller, 'call'>

const layout = { widths: { name: 300 }, visible: { igm: false }, order: ['jobId', 'eta'], comfortable: true }
const content = { name: 'Sea, by ETA', address: 'tab=open&mode=2&sort=eta', layout }
const post = (body: object, by: By = company) => by.call<SharedView>('POST', '/api/sharedview', body)
const match = (version?: number) => (version === undefined ? {} : { 'if-match': `"${version}"` })
const put = (body: object, version?: number, by: By = company) =>
  by.call<SharedView>('PUT', '/api/sharedview', body, match(version))
const remove = (id: string, by: By = company, version?: number) =>
  by.call('DELETE', `/api/sharedview/${id}`, undefined, match(version))
const listed = async (by: By = company) => (await by.call<SharedView[]>('GET', '/api/sharedview')).body
const undo = (id: string, by: By = company) => by.call('POST', '/api/history/restoreremoved', { id })
const personOf = ({ membership: { user } }: Caller) => ({ id: user.id, displayName: user.displayName })
const history = async (id: string) =>
  (await company.call<HistoryEntry[]>('GET', '/api/history/all?limit=50')).body.filter(
    ({ record }) => record.id === id,
  )

describe('a shared view', () => {
  test('is stored with its columns, and read by everybody in the company, by name', async () => {
    const id = crypto.randomUUID()
    const reply = await post({ id, ...content }, ann)
    expect(reply).toMatchObject({ status: 201, headers: { etag: '"1"' } })
    expect(reply.body).toEqual({ id, ...content, maker: personOf(ann), version: 1 })
    const other = (await post({ name: 'air', address: 'tab=all', layout: null })).body
    for (const by of [company, ann, viewer]) expect(await listed(by)).toEqual([other, reply.body])
    expect(await listed(await buildCompany(product))).toEqual([])
  })

  test('is shared once by a repeated call, and 409 says that an id has other content', async () => {
    const body = { id: crypto.randomUUID(), ...content }
    expect(statusesOf(await Promise.all([post(body), post(body), post(body)]))).toEqual([200, 200, 201])
    await expectNoChange(rows, company, async () =>
      expectProblem(await post({ ...body, name: 'Other' }), 'already_exists', {
        detail: 'A shared view with this id already exists with different content. Send a new id.',
        current: { ...body, maker: personOf(company), version: 1 },
      }),
    )
  })

  test('is changed by whoever shared it and by an Administrator, and by no other', async () => {
    const view = await buildSharedView(ann)
    const bilal = await buildColleague(product, company, 'staff')
    const refusal = {
      detail: `${personOf(ann).displayName} shared this view: only they and Administrators may change it. Save a copy of your own.`,
    }
    await expectNoChange(rows, company, async () => {
      expectProblem(await put({ id: view.id, name: 'Mine' }, 1, bilal), 'not_allowed', refusal)
      expectProblem(await remove(view.id, bilal), 'not_allowed', refusal)
      for (const refused of [
        await put({ id: view.id, name: 'Mine' }, 1, viewer),
        await post(content, viewer),
      ])
        expectProblem(refused, 'not_allowed')
    })
    const renamed = await put({ id: view.id, name: 'By ETA' }, 1, ann)
    expect(renamed).toMatchObject({ status: 200, headers: { etag: '"2"' } })
    expect(renamed.body).toEqual({ ...view, name: 'By ETA', version: 2 })
    const { body } = await put({ id: view.id, address: 'tab=mine', layout: null }, 2)
    expect(body).toEqual({ ...view, name: 'By ETA', address: 'tab=mine', layout: null, version: 3 })
    expect(await listed()).toEqual([body])
  })

  test('may have every filter that the list of jobs takes, as browsers write them', async () => {
    const { id } = company.membership.user
    const address = `tab=open&mode=2&status=0%2C2&etd=last-999-days&eta=%22this-week%22&etdFrom=2026-02-28&party=${id}&owner=me&overdue=true&search=%222026%22&page=2&size=100&sort=-etd`
    const view = await post({ ...content, address })
    expect(view.status).toBe(201)
    expect(view.body).toEqual({
      ...{ id: view.body.id, ...content, address },
      ...{ maker: personOf(company), version: 1 },
    })
    expectProblem(await post({ ...content, address: 'etd=last-999999999999-days' }), 'invalid_input', {
      detail: expect.stringContaining(
        '“etd”: This must be “today”, “yesterday”, “tomorrow”, “this-week”, “before-today”, “last-N-days” or “next-N-days”, with N from 1 to 999.',
      ) as string,
    })
  })

  test('is not changed over what somebody else changed', async () => {
    const view = await buildSharedView(ann)
    const replies = await Promise.all([
      put({ id: view.id, name: 'One' }, 1, ann),
      put({ id: view.id, name: 'Two' }, 1),
    ])
    expect(statusesOf(replies)).toEqual([200, 412])
    const [current] = await listed()
    await expectNoChange(rows, company, async () =>
      expectProblem(await remove(view.id, ann, 1), 'changed_meanwhile', {
        detail: `“${current?.name}” was changed after you opened it.`,
        current,
        changes: [
          {
            field: 'name',
            old: view.name,
            new: current?.name,
            by: current?.name === 'One' ? personOf(ann).displayName : personOf(company).displayName,
            at: expect.any(String) as string,
          },
        ],
      }),
    )
  })

  test('is told of in the history, and comes back as it was to whoever may change it', async () => {
    const view = (await post(content, ann)).body
    await put({ id: view.id, name: 'By ETA' }, 1, ann)
    expect(await remove(view.id)).toMatchObject({ status: 204, body: null })
    expect(await listed()).toEqual([])
    expect((await history(view.id)).map(({ words, restorable }) => [words, restorable])).toEqual([
      ['removed shared view “By ETA”', true],
      ['changed shared view “By ETA”', false],
      ['added shared view “Sea, by ETA”', false],
    ])
    const bilal = await buildColleague(product, company, 'staff')
    await expectNoChange(rows, company, async () => {
      expectProblem(await undo(view.id, bilal), 'not_allowed', {
        detail: 'Only who shared this view and Administrators may bring it back.',
      })
      expectProblem(await undo(view.id, viewer), 'not_allowed')
    })
    expect((await undo(view.id, ann)).body).toEqual({
      record: { type: 'sharedView', id: view.id },
      version: 1,
    })
    expect(await listed()).toEqual([{ ...view, name: 'By ETA', version: 1 }])
    const [, , renaming] = await history(view.id)
    const restore = { entry: renaming?.id, fields: ['name'] }
    expect((await company.call('POST', '/api/history/restore', restore)).status).toBe(200)
    expect((await listed())[0]?.name).toBe('Sea, by ETA')
  })

  test('of another company cannot be told from none', async () => {
    const view = await buildSharedView(ann)
    const stranger = await buildCompany(product)
    const missing = { detail: 'There is no such shared view, or it was removed.' }
    await expectNoChange(rows, company, async () => {
      for (const id of [view.id, crypto.randomUUID()]) {
        expectProblem(await put({ id, name: 'Mine' }, 1, stranger), 'not_found', missing)
        expectProblem(await remove(id, stranger), 'not_found', missing)
      }
    })
  })

  test('is one of at most a hundred', async () => {
    await rows.select(
      `insert into shared_views (account_id, id, name, address, made_by)
       select $1, gen_random_uuid(), 'View ' || n, 'tab=all', $2 from generate_series(1, $3::integer) as n`,
      [company.membership.account.id, company.membership.user.id, MAX_SHARED_VIEWS - 1],
    )
    await buildSharedView(ann)
    await expectNoChange(rows, company, async () =>
      expectProblem(await post(content), 'limit_reached', {
        detail: 'A company shares at most 100 views. Delete one that is no longer used.',
      }),
    )
  })

  test('refuses bad input by name and changes nothing', async () => {
    await expectFieldsRefused(rows, company, {
      method: 'POST',
      url: '/api/sharedview',
      fields: {
        id: [...badIds, null],
        name: [...badTexts(80), '', '   ', null],
        address: [
          ...badTexts(2000),
          '',
          null,
          'https://evil.example/',
          'tab=open#x',
          'tab',
          'a=%zz',
          'a=<b>',
          'etd=last-999999999999-days',
          'tab=open&eta=%22next-1000-days%22',
          'etd=today&etd=someday',
          'etdFrom=2026-02-30',
          'status=0%2C999',
          'party=nobody',
          'owner=anybody',
          'overdue=yes',
          'sort=luck',
        ],
        layout: ['wide', 1, []],
      },
      bodyWith: (path, value) => ({ ...content, [path]: value }),
    })
  })
})
