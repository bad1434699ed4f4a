import type { DatabaseError, PoolClient } from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { buildJob } from '#testing/factories.ts'
import { testCompany } from '#testing/test-company.ts'
import { openDatabase } from './db.ts'
import { checkRoles } from './role-checks.ts'

const { product, rows, company } = testCompany()

beforeAll(async () => {
  await buildJob(company, { name: 'Bed linen' })
})

type Pool = 'pool' | 'signIn'

/** What PostgreSQL answers an attacker who has the product's connection say something; 42501 is a lack of rights. */
async function inject(pool: Pool, statement: string): Promise<string> {
  const client: PoolClient = await product.database[pool].connections.connect()
  try {
    const results = await client.query(statement)
    const last = [results].flat().at(-1)
    return JSON.stringify(last?.rows ?? [])
  } catch (error) {
    const { code, message } = error as DatabaseError
    return `${code}: ${message}`
  } finally {
    client.release()
  }
}

const tables = async () =>
  (
    await rows.select<{ name: string; secured: boolean }>(
      `select relname as name, relrowsecurity as secured from pg_class
       where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1`,
    )
  ).filter(({ name }) => name !== 'schema_migrations')

const ofSignIn = [
  'ended_sessions',
  'identity_browsers',
  'identity_links',
  'identity_recovery_codes',
  'identity_users',
  'oidc_keys',
  'oidc_state',
  'product_mails',
  'sign_in_limits',
]

/** What no connection of the product reads itself: functions of the owner ask them. */
const ofTheOwner = [
  'address_codes',
  'founding_links',
  'installation',
  'memberships',
  'network_budgets',
  'verified_addresses',
  'worker_pools',
]

describe.each(['pool', 'signIn'] as const)('the connections of %s', pool => {
  test.each([
    'set role none',
    'reset role',
    'reset session authorization',
    'commit; reset role',
    'rollback; reset all',
  ])('stay who they are after: %s', async statement => {
    const role = pool === 'pool' ? 'lading_app' : 'lading_sign_in'
    expect(
      await inject(
        pool,
        `${statement}; select session_user as login, current_user as role, rolsuper as super
         from pg_roles where rolname = current_user`,
      ),
    ).toBe(JSON.stringify([{ login: role, role, super: false }]))
  })

  test.each([
    'set session authorization lading_owner',
    'set role lading_owner',
    'alter role lading_app superuser',
    `copy (select 1) to program 'id'`,
    `set role none; copy (select 1) to program 'id'`,
    `copy (select 1) to '/tmp/lading'`,
    `select pg_read_file('/etc/passwd')`,
    'select rolpassword from pg_authid',
    'alter table jobs disable row level security',
    'alter table jobs no force row level security',
    'drop policy own_account on jobs',
    'create table mine (id int)',
    'select * from memberships',
    'select * from graphile_worker.jobs',
    `call let_owner_see('jobs')`,
  ])('refuse: %s', async statement => {
    expect(await inject(pool, statement)).toMatch(/^42501: /)
  })
})

