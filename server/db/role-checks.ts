import { DatabaseAccessError, withStatements } from './access-error.ts'
import type { Database } from './db.ts'
import { type RolePool, RUNTIME_ROLE, SIGN_IN_ROLE } from './role-pool.ts'

type RoleRights = {
  login: string
  role: string
  isUnbound: boolean
  isSecured: boolean
  readsSignIn: boolean
  readsJobs: boolean
  /** Whether the login could leave row-level security by a statement of its own. */
  mayOwn: boolean
  /** Who let the login act as the other role too; null: nobody did. */
  grantor: string | null
}

/**
 * Looks, in transactions as the product's own, whether each role may do what it should and no more. Throws
 * DatabaseAccessError where it may do more; answers warnings where only the login that it came by may.
 */
export async function checkRoles(database: Pick<Database, 'pool' | 'signIn'>): Promise<string[]> {
  const app = await rightsOf(database.pool, SIGN_IN_ROLE)
  const signIn = await rightsOf(database.signIn, RUNTIME_ROLE)
  const mistakes = [
    ...(app.role === RUNTIME_ROLE ? [] : [`it acts as ${app.role} instead of ${RUNTIME_ROLE}`]),
    ...(signIn.role === SIGN_IN_ROLE
      ? []
      : [`the sign-in acts as ${signIn.role} instead of ${SIGN_IN_ROLE}`]),
    ...[app, signIn].flatMap(one =>
      one.isUnbound ? [`${one.role} is a superuser or bypasses row-level security`] : [],
    ),
    ...(app.isSecured ? [] : ['row-level security is not active on the table jobs']),
    ...(app.readsSignIn ? [`${app.role} may read the sign-in's tables`] : []),
    ...(signIn.readsJobs ? [`${signIn.role} may read the table jobs`] : []),
  ]
  if (mistakes.length > 0)
    throw new DatabaseAccessError(
      `The product's connections to the database cannot be trusted: ${mistakes.join('; ')}. ` +
        'Nothing was served. Undo what was granted or altered outside Lading, then start again.',
    )
  return warnings(app, signIn)
}

async function rightsOf(pool: RolePool, other: string): Promise<RoleRights> {
  const { rows } = await pool.query<RoleRights>(
    `select quote_ident(session_user) as login, current_user as role,
       r.rolsuper or r.rolbypassrls as "isUnbound",
       row_security_active('jobs') as "isSecured",
       has_any_column_privilege('identity_users', 'select, insert, update')
         or has_any_column_privilege('oidc_keys', 'select, insert, update')
         or has_any_column_privilege('oidc_state', 'select, insert, update') as "readsSignIn",
       has_any_column_privilege('jobs', 'select, insert, update') as "readsJobs",
       pg_has_role(session_user, j.relowner, 'member') or l.rolbypassrls as "mayOwn",
       (select m.grantor::regrole::text from pg_auth_members m
        where m.roleid = $1::regrole and m.member = session_user::regrole limit 1) as grantor
     from pg_roles r, pg_roles l, pg_class j
     where r.rolname = current_user and l.rolname = session_user and j.oid = 'jobs'::regclass`,
    [other],
  )
  return rows[0] as RoleRights
}

function warnings(app: RoleRights, signIn: RoleRights): string[] {
  const owners = [...new Set([app, signIn].filter(one => one.mayOwn).map(one => one.login))]
  if (owners.length > 0)
    return [
      withStatements(
        `The product logs in to the database as ${owners.join(' and ')}, who may leave row-level security: a flaw in ` +
          "the product could show one company another's rows. Run these statements as an administrator of the " +
          'PostgreSQL server, with passwords of your own:',
        [RUNTIME_ROLE, SIGN_IN_ROLE].map(role => `alter role ${role} login password '…'`),
      ),
      'Then set DATABASE_MIGRATION_URL to the present DATABASE_URL, and DATABASE_URL and DATABASE_SIGN_IN_URL to ' +
        'the same address with these logins and passwords.',
    ]
  const [both] = [app, signIn].filter(one => one.grantor)
  if (!both?.grantor) return []
  const other = both === app ? SIGN_IN_ROLE : RUNTIME_ROLE
  const variable = other === SIGN_IN_ROLE ? 'DATABASE_SIGN_IN_URL' : 'DATABASE_URL'
  return [
    withStatements(
      `${both.login} may act as both roles of the product: a flaw in it could show password hashes and signing ` +
        'keys. Run these statements as an administrator of the PostgreSQL server, with a password of your own:',
      [
        `revoke ${other} from ${both.login} granted by ${both.grantor}`,
        `alter role ${other} login password '…'`,
      ],
    ),
    `Then set ${variable} to the same address with that login and password.`,
  ]
}
