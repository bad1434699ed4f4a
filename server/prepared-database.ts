import { loadWorldPorts } from './ports/world-port-records.ts'
import { openDatabase, type Database } from './db/db.ts'
import { migrate } from './db/migrate.ts'
import { withOwner } from './db/owner.ts'
import { checkRoles } from './db/role-checks.ts'
import type { Logins } from './db/roles.ts'

export type PreparedDatabase = {
  database: Database
  /** As the tables' owner: for migrations and imports, never for people's requests. */
  ownerUrl: string
  close(): Promise<void>
}

export type Urls = {
  ownerUrl: string
  url: string
  signInUrl: string
  logins: Logins
  /** False where a pooler stands before `url` that does not keep statements for its clients. */
  namedStatements: boolean
}

/** Opens the database that stands at these addresses, brought to this version's schema and ports. */
export async function openPrepared(
  { ownerUrl, url, signInUrl, logins, namedStatements }: Urls,
  log: (line: string) => void,
): Promise<PreparedDatabase> {
  for (const name of await migrate(ownerUrl, logins)) log(`Migrated the database: ${name}`)
  const database = openDatabase({
    ...{ url, signInUrl, namedStatements },
    // A pooler that loses statements loses locks, too.
    ...(!namedStatements && { lockUrl: ownerUrl }),
    onError: error => log(`A database connection broke: ${error.message}`),
  })
  try {
    const [warnings] = await Promise.all([checkRoles(database), withOwner(ownerUrl, loadWorldPorts)])
    for (const warning of warnings) log(warning)
  } catch (error) {
    await database.close()
    throw error
  }
  return { database, ownerUrl, close: () => database.close() }
}
