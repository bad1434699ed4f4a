import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BorrowedDatabase, borrowDatabase } from '#testing/database.ts'
import { onConnection } from '#testing/own-server.ts'
import { ConfigurationError, readConfig } from './config.ts'
import { loginUrl } from './db/embedded/logins.ts'
import { migrate } from './db/migrate.ts'
import { RUNTIME_ROLE, SIGN_IN_ROLE } from './db/role-pool.ts'
import { openMigratedDatabase } from './product-database.ts'

const lines: string[] = []

/** As a server that leaves background work to workers: by two logins that own nothing. */
const variables = (ownerUrl: string) => ({
  BACKGROUND: 'off',
  DATABASE_URL: loginUrl(ownerUrl, RUNTIME_ROLE),
  DATABASE_SIGN_IN_URL: loginUrl(ownerUrl, SIGN_IN_ROLE),
})

function open(environment: Record<string, string>) {
  const config = readConfig(environment)
  return openMigratedDatabase(config, config.databaseUrl ?? '', line => lines.push(line))
}

const refusal = async (environment: Record<string, string>): Promise<string> =>
  open(environment).then(
    async product => {
      await product.close()
      return 'it started'
    },
    (error: Error) => `${error.name}: ${error.message}`,
  )

const REMEDY =
  'This server does not change it (BACKGROUND=off). Run “npm run migrate” or start “npm run worker” of this version ' +
  'with DATABASE_MIGRATION_URL, then start again.'

describe('a server without the owner’s credentials', () => {
  let migrated: BorrowedDatabase
  let empty: BorrowedDatabase
  beforeAll(async () => {
    migrated = await borrowDatabase()
    empty = await borrowDatabase(async () => undefined)
  })
  afterAll(async () => {
    await migrated?.release()
    await empty?.release()
  })

  test('opens a database that others have migrated', async () => {
    const product = await open(variables(migrated.ownerUrl))
    const { rows } = await product.database.pool.query<{ may: boolean }>(
      `select pg_has_role(session_user, relowner, 'member') as may from pg_class where oid = 'jobs'::regclass`,
    )
    expect(rows).toEqual([{ may: false }])
    await product.close()
    expect(lines).toEqual([])
  })

  test('says that it does not use them where they are given', async () => {
    const { ownerUrl } = migrated
    const product = await open({ ...variables(ownerUrl), DATABASE_MIGRATION_URL: ownerUrl })
    await product.close()
    expect(lines.splice(0)).toEqual([
      'DATABASE_MIGRATION_URL is set and not used, since BACKGROUND=off: remove it here, so that this server has no credentials of the tables’ owner.',
    ])
  })

  test('refuses one that nobody has migrated, and changes nothing', async () => {
    expect(await refusal(variables(empty.ownerUrl))).toBe(
      `DatabaseAccessError: The database is not at this version's schema: it has not been prepared for Lading, or only for an earlier version. ${REMEDY}`,
    )
    const { rows } = await onConnection(empty.ownerUrl, client =>
      client.query(`select relname from pg_class where relnamespace = 'public'::regnamespace`),
    )
    expect(rows).toEqual([])
  })

  test('refuses one that lacks a migration, and takes it once it is there', async () => {
    const { ownerUrl } = migrated
    const [last] = await onConnection(ownerUrl, async client => {
      const { rows } = await client.query<{ name: string; checksum: string }>(
        `delete from schema_migrations where name = '0001_accounts.sql' returning name, checksum`,
      )
      return rows
    })
    expect(await refusal(variables(ownerUrl))).toBe(
      `DatabaseAccessError: The database is not at this version's schema: it lacks 0001_accounts.sql. ${REMEDY}`,
    )
    await onConnection(ownerUrl, client =>
      client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [
        last?.name,
        last?.checksum,
      ]),
    )
    expect(await refusal(variables(ownerUrl))).toBe('it started')
  })

  test('is told of a schema that only an earlier version of the owner has prepared', async () => {
    const { ownerUrl } = migrated
    await onConnection(ownerUrl, client => client.query('revoke select on schema_migrations from lading_app'))
    expect(await refusal(variables(ownerUrl))).toContain('only for an earlier version')
    await migrate(ownerUrl)
    expect(await refusal(variables(ownerUrl))).toBe('it started')
  })
})

