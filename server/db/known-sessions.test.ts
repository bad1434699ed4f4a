import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildColleague, type Caller } from '#testing/factories.ts'
import { fewestTrips, statementsIn } from '#testing/statements.ts'
import { companyPerTest } from '#testing/test-company.ts'
import { openDatabase, type Session } from './db.ts'
import { inLastTrip, inLastTripForOthers, inOneTrip } from './transaction.ts'

const { product, rows, company } = companyPerTest()
let staff: Caller
let subject: string

beforeEach(async () => {
  staff = await buildColleague(product, company, 'staff')
  const [found] = await rows.select<{ subject: string }>(
    'select subject from memberships where user_id = $1',
    [staff.membership.user.id],
  )
  subject = found?.subject ?? ''
  await rows.select('create table notes_of_test (author text); grant all on notes_of_test to lading_app')
})
afterEach(() => rows.select('drop table notes_of_test'))

const written = () => rows.select('select author from notes_of_test')
const write = sql`insert into notes_of_test select current_setting('app.user_id')`
const who = sql<{ author: string }>`select current_setting('app.user_id') as author`
const setRole = (role: string) =>
  rows.select(`update users set role = $2 where id = $1`, [staff.membership.user.id, role])

/** What `work` was given as the role, each time that it was begun. */
async function rolesSeen(work: (session: Session) => Promise<unknown>, readsOnly = false): Promise<string[]> {
  const roles: string[] = []
  const both = async (session: Session) => {
    roles.push(session.role)
    return work(session)
  }
  await product.database.asUser(subject, both, { readsOnly })
  return roles
}

