import { randomBytes, randomUUID } from 'node:crypto'
import { exportJWK, generateKeyPair, type JWK } from 'jose'
import type { Pool } from './store-users.ts'

export type ProviderKeys = {
  /** Private signing keys; the first one signs, all of them verify. */
  jwks: { keys: JWK[] }
  /** The first one signs cookies, all of them verify. */
  cookieKeys: string[]
  /** Stands where Azure has the directory's id. */
  tenantId: string
}

const NAME = 'provider'

async function newKeys(): Promise<ProviderKeys> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const key = { ...(await exportJWK(privateKey)), kid: randomUUID(), alg: 'RS256', use: 'sig' }
  return {
    jwks: { keys: [key] },
    cookieKeys: [randomBytes(32).toString('base64url')],
    tenantId: randomUUID(),
  }
}

async function readKeys(pool: Pool): Promise<ProviderKeys | undefined> {
  const { rows } = await pool.query<{ value: ProviderKeys }>('select value from oidc_keys where name = $1', [
    NAME,
  ])
  return rows[0]?.value
}

/** The keys that all servers of this database share; the first one to ask makes them. */
export async function loadProviderKeys(pool: Pool): Promise<ProviderKeys> {
  const existing = await readKeys(pool)
  if (existing) return existing
  await pool.query('insert into oidc_keys (name, value) values ($1, $2) on conflict do nothing', [
    NAME,
    await newKeys(),
  ])
  const stored = await readKeys(pool)
  if (!stored) throw new Error('The sign-in keys vanished from the table oidc_keys right after being stored.')
  return stored
}

/** What may be published of the signing keys. */
export function publicKeys(keys: ProviderKeys): { keys: JWK[] } {
  return {
    keys: keys.jwks.keys.map(({ kty, n, e, kid, alg, use }) => ({ kty, n, e, kid, alg, use }) as JWK),
  }
}
