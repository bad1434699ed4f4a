import pg from 'pg'
import { DatabaseAccessError, withStatements } from './access-error.ts'
import { DEFAULT_POOL_TIMEOUTS, RUNTIME_ROLE, SIGN_IN_ROLE } from './role-pool.ts'

/** Who opens the product's connections; left out where that is the owner, or a role of the product itself. */
export type Logins = { url?: string | undefined; signInUrl?: string | undefined }

/** `missing`: statements for an administrator without which the owner cannot migrate, whatever the roles are. */
type Needs = Logins & { missing?: readonly string[] }

type Owner = { name: string; mayCreate: boolean; version: number; isFresh: boolean }

type RoleRights = { exists: boolean; ownerMayBe: boolean; ownerMayGrant: boolean }

/**
 * Makes the product's roles where they are missing, and lets the owner and the logins act as them. Where the owner
 * may not, throws DatabaseAccessError with the statements for an administrator, and nothing is changed.
 */
export async function ensureRoles(owner: pg.Client, logins: Needs = {}): Promise<void> {
  for (const statement of await planRoles(owner, logins)) await run(owner, statement)
}

/** The statements that the owner runs for that; none where all is in order. Refuses as ensureRoles does. */
export async function planRoles(owner: pg.Client, logins: Needs = {}): Promise<string[]> {
  const { missing = [] } = logins
  const self = await readOwner(owner)
  const own: string[] = []
  const forAdministrator: string[] = []
  for (const [role, url] of [
    [RUNTIME_ROLE, logins.url],
    [SIGN_IN_ROLE, logins.signInUrl],
  ] as const) {
    const login = url === undefined ? self.name : await loginOf(url)
    const rights = await readRoleRights(owner, self, role)
    const mayGrant = rights.exists ? rights.ownerMayGrant : self.mayCreate
    const statements = mayGrant ? own : forAdministrator
    if (!rights.exists) statements.push(`create role ${role} nologin`)
    // The first migration grants the role itself.
    if (!rights.ownerMayBe || (self.isFresh && !mayGrant))
      statements.push(`grant ${role} to ${self.name}${mayGrant ? '' : ' with admin option'}`)
    if (login !== self.name && !(rights.exists && (await mayBe(owner, self, login, role)))) {
      if (login === RUNTIME_ROLE || login === SIGN_IN_ROLE) throw wrongLogin(login, role)
      statements.push(`grant ${role} to ${login}`)
    }
  }
  if (missing.length > 0 || forAdministrator.length > 0)
    throw new DatabaseAccessError(
      withStatements(
        (missing.length > 0
          ? `${self.name} does not have the rights in this database that Lading needs. Nothing was changed. `
          : `Lading needs roles in PostgreSQL that ${self.name} may not make. Nothing was changed. `) +
          `Run these statements${missing.length > 0 ? ' in it' : ''} as an administrator of the PostgreSQL server, ` +
          'then start again:',
        [...missing, ...forAdministrator],
      ),
    )
  return own
}

async function readOwner(owner: pg.Client): Promise<Owner> {
  const { rows } = await owner.query<Owner>(
    `select quote_ident(current_user) as name, rolsuper or rolcreaterole as "mayCreate",
            current_setting('server_version_num')::int as version,
            to_regclass('public.accounts') is null as "isFresh"
     from pg_roles where rolname = current_user`,
  )
  return rows[0] as Owner
}

// Until PostgreSQL 15 every member may act as its role; since then that is a right of its own.
const actingRight = ({ version }: Owner) => (version >= 160_000 ? 'set' : 'member')

async function readRoleRights(owner: pg.Client, self: Owner, role: string): Promise<RoleRights> {
  const found = await owner.query('select from pg_roles where rolname = $1', [role])
  if (found.rowCount === 0) return { exists: false, ownerMayBe: false, ownerMayGrant: false }
  const { rows } = await owner.query<{ granted: boolean }>(
    `select pg_has_role($1, 'member with admin option') as granted`,
    [role],
  )
  const byRight = self.version < 160_000 && self.mayCreate
  return {
    exists: true,
    ownerMayBe: await mayBe(owner, self, self.name, role),
    ownerMayGrant: byRight || rows[0]?.granted === true,
  }
}

async function mayBe(owner: pg.Client, self: Owner, login: string, role: string): Promise<boolean> {
  const { rows } = await owner.query<{ may: boolean }>(
    // to_regrole reads names as they are written in statements.
    'select pg_has_role(to_regrole($1)::oid, $2, $3) as may',
    [login, role, actingRight(self)],
  )
  return rows[0]?.may === true
}

/** As it is written in statements. */
async function loginOf(url: string): Promise<string> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'lading',
    connectionTimeoutMillis: DEFAULT_POOL_TIMEOUTS.connect,
    query_timeout: DEFAULT_POOL_TIMEOUTS.answer,
  })
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string }>('select quote_ident(session_user) as name')
    return rows[0]?.name ?? ''
  } finally {
    await client.end()
  }
}

function wrongLogin(login: string, role: string): DatabaseAccessError {
  const variable = role === SIGN_IN_ROLE ? 'DATABASE_SIGN_IN_URL' : 'DATABASE_URL'
  return new DatabaseAccessError(
    withStatements(
      `${login} must not act as ${role}, or it could read what the two roles keep apart. Nothing was changed. ` +
        `Set ${variable} to a login of its own, such as the one that this statement makes:`,
      [`alter role ${role} login password '…'`],
    ),
  )
}

const DUPLICATE = ['42710', '23505']

async function run(owner: pg.Client, statement: string): Promise<void> {
  try {
    await owner.query(statement)
  } catch (error) {
    // Another database of the same server is being migrated at this moment.
    if (!DUPLICATE.includes((error as pg.DatabaseError).code ?? '')) throw error
  }
}