test('the statements of somebody who is known leave with the one that opens their session', async () => {
  const read = () =>
    product.database.asUser(subject, session => who.execute(session.db).then(({ rows: [row] }) => row), {
      readsOnly: true,
    })
  await read()
  const trips = await fewestTrips(product, async () =>
    expect(await read()).toEqual({ author: staff.membership.user.id }),
  )
  expect(trips[0]?.map(({ text }) => text.split(/[ (]/, 2).join(' '))).toEqual([
    'begin read',
    'select set_config',
    'select continue_session',
    'select current_setting',
  ])
  expect(trips.slice(1).map(([one]) => one?.text)).toEqual(['commit'])
})

test('a transaction whose last statements are its first is one trip', async () => {
  const twice = async ({ db }: Session) => {
    const [, [row]] = await inLastTrip(db, [write.compile(db), who.compile(db)])
    return row
  }
  await product.database.asUser(subject, async () => undefined)
  let calls = 0
  const trips = await fewestTrips(product, async () => {
    calls += 1
    expect(await product.database.asUser(subject, twice)).toEqual({ author: staff.membership.user.id })
  })
  expect(trips).toHaveLength(1)
  expect(statementsIn(trips)).toHaveLength(2)
  expect(await written()).toEqual(Array.from({ length: calls }, () => ({ author: staff.membership.user.id })))
})

test('a read that is a single trip cannot change anything', async () => {
  await product.database.asUser(subject, async () => undefined)
  const change = ({ db }: Session) => inLastTrip(db, [write.compile(db)])
  await expect(product.database.asUser(subject, change, { readsOnly: true })).rejects.toThrow(
    'read-only transaction',
  )
  expect(await written()).toEqual([])
})

test.each<[string, (session: Session) => Promise<unknown>]>([
  ['in its only trip', ({ db }) => inLastTrip(db, [write.compile(db)])],
  [
    'in its first of two trips',
    async ({ db }) => {
      await inOneTrip(db, [write.compile(db)])
      await who.execute(db)
    },
  ],
  [
    'before the database was asked',
    async ({ db, role }) => {
      if (role === 'staff') throw new Error('Staff may not.')
      await write.execute(db)
    },
  ],
  [
    'in a failure that it does not tell',
    async ({ db }) => {
      await write.execute(db).catch(() => undefined)
      await who.execute(db).catch(() => undefined)
    },
  ],
])(
  'what was written %s by somebody who changed meanwhile is written once, as who they are now',
  async (_, work) => {
    await product.database.asUser(subject, async () => undefined)
    await setRole('administrator')
    expect(await rolesSeen(work)).toEqual(['staff', 'administrator'])
    expect(await written()).toHaveLength(1)
    expect(await rolesSeen(async () => undefined)).toEqual(['administrator'])
  },
)

test.each<[string, string, string[]]>([
  ['lost their access', 'update users set deactivated_at = now() where id = $1', ['not_allowed']],
  ['left the company', 'delete from memberships where user_id = $1', []],
])('somebody who %s is told so, and nothing of theirs is done', async (_, change, codes) => {
  await product.database.asUser(subject, async () => undefined)
  await rows.select(change, [staff.membership.user.id])
  const outcome = await product.database
    .asUser(subject, ({ db }) => inLastTrip(db, [write.compile(db)]))
    .catch((error: { code: string }) => error.code)
  expect([outcome]).toEqual(codes.length > 0 ? codes : [null])
  expect(await written()).toEqual([])
})

test('permissions that Administrators have changed count from the next call on', async () => {
  await product.database.asUser(subject, async () => undefined)
  await rows.select(
    `insert into role_adjustments (account_id, id, adjustments) values ($1, $1, '{"staff": {}}')`,
    [company.membership.account.id],
  )
  expect(await rolesSeen(({ db }) => who.execute(db))).toEqual(['staff', 'staff'])
  expect(await rolesSeen(({ db }) => who.execute(db))).toEqual(['staff'])
})

test('nothing can be asked after the last trip, and a transaction in which a statement failed is not committed', async () => {
  await expect(
    product.database.asUser(subject, async ({ db }) => {
      await inLastTrip(db, [write.compile(db)])
      await who.execute(db)
    }),
  ).rejects.toThrow('has ended')
  await expect(
    product.database.asUser(subject, async ({ db }) => {
      await write.execute(db)
      await sql`select 1 / 0`.execute(db).catch(() => undefined)
    }),
  ).rejects.toThrow('Nothing was saved')
  expect(await written()).toHaveLength(1)
})

test('what others wait for is free before the disk has it, and is answered when it has', async () => {
  const synced = new URL(product.ownerUrl)
  synced.searchParams.set('options', '-c synchronous_commit=on')
  const database = openDatabase({ url: synced.href, poolSize: 1 })
  const written = sql<{ commit: string; reached: string }>`
    insert into notes_of_test values ('x')
    returning current_setting('synchronous_commit') as commit, pg_current_wal_insert_lsn()::text as reached`
  const write = async ({ db }: Session) => {
    const [[row]] = await inLastTripForOthers(db, [written.compile(db)])
    return row
  }
  try {
    // The first call of a person opens the transaction by itself, later ones along with the rest.
    for (let call = 0; call < 2; call += 1) {
      const row = await database.asUser(subject, write)
      expect(row?.commit).toBe('off')
      const [flushed] = await rows.select('select pg_current_wal_flush_lsn() >= $1::pg_lsn as has_all', [
        row?.reached,
      ])
      expect(flushed).toEqual({ has_all: true })
    }
    expect(
      await database.asUser(subject, async ({ db }) => {
        const {
          rows: [mode],
        } = await sql`select current_setting('synchronous_commit') as commit`.execute(db)
        return mode
      }),
    ).toEqual({ commit: 'on' })
  } finally {
    await database.close()
  }
  expect(await rows.select('select from notes_of_test')).toHaveLength(2)
})

test('what others wait for is undone whole where it fails, at its commit too', async () => {
  await rows.select(`alter table notes_of_test add unique (author) deferrable initially deferred`)
  const twice = async ({ db }: Session) => {
    await write.execute(db)
    await inLastTripForOthers(db, [write.compile(db)])
  }
  await expect(product.database.asUser(subject, twice)).rejects.toThrow('duplicate key')
  expect(await written()).toEqual([])
})
