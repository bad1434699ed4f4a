import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildOrganisation } from '#testing/factories.ts'
import { companyPerTest } from '#testing/test-company.ts'

// What contacts are found by is written once for a statement, however many of them it touches.
const { product, company } = companyPerTest()
let owner: pg.Client

beforeAll(async () => {
  owner = new pg.Client({ connectionString: product.ownerUrl })
  await owner.connect()
})
afterAll(async () => {
  await owner?.end()
})

const countRefreshes = async (): Promise<number> => {
  const { rows } = await owner.query<{ calls: number }>(
    `select calls::int from pg_stat_xact_user_functions where funcname = 'refresh_organisation_index'`,
  )
  return rows[0]?.calls ?? 0
}

/** How often each of these statements refreshes the index, and what it holds of the company's contacts afterwards. */
async function refreshedBy(statements: readonly [text: string, values: readonly unknown[]][]) {
  await owner.query('begin')
  try {
    await owner.query(`set local track_functions = 'pl'`)
    const refreshes: number[] = []
    for (const [text, values] of statements) {
      const before = await countRefreshes()
      await owner.query(text, [...values])
      refreshes.push((await countRefreshes()) - before)
    }
    const { rows } = await owner.query<{ found: string[] }>(
      `select array[name, search_text, telling, array_to_string(marks, ' ')] as found
       from organisation_index where account_id = $1 order by name`,
      [company.membership.account.id],
    )
    return { refreshes, found: rows.map(({ found }) => found) }
  } finally {
    await owner.query('commit')
  }
}

const account = () => company.membership.account.id
const ids = Array.from({ length: 3 }, () => crypto.randomUUID())
const adding = `insert into organisations (account_id, id, name)
  select $1, id, 'Karachi Cotton ' || n from unnest($2::uuid[]) with ordinality as each (id, n)`
const addressing = `insert into contacts (account_id, id, link_id, organisation_id, city, email)
  select $1, gen_random_uuid(), gen_random_uuid(), id, 'Korangi', 'in@cotton' || n || '.example'
  from unnest($2::uuid[]) with ordinality as each (id, n)`

test('many contacts that a statement adds, changes or deletes are indexed together', async () => {
  const all = [account(), ids]
  expect(
    await refreshedBy([
      [adding, all],
      [addressing, all],
      // Nothing that anybody searches for.
      [`update contacts set street = 'Creek Road' where account_id = $1`, [account()]],
      [`update organisations set description = 'Mill' where account_id = $1`, [account()]],
      [`update contacts set city = 'Landhi' where account_id = $1`, [account()]],
      [`update organisations set name = replace(name, 'Cotton', 'Wool') where account_id = $1`, [account()]],
      [`delete from contacts where account_id = $1 and organisation_id = $2`, [account(), ids[2]]],
    ]),
  ).toEqual({
    refreshes: [1, 1, 0, 0, 1, 1, 1],
    found: [
      [
        'karachi wool 1',
        'karachi wool 1\nlandhi\ncotton1.example',
        'karachi wool 1',
        'dcotton1.example n1karachiwool',
      ],
      [
        'karachi wool 2',
        'karachi wool 2\nlandhi\ncotton2.example',
        'karachi wool 2',
        'dcotton2.example n2karachiwool',
      ],
      ['karachi wool 3', 'karachi wool 3', 'karachi wool 3', 'n3karachiwool'],
    ],
  })
})

test('an address that moves to another contact is found there and no longer where it was', async () => {
  const [from, to] = [
    await buildOrganisation(company, {
      name: 'Acme',
      organisationContacts: [{ contact: { telephone: '+92 21 3241000' } }],
    }),
    await buildOrganisation(company, { name: 'Hansa' }),
  ]
  expect(
    await refreshedBy([
      [
        'update contacts set organisation_id = $3 where account_id = $1 and organisation_id = $2',
        [account(), from.id, to.id],
      ],
      ['delete from organisations where account_id = $1 and id = $2', [account(), crypto.randomUUID()]],
    ]),
  ).toEqual({
    refreshes: [1, 0],
    found: [
      ['acme', 'acme', 'acme', 'nacme'],
      ['hansa', 'hansa\n92213241000', 'hansa', 'nhansa t3241000'],
    ],
  })
})
