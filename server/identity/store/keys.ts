import { randomBytes, randomUUID } from 'node:crypto'
import { exportJWK, generateKeyPair, type JWK } from 'jose'
import type { Seal } from './sealing.ts'
import type { Pool } from './users.ts'

export type ProviderKeys = {
  /** Private signing keys; the first one signs, all of them verify. */
  jwks: { keys: JWK[] }
  /** The first one signs cookies, all of them verify. */
  cookieKeys: string[]
  /** Stands where Azure has the directory's id. */
  tenantId: string
}

/** Times in milliseconds; a key verifies from when it is stored until `retires`, null: until it is replaced. */
type Scheduled<Key> = { key: Key; signs: number; retires: number | null }

type KeySchedule = { signing: Scheduled<JWK>[]; cookies: Scheduled<string>[] }

type StoredKeys = { tenantId: string; sealed: string }
// How keys were kept before they could be encrypted.
type FirstStoredKeys = ProviderKeys

const NAME = 'provider'
const DAY = 24 * 60 * 60 * 1000

/** How long servers take to read the keys again, at the most. */
export const KEYS_READ_EVERY = 30_000
// Every server knows a new key before the first token bears it.
const KNOWN_BEFORE = 4 * KEYS_READ_EVERY
// A browser that stays signed in shows its old ID token when it signs out, and its cookie for as long.
const ACCEPTED_AFTER = 15 * DAY

async function newSigningKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  return { ...(await exportJWK(privateKey)), kid: randomUUID(), alg: 'RS256', use: 'sig' }
}

const newCookieKey = () => randomBytes(32).toString('base64url')

const inUse = <Key>(key: Key): Scheduled<Key> => ({ key, signs: 0, retires: null })

const sealed = (tenantId: string, schedule: KeySchedule, seal: Seal): StoredKeys => ({
  tenantId,
  sealed: seal.close(JSON.stringify(schedule)),
})

async function readStored(pool: Pool): Promise<StoredKeys | FirstStoredKeys | undefined> {
  const { rows } = await pool.query<{ value: StoredKeys | FirstStoredKeys }>(
    'select value from oidc_keys where name = $1',
    [NAME],
  )
  return rows[0]?.value
}

/** False where another server stored something else since `before` was read. */
async function replaceStored(pool: Pool, before: object, after: StoredKeys): Promise<boolean> {
  const { rowCount } = await pool.query(
    'update oidc_keys set value = $3 where name = $1 and value = $2::jsonb',
    [NAME, JSON.stringify(before), after],
  )
  return rowCount === 1
}

function scheduleIn(stored: StoredKeys | FirstStoredKeys, seal: Seal): KeySchedule {
  if ('sealed' in stored) return JSON.parse(seal.open(stored.sealed)) as KeySchedule
  return { signing: stored.jwks.keys.map(inUse), cookies: stored.cookieKeys.map(inUse) }
}

/** The one that signs now first, then the others that still verify or are about to sign. */
function inOrder<Key>(keys: Scheduled<Key>[], now: number): Key[] {
  const valid = keys.filter(({ retires }) => retires === null || retires > now)
  const signer = valid.filter(({ signs }) => signs <= now).sort((a, b) => b.signs - a.signs)[0]
  return [signer, ...valid.filter(one => one !== signer)].flatMap(one => (one ? [one.key] : []))
}

/** The keys that all servers of this database share; the first one to ask makes them, and encrypts them once there is a key. */
export async function loadProviderKeys(pool: Pool, seal: Seal, now = Date.now()): Promise<ProviderKeys> {
  let stored = await readStored(pool)
  if (!stored) {
    const schedule = { signing: [inUse(await newSigningKey())], cookies: [inUse(newCookieKey())] }
    await pool.query('insert into oidc_keys (name, value) values ($1, $2) on conflict do nothing', [
      NAME,
      sealed(randomUUID(), schedule, seal),
    ])
    stored = await readStored(pool)
  }
  if (!stored) throw new Error('The sign-in keys vanished from the table oidc_keys right after being stored.')
  const schedule = scheduleIn(stored, seal)
  const locked = 'sealed' in stored && !stored.sealed.startsWith('plain:')
  if (!('sealed' in stored) || (seal.locks && !locked))
    await replaceStored(pool, stored, sealed(stored.tenantId, schedule, seal))
  return {
    jwks: { keys: inOrder(schedule.signing, now) },
    cookieKeys: inOrder(schedule.cookies, now),
    tenantId: stored.tenantId,
  }
}

export type Rotation = { signsFrom: Date; acceptedUntil: Date }

/**
 * Makes new keys. They sign once every server knows them, and the earlier ones verify until whatever they
 * signed has run out. `atOnce`, for keys that became known to others: the earlier ones end now, and
 * browsers fetch new tokens by themselves.
 */
export async function rotateProviderKeys(
  pool: Pool,
  seal: Seal,
  { atOnce = false, now = Date.now() } = {},
): Promise<Rotation> {
  await loadProviderKeys(pool, seal, now)
  for (;;) {
    const stored = await readStored(pool)
    if (!stored) throw new Error('There are no sign-in keys yet: start the server once.')
    const earlier = scheduleIn(stored, seal)
    const signs = atOnce ? now : now + KNOWN_BEFORE
    const retires = atOnce ? now : signs + ACCEPTED_AFTER
    const following = <Key>(keys: Scheduled<Key>[], key: Key): Scheduled<Key>[] => [
      ...keys
        .filter(one => one.retires === null || one.retires > now)
        .map(one => ({ ...one, retires: Math.min(one.retires ?? retires, retires) }))
        .filter(one => one.retires > now),
      { key, signs, retires: null },
    ]
    const schedule = {
      signing: following(earlier.signing, await newSigningKey()),
      // The session's cookie names a row in the database; its signature guards against guessing alone.
      cookies: atOnce ? earlier.cookies : following(earlier.cookies, newCookieKey()),
    }
    if (await replaceStored(pool, stored, sealed(stored.tenantId, schedule, seal)))
      return { signsFrom: new Date(signs), acceptedUntil: new Date(retires) }
  }
}

/** What may be published of the signing keys. */
export function publicKeys(keys: ProviderKeys): { keys: JWK[] } {
  return {
    keys: keys.jwks.keys.map(({ kty, n, e, kid, alg, use }) => ({ kty, n, e, kid, alg, use }) as JWK),
  }
}