describe('the settings of several machines', () => {
  const url = 'postgresql://lading_app:x@pooler:6432/lading'
  const direct = 'postgresql://lading_app:x@database:5432/lading'
  const mistakesOf = (environment: Record<string, string>): string => {
    try {
      readConfig(environment)
    } catch (error) {
      if (error instanceof ConfigurationError) return error.message
      throw error
    }
    return 'none'
  }

  test.each([
    [{ DATABASE_POOLED: '1' }, true],
    [{ DATABASE_POOLED: 'on' }, true],
    [{ DATABASE_POOLED: '0' }, false],
    [{}, false],
    // Its former name.
    [{ DATABASE_NAMED_STATEMENTS: 'off' }, true],
    [{ DATABASE_NAMED_STATEMENTS: 'on' }, false],
  ])('%j', (given, isPooled) => {
    const config = readConfig({ DATABASE_URL: url, DATABASE_DIRECT_URL: direct, ...given })
    expect([config.isDatabasePooled, config.databasePoolSize]).toEqual([isPooled, 10])
  })

  test('a pooler needs a way past it, and mistakes are told', () => {
    expect(mistakesOf({ DATABASE_URL: url, DATABASE_POOLED: '1' })).toContain(
      'DATABASE_POOLED needs DATABASE_DIRECT_URL, the address of PostgreSQL itself',
    )
    const owner = { DATABASE_MIGRATION_URL: direct }
    expect(mistakesOf({ DATABASE_URL: url, DATABASE_POOLED: '1', ...owner })).toBe('none')
    expect(mistakesOf({ DATABASE_URL: url, DATABASE_POOLED: '1', ...owner, BACKGROUND: 'off' })).toContain(
      'DATABASE_POOLED needs DATABASE_DIRECT_URL',
    )
    expect(mistakesOf({ DATABASE_POOLED: '1' })).toContain('DATABASE_POOLED is given without DATABASE_URL')
    expect(mistakesOf({ DATABASE_DIRECT_URL: direct })).toContain(
      'DATABASE_DIRECT_URL is given without DATABASE_URL',
    )
    expect(
      mistakesOf({
        DATABASE_URL: url,
        DATABASE_DIRECT_URL: direct,
        DATABASE_POOLED: '1',
        DATABASE_NAMED_STATEMENTS: 'off',
      }),
    ).toContain('DATABASE_NAMED_STATEMENTS is the former name of DATABASE_POOLED')
    expect(mistakesOf({ DATABASE_POOL: '1' })).toContain('DATABASE_POOL must be from 2 to 500')
    const most =
      'DATABASE_POOL is 41, and the built-in database serves at most 40; set it to that or less, or set DATABASE_URL to a PostgreSQL server of your own'
    expect(mistakesOf({ DATABASE_POOL: '41' })).toContain(most)
    expect(mistakesOf({ DATABASE_POOL: '40' })).toBe('none')
    expect(mistakesOf({ DATABASE_POOL: '41', DATABASE_URL: url })).toBe('none')
    expect(mistakesOf({ BACKGROUND: 'no' })).toContain('BACKGROUND must be on or off')
  })

  test('where PDFs are made is given as addresses, with the key that workers know servers by', () => {
    const key = { LADING_KEY: 'k'.repeat(32) }
    const given = { PDF_WORKERS: 'http://10.0.0.21:3100/, https://printer.example', ...key }
    expect(readConfig(given).pdfWorkers).toEqual(['http://10.0.0.21:3100', 'https://printer.example'])
    expect(mistakesOf({ PDF_WORKERS: 'http://10.0.0.21:3100' })).toContain('PDF_WORKERS needs LADING_KEY')
    for (const wrong of ['10.0.0.21:3100', 'http://a/print', 'http://'])
      expect(mistakesOf({ PDF_WORKERS: wrong, ...key })).toContain(
        'PDF_WORKERS must be addresses without a path',
      )
    expect(mistakesOf({ WORKER_HOST: '0.0.0.0' })).toContain('WORKER_HOST is given without WORKER_PORT')
    expect(readConfig({ WORKER_PORT: '3100' }).worker).toEqual({ host: '127.0.0.1', port: 3100 })
  })
})
