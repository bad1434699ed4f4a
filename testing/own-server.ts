import { rm } from 'node:fs/promises'
import { Client } from 'pg'
import { expect } from 'vitest'
import { readConfig } from '#server/config.ts'
import { openEmbeddedDatabase } from '#server/db/embedded/database.ts'
import { openProductDatabase, type ProductDatabase } from '#server/product-database.ts'
import { makeFolder } from './held-database.ts'

/** A PostgreSQL server as a company runs one: it has never seen the product, and owners of databases are no superusers. */
export type OwnServer = {
  /** As an administrator, in the named database. */
  administer(database: string, ...statements: string[]): Promise<void>
  /** The address at which a login reaches a database; all passwords are alike. */
  address(database: string, login: string): string
  /** Makes a database with an owner of its own, and answers the owner's address of it. */
  createDatabase(name: string, owner: string, attributes?: string): Promise<string>
  /** Runs what a refusal tells an administrator to run. */
  obey(message: string, database: string): Promise<void>
  stop(): Promise<void>
}

const PASSWORD = 'a password'

export async function startOwnServer(): Promise<OwnServer> {
  const dataDir = await makeFolder()
  const cluster = await openEmbeddedDatabase({ dataDir, role: 'command', disposable: true })
  const administer: OwnServer['administer'] = (database, ...statements) => {
    const url = new URL(cluster.ownerUrl)
    url.pathname = `/${database}`
    return runAt(url.href, statements)
  }
  const address: OwnServer['address'] = (database, login) => {
    const url = new URL(cluster.ownerUrl)
    url.pathname = `/${database}`
    url.username = login
    url.password = PASSWORD
    return url.href
  }
  await administer('postgres', 'drop role lading_app', 'drop role lading_sign_in')
  return {
    administer,
    address,
    async createDatabase(name, owner, attributes = '') {
      await administer(
        'postgres',
        `create role ${owner} login password '${PASSWORD}' ${attributes}`,
        `create database ${name} owner ${owner}`,
      )
      return address(name, owner)
    },
    async obey(message, database) {
      const statements = message.split('\n').flatMap(line => /^ {2}(.+);$/.exec(line)?.[1] ?? [])
      expect(statements).not.toEqual([])
      await administer(database, ...statements.map(statement => statement.replace('…', PASSWORD)))
    },
    stop: async () => {
      await cluster.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

export async function onConnection<Result>(
  url: string,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const runAt = (url: string, statements: readonly string[]) =>
  onConnection(url, async client => {
    for (const statement of statements) await client.query(statement)
  })

/** Opens the product's database as a start with these variables does. */
export async function startWith(
  environment: Record<string, string>,
): Promise<{ product: ProductDatabase; lines: string[] }> {
  const lines: string[] = []
  const product = await openProductDatabase(readConfig(environment), 'command', line => lines.push(line))
  return { product, lines }
}

/** Why a start with these variables ends. */
export async function refusalWith(environment: Record<string, string>): Promise<string> {
  const started = await startWith(environment).catch((error: Error) => error)
  if (started instanceof Error) return `${started.name}: ${started.message}`
  await started.product.close()
  return 'it started'
}

/** As whom each of the product's pools logs in, and as whom it acts. */
export async function loginsOf({ database }: ProductDatabase) {
  const statement = 'select session_user as login, current_user as role'
  const [app, signIn] = [await database.pool.query(statement), await database.signIn.query(statement)]
  return [...app.rows, ...signIn.rows]
}
