import { createHash, createHmac, pbkdf2Sync } from 'node:crypto'
import type { Client } from 'pg'
import { RUNTIME_ROLE, SIGN_IN_ROLE } from '#server/db/role-pool.ts'

const loginLock = 7_141_004
const ITERATIONS = 4096

const derive = (ownerPassword: string, purpose: string) =>
  createHmac('sha256', ownerPassword).update(`lading ${purpose}`).digest()

const passwordOf = (ownerPassword: string, role: string) =>
  derive(ownerPassword, `password of ${role}`).toString('hex')

/** The owner's address with the login of another role. Its password is made from the owner's, so there is no file to lose. */
export function loginUrl(ownerUrl: string, role: string): string {
  const url = new URL(ownerUrl)
  url.password = passwordOf(decodeURIComponent(url.password), role)
  url.username = role
  return url.href
}

/**
 * Makes the product's roles of a cluster that is ours, and lets them log in. Any number of processes may do it at
 * once; nothing is written where everything is in order.
 */
export async function letRolesLogIn(client: Client, ownerPassword: string): Promise<void> {
  await client.query('begin')
  try {
    await client.query('select pg_advisory_xact_lock($1)', [loginLock])
    for (const role of [RUNTIME_ROLE, SIGN_IN_ROLE]) {
      const verifier = scramVerifier(ownerPassword, role)
      const { rows } = await client.query<{ ready: boolean }>(
        `select rolcanlogin and rolpassword is not distinct from $2 and not rolsuper and not rolbypassrls
           and not rolcreaterole and not rolcreatedb and not rolreplication as ready
         from pg_authid where rolname = $1`,
        [role, verifier],
      )
      if (rows[0]?.ready) continue
      if (!rows[0]) await client.query(`create role ${role}`)
      await client.query(
        `alter role ${role} login nosuperuser nobypassrls nocreaterole nocreatedb noreplication
         password ${client.escapeLiteral(verifier)}`,
      )
    }
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/** What PostgreSQL stores of a password: the same each time, so that it can be compared, and no statement holds the password. */
function scramVerifier(ownerPassword: string, role: string): string {
  const salt = derive(ownerPassword, `salt of ${role}`).subarray(0, 16)
  const salted = pbkdf2Sync(passwordOf(ownerPassword, role), salt, ITERATIONS, 32, 'sha256')
  const keyed = (text: string) => createHmac('sha256', salted).update(text).digest()
  const storedKey = createHash('sha256').update(keyed('Client Key')).digest('base64')
  const serverKey = keyed('Server Key').toString('base64')
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString('base64')}$${storedKey}:${serverKey}`
}