describe('the product’s own connections', () => {
  test('read no row of any company while no session is open', async () => {
    const answers: Record<string, string> = {}
    for (const { name, secured } of await tables())
      if (secured) answers[name] = await inject('pool', `select count(*)::int from ${name}`)
    expect(Object.keys(answers).length).toBeGreaterThan(30)
    expect(answers).toEqual(
      Object.fromEntries(
        Object.keys(answers).map(name => [
          name,
          ofTheOwner.includes(name) ? `42501: permission denied for table ${name}` : '[{"count":0}]',
        ]),
      ),
    )
    expect(await rows.select('select name from jobs')).toEqual([{ name: 'Bed linen' }])
  })

  test('read and change nothing of the sign-in: no password hash, no secret, no session, no key', async () => {
    for (const name of ofSignIn)
      for (const statement of [
        `select * from ${name}`,
        `delete from ${name}`,
        `truncate ${name}`,
        `copy ${name} to stdout`,
      ])
        expect(await inject('pool', statement)).toBe(`42501: permission denied for table ${name}`)
    for (const statement of [
      'select password_hash from identity_users',
      'select totp_secret from identity_users',
      `update identity_users set password_hash = 'mine'`,
      `insert into identity_users (email, display_name) values ('a@b.example', 'A')`,
    ])
      expect(await inject('pool', statement)).toBe('42501: permission denied for table identity_users')
    expect(await inject('pool', 'set role lading_sign_in')).toBe(
      '42501: permission denied to set role "lading_sign_in"',
    )
    for (const [call, name] of [
      [`note_sign_in('x', 'signed_in', null, null)`, 'note_sign_in'],
      [`rename_identity(gen_random_uuid(), 'x')`, 'rename_identity'],
      ['forget_identity(gen_random_uuid())', 'forget_identity'],
      ['enqueue_product_mail(gen_random_uuid(), now())', 'enqueue_product_mail'],
    ] as const)
      expect(await inject('pool', `select ${call}`)).toBe(`42501: permission denied for function ${name}`)
  })
})

describe('the sign-in’s connections', () => {
  test('read and change nothing of the product', async () => {
    for (const { name } of await tables()) {
      if (ofSignIn.includes(name)) continue
      const refused = `42501: permission denied for table ${name}`
      expect(await inject('signIn', `select * from ${name}`)).toBe(refused)
      expect(await inject('signIn', `delete from ${name}`)).toBe(refused)
    }
    expect(await inject('signIn', 'set role lading_app')).toBe(
      '42501: permission denied to set role "lading_app"',
    )
    for (const call of [
      `open_session('x')`,
      `register_account(gen_random_uuid(), 'x', 'x', 'x', 'x')`,
      `add_member(gen_random_uuid(), 'x', 'x', 'x', 'administrator')`,
      `use_api_token('x')`,
      `search_jobs('%')`,
    ])
      expect(await inject('signIn', `select ${call}`)).toContain('42501: permission denied for function')
  })

  test('delete no identity that belongs to a company', async () => {
    const [user] = await rows.select<{ subject: string }>('select subject from users where id = $1', [
      company.membership.user.id,
    ])
    await product.database.signIn.query('select forget_identity($1)', [user?.subject])
    expect(
      await rows.select('select email from identity_users where subject = $1::uuid', [user?.subject]),
    ).toEqual([{ email: company.person.email }])
  })
})

describe('the start', () => {
  test('finds nothing amiss with logins that are exactly the roles', async () => {
    expect(await checkRoles(product.database)).toEqual([])
  })

  test.each([
    [
      'grant select on identity_users to lading_app',
      'revoke select on identity_users from lading_app',
      "lading_app may read the sign-in's tables",
    ],
    [
      'grant select (value) on oidc_keys to lading_app',
      'revoke select (value) on oidc_keys from lading_app',
      "lading_app may read the sign-in's tables",
    ],
    [
      'alter table jobs disable row level security',
      'alter table jobs enable row level security',
      'row-level security is not active on the table jobs',
    ],
    [
      'grant select on jobs to lading_sign_in',
      'revoke select on jobs from lading_sign_in',
      'lading_sign_in may read the table jobs',
    ],
  ])('is refused after: %s', async (change, back, mistake) => {
    await rows.select(change)
    try {
      await expect(checkRoles(product.database)).rejects.toMatchObject({
        name: 'DatabaseAccessError',
        message:
          `The product's connections to the database cannot be trusted: ${mistake}. Nothing was served. ` +
          'Undo what was granted or altered outside Lading, then start again.',
      })
    } finally {
      await rows.select(back)
    }
  })

  test('warns of a login that may become the owner', async () => {
    const database = openDatabase({ url: product.ownerUrl })
    const [warning] = await checkRoles(database)
    expect(warning).toMatch(
      /^The product logs in to the database as lading_owner, who may leave row-level security: /,
    )
    await database.close()
  })
})
