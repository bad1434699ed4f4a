import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findUserByEmail } from '#server/identity/store/users.ts'
import { everyRow, expectSameRows, jobsOf, PERSON, type Row, writeCompany } from '#testing/company-rows.ts'
import { migrateUntil } from '#testing/earlier-schema.ts'
import { makeFolder } from '#testing/held-database.ts'
import {
  loginsOf,
  onConnection,
  type OwnServer,
  refusalWith,
  startOwnServer,
  startWith,
} from '#testing/own-server.ts'
import { openEmbeddedDatabase } from '#server/db/embedded/database.ts'

// The release before knew one role of the product and one login.
const THIS = '0033_roles.sql'

/** Fills a database as the release before left it; answers every row. */
async function makeEarlier(url: string): Promise<Record<string, Row[]>> {
  await migrateUntil(url, THIS)
  await onConnection(url, writeCompany)
  const rows = await onConnection(url, everyRow)
  expect(rows['jobs']).toHaveLength(2)
  return rows
}

test('a data folder opens under logins of its own, with its rows', async () => {
  const dataDir = await makeFolder()
  const earlier = await openEmbeddedDatabase({ dataDir, role: 'command', disposable: true })
  const before = await makeEarlier(earlier.ownerUrl)
  await onConnection(earlier.ownerUrl, client =>
    client.query('alter role lading_app nologin password null; drop role lading_sign_in'),
  )
  await earlier.stop()

  const { product, lines } = await startWith({ DATA_DIR: dataDir })
  try {
    expect(lines[0]).toBe(`Migrated the database: ${THIS}`)
    await expectSameRows(product.ownerUrl, before)
    expect(await loginsOf(product)).toEqual([
      { login: 'lading_app', role: 'lading_app' },
      { login: 'lading_sign_in', role: 'lading_sign_in' },
    ])
    expect(await jobsOf(product.database)).toEqual(['Bed linen', 'Rice'])
    expect(await findUserByEmail(product.database.signIn, PERSON.email)).toMatchObject({
      subject: PERSON.subject,
      passwordHash: PERSON.passwordHash,
    })
  } finally {
    await product.close()
  }
  await rm(dataDir, { recursive: true, force: true })
})

describe('a database on a server of one’s own', () => {
  let server: OwnServer

  beforeAll(async () => {
    server = await startOwnServer()
  })
  afterAll(async () => {
    await server?.stop()
  })

  const countTables = (url: string) =>
    onConnection(url, async client => {
      const { rows } = await client.query<{ tables: number }>(
        `select count(*)::int as tables from pg_class where relnamespace = 'public'::regnamespace`,
      )
      return rows
    })

  test('opens once an administrator has run what is printed, where its owner may make no role', async () => {
    const url = await server.createDatabase('canal', 'canal_owner')
    await server.administer(
      'postgres',
      'create role lading_app nologin',
      'grant lading_app to canal_owner with admin option',
    )
    const before = await makeEarlier(url)
    const tables = await countTables(url)
    const message = await refusalWith({ DATABASE_URL: url })
    expect(message).toBe(
      'DatabaseAccessError: Lading needs roles in PostgreSQL that canal_owner may not make. Nothing was changed. ' +
        'Run these statements as an administrator of the PostgreSQL server, then start again:\n' +
        '  create role lading_sign_in nologin;\n' +
        '  grant lading_sign_in to canal_owner with admin option;',
    )
    expect(await countTables(url)).toEqual(tables)
    expect(await onConnection(url, everyRow)).toEqual(before)

    await server.obey(message, 'canal')
    const { product, lines } = await startWith({ DATABASE_URL: url })
    expect(lines[0]).toBe(`Migrated the database: ${THIS}`)
    await expectSameRows(url, before)
    expect(await jobsOf(product.database)).toEqual(['Bed linen', 'Rice'])
    expect(await loginsOf(product)).toEqual([
      { login: 'canal_owner', role: 'lading_app' },
      { login: 'canal_owner', role: 'lading_sign_in' },
    ])
    await product.close()
    await server.administer(
      'postgres',
      'drop database canal',
      'drop role lading_app',
      'drop role lading_sign_in',
    )
  })

  test('opens by itself where its owner may make roles', async () => {
    const url = await server.createDatabase('harbour', 'harbour_owner', 'createrole')
    const before = await makeEarlier(url)
    const { product, lines } = await startWith({ DATABASE_URL: url })
    expect(lines[0]).toBe(`Migrated the database: ${THIS}`)
    await expectSameRows(url, before)
    expect(await jobsOf(product.database)).toEqual(['Bed linen', 'Rice'])
    await product.close()
  })
})
