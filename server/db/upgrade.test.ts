import { rm } from 'node:fs/promises'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { findUserByEmail } from '#server/identity/store-users.ts'
import { openProductDatabase, type ProductDatabase } from '#server/product-database.ts'
import { ACCOUNT, everyRow, PERSON, writeCompany } from '#testing/company-rows.ts'
import { migrateUntil } from '#testing/earlier-schema.ts'
import { makeFolder } from '#testing/held-database.ts'
import { type EmbeddedDatabase, openEmbeddedDatabase } from './embedded.ts'
import { withOwner } from './owner.ts'

// What the release before roles of their own left behind.
const THIS = '0033_roles.sql'

async function asLogin<Result>(url: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const run = (url: string, ...statements: string[]) =>
  asLogin(url, async client => {
    for (const statement of statements) await client.query(statement)
  })

/** The rows of before, and in each table that came since those that the upgrade made. */
async function expectSameRows(url: string, before: Record<string, string[]>): Promise<void> {
  const after = await asLogin(url, everyRow)
  expect(Object.fromEntries(Object.keys(before).map(name => [name, after[name]]))).toEqual(before)
}

const loginsOf = async ({ database }: ProductDatabase) => {
  const statement = 'select session_user as login, current_user as role'
  return [(await database.pool.query(statement)).rows[0], (await database.signIn.query(statement)).rows[0]]
}

const jobsOf = ({ database }: ProductDatabase) =>
  database.asUser(PERSON.subject, async ({ db }) =>
    (await db.selectFrom('jobs').select('name').orderBy('name').execute()).map(({ name }) => name),
  )

test('a data folder of the release before opens under logins of its own, with its rows', async () => {
  const dataDir = await makeFolder()
  const earlier = await openEmbeddedDatabase({ dataDir, role: 'command', disposable: true })
  await migrateUntil(earlier.ownerUrl, THIS)
  await run(earlier.ownerUrl, 'alter role lading_app nologin password null', 'drop role lading_sign_in')
  await asLogin(earlier.ownerUrl, writeCompany)
  const before = await asLogin(earlier.ownerUrl, everyRow)
  expect(before['jobs']).toHaveLength(2)
  await earlier.stop()

  const lines: string[] = []
  const product = await openProductDatabase(readConfig({ DATA_DIR: dataDir }), 'command', line =>
    lines.push(line),
  )
  try {
    expect(lines).toEqual([`Migrated the database: ${THIS}`])
    await expectSameRows(product.ownerUrl, before)
    expect(await loginsOf(product)).toEqual([
      { login: 'lading_app', role: 'lading_app' },
      { login: 'lading_sign_in', role: 'lading_sign_in' },
    ])
    expect(await jobsOf(product)).toEqual(['Bed linen', 'Rice'])
    expect(await findUserByEmail(product.database.signIn, PERSON.email)).toMatchObject({
      subject: PERSON.subject,
      passwordHash: PERSON.passwordHash,
    })
  } finally {
    await product.close()
  }
  await rm(dataDir, { recursive: true, force: true })
}, 60_000)

describe('a database on a server of one’s own', () => {
  let dataDir: string
  let server: EmbeddedDatabase
  let administrator: string

  beforeAll(async () => {
    dataDir = await makeFolder()
    server = await openEmbeddedDatabase({ dataDir, role: 'command', disposable: true })
    administrator = server.ownerUrl
    // As on a server that has never seen the product.
    await run(administrator, 'drop role lading_app', 'drop role lading_sign_in')
  }, 60_000)
  afterAll(async () => {
    await server?.stop()
    await rm(dataDir, { recursive: true, force: true })
  })

  const address = (database: string, login: string) => {
    const url = new URL(administrator)
    url.pathname = `/${database}`
    url.username = login
    url.password = 'a password'
    return url.href
  }

  async function createDatabase(name: string, owner: string, attributes = ''): Promise<string> {
    await run(
      administrator,
      `create role ${owner} login password 'a password' ${attributes}`,
      `create database ${name} owner ${owner}`,
    )
    return address(name, owner)
  }

  async function start(environment: Record<string, string>) {
    const lines: string[] = []
    const product = await openProductDatabase(readConfig(environment), 'command', line => lines.push(line))
    return { product, lines }
  }

  const refusal = (environment: Record<string, string>) =>
    start(environment).then(
      () => 'it started',
      (error: Error) => `${error.name}: ${error.message}`,
    )

  const applied = (url: string) =>
    asLogin(url, async client => {
      const { rows } = await client.query<{ tables: number }>(
        `select count(*)::int as tables from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
      )
      return rows[0]?.tables
    })

  /** What the message tells an administrator to run, run by one. */
  async function obey(message: string, database: string): Promise<void> {
    const url = new URL(administrator)
    url.pathname = `/${database}`
    const statements = message.split('\n').flatMap(line => /^ {2}(.+);$/.exec(line)?.[1] ?? [])
    expect(statements.length).toBeGreaterThan(0)
    await run(url.href, ...statements)
  }

  test('whose owner may make no role: the statements are printed before anything is changed', async () => {
    const url = await createDatabase('canal', 'canal_owner')
    await run(
      administrator,
      'create role lading_app nologin',
      'grant lading_app to canal_owner with admin option',
    )
    await migrateUntil(url, THIS)
    await asLogin(url, writeCompany)
    const before = await asLogin(url, everyRow)
    const message = await refusal({ DATABASE_URL: url })
    expect(message).toBe(
      'DatabaseAccessError: Lading needs roles in PostgreSQL that canal_owner may not make. Nothing was changed. ' +
        'Run these statements as an administrator of the PostgreSQL server, then start again:\n' +
        '  create role lading_sign_in nologin;\n' +
        '  grant lading_sign_in to canal_owner with admin option;',
    )
    expect(await applied(url)).toBe(Object.keys(before).length + 2)
    expect(await asLogin(url, everyRow)).toEqual(before)

    await obey(message, 'canal')
    const { product, lines } = await start({ DATABASE_URL: url })
    expect(lines[0]).toBe(`Migrated the database: ${THIS}`)
    await expectSameRows(url, before)
    expect(await jobsOf(product)).toEqual(['Bed linen', 'Rice'])
    expect(await loginsOf(product)).toEqual([
      { login: 'canal_owner', role: 'lading_app' },
      { login: 'canal_owner', role: 'lading_sign_in' },
    ])
    await product.close()
    await run(administrator, 'drop database canal', 'drop role lading_app', 'drop role lading_sign_in')
  })

  test('whose owner may make roles opens by itself, and is told of logins that can do less', async () => {
    const url = await createDatabase('harbour', 'harbour_owner', 'createrole')
    await migrateUntil(url, THIS)
    await asLogin(url, writeCompany)
    const before = await asLogin(url, everyRow)
    const { product, lines } = await start({ DATABASE_URL: url })
    await expectSameRows(url, before)
    expect(await jobsOf(product)).toEqual(['Bed linen', 'Rice'])
    await product.close()
    expect(lines).toEqual([
      `Migrated the database: ${THIS}`,
      'Row-level security can be left by harbour_owner, as which the product logs in and which may become the ' +
        "tables' owner: a flaw in the product could show one company another's rows. Run these statements as an " +
        'administrator of the PostgreSQL server, with passwords of your own:\n' +
        "  alter role lading_app login password '…';\n" +
        "  alter role lading_sign_in login password '…';",
      'Then set DATABASE_MIGRATION_URL to the present DATABASE_URL, and DATABASE_URL and DATABASE_SIGN_IN_URL to ' +
        'the same address with these logins and passwords.',
    ])
  })

  test('opens without a warning once it has the logins that it was told of', async () => {
    const DATABASE_MIGRATION_URL = address('harbour', 'harbour_owner')
    await run(
      administrator,
      "alter role lading_app login password 'a password'",
      "alter role lading_sign_in login password 'a password'",
    )
    const DATABASE_URL = address('harbour', 'lading_app')
    const DATABASE_SIGN_IN_URL = address('harbour', 'lading_sign_in')
    const { product, lines } = await start({ DATABASE_URL, DATABASE_SIGN_IN_URL, DATABASE_MIGRATION_URL })
    expect(lines).toEqual([])
    expect(await jobsOf(product)).toEqual(['Bed linen', 'Rice'])
    expect(await loginsOf(product)).toEqual([
      { login: 'lading_app', role: 'lading_app' },
      { login: 'lading_sign_in', role: 'lading_sign_in' },
    ])
    await product.close()
    expect(await refusal({ DATABASE_URL, DATABASE_MIGRATION_URL })).toBe(
      'DatabaseAccessError: lading_app must not act as lading_sign_in, or it could read what the two roles keep ' +
        'apart. Nothing was changed. Set DATABASE_SIGN_IN_URL to a login of its own, such as the one that this ' +
        "statement makes:\n  alter role lading_sign_in login password '…';",
    )
  })

  test('whose login had the role lading_app alone goes on with it, and is told of the second login', async () => {
    await run(administrator, "create role web login password 'a password' in role lading_app")
    const urls = {
      DATABASE_URL: address('harbour', 'web'),
      DATABASE_MIGRATION_URL: address('harbour', 'harbour_owner'),
    }
    const { product, lines } = await start(urls)
    expect(await jobsOf(product)).toEqual(['Bed linen', 'Rice'])
    await product.close()
    expect(lines).toEqual([
      'web may act as both roles of the product: a flaw in it could show password hashes and signing keys. Run ' +
        'these statements as an administrator of the PostgreSQL server, with a password of your own:\n' +
        '  revoke lading_sign_in from web;\n' +
        "  alter role lading_sign_in login password '…';",
      'Then set DATABASE_SIGN_IN_URL to the same address with that login and password.',
    ])
  })

  test('beside another of the product’s, whose roles its owner may not grant', async () => {
    const url = await createDatabase('mole', 'mole_owner')
    const message = await refusal({ DATABASE_URL: url })
    expect(message).toBe(
      'DatabaseAccessError: Lading needs roles in PostgreSQL that mole_owner may not make. Nothing was changed. ' +
        'Run these statements as an administrator of the PostgreSQL server, then start again:\n' +
        '  grant lading_app to mole_owner with admin option;\n' +
        '  grant lading_sign_in to mole_owner with admin option;',
    )
    expect(await applied(url)).toBe(0)
    await obey(message, 'mole')
    const { product, lines } = await start({ DATABASE_URL: url })
    expect(lines.at(0)).toBe('Migrated the database: 0001_accounts.sql')
    expect(await jobsOf(product)).toBeNull()
    await product.close()
  })

  test('that was given to another owner shows that one its rows, and nobody else an empty table', async () => {
    await run(administrator, "create role quay_owner login password 'a password'")
    await run(administrator, 'grant lading_app, lading_sign_in to quay_owner with admin option')
    const url = address('harbour', 'quay_owner')
    const rows = await asLogin(address('harbour', 'harbour_owner'), everyRow)
    expect(await refusal({ DATABASE_URL: url })).toBe(
      'DatabaseAccessError: The tables of this database belong to harbour_owner, and quay_owner may not bring them ' +
        'up to date. Set DATABASE_MIGRATION_URL to the login of harbour_owner, or give the database to quay_owner by ' +
        'this statement, run in it by an administrator of the PostgreSQL server:\n' +
        '  reassign owned by harbour_owner to quay_owner;',
    )
    const database = new URL(administrator)
    database.pathname = '/harbour'
    await run(database.href, 'reassign owned by harbour_owner to quay_owner')
    const count = 'select count(*)::int as jobs from jobs'
    expect((await asLogin(url, client => client.query(count))).rows).toEqual([{ jobs: 0 }])
    await expect(withOwner(url, client => client.query(count))).rejects.toThrow(
      'Row-level security hides rows of these tables from quay_owner',
    )

    const { product } = await start({ DATABASE_URL: url })
    expect(await jobsOf(product)).toEqual(['Bed linen', 'Rice'])
    await product.close()
    await expectSameRows(url, rows)
    expect((await asLogin(url, everyRow))['jobs']).toEqual(
      expect.arrayContaining([expect.stringContaining(ACCOUNT)]),
    )
  })
})
