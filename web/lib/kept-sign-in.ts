import { configuration } from './configuration.ts'

/** A sign-in of this browser whose access token is still good. */
export type KeptSignIn = {
  subject: string
  name: string
  email: string
  accessToken: string
  /** When the token is to be renewed: milliseconds since 1970. */
  renewAt: number
}

// As MSAL itself: a token is renewed five minutes before it ends.
const RENEWED_BEFORE_MS = 5 * 60_000

/** The names under which MSAL 5 keeps what it knows, in the third version of its layout. */
const KEY_COOKIE = 'msal.cache.encryption'
const tokenKeysPlace = (clientId: string) => `msal.3.token.keys.${clientId}`
const activePlace = (clientId: string) => `msal.${clientId}.active-account-filters`

/**
 * The subject of whoever is signed in in this browser now, by MSAL's own note in its storage; null where nobody is.
 * It changes as soon as somebody signs out or in in another tab.
 */
export function activeSubject(): string | null {
  return activeFilters()?.localAccountId ?? null
}

type Filters = { homeAccountId: string; localAccountId: string }

function activeFilters(): Filters | null {
  return read(localStorage.getItem(activePlace(configuration().signIn.clientId)), [
    'homeAccountId',
    'localAccountId',
  ])
}

/**
 * The sign-in that MSAL keeps in this browser, read without MSAL, whose 70 kB a page does without whose token is good.
 * null where there is none, where its token is about to end, and where anything is not as expected: then MSAL decides.
 * Nothing is stored or changed here, and MSAL's storage stays the only one.
 */
export async function readKeptSignIn(now = Date.now()): Promise<KeptSignIn | null> {
  try {
    const { clientId, scope } = configuration().signIn
    const active = activeFilters()
    const key = read<{ id: string; key: string }>(cookie(KEY_COOKIE), ['id', 'key'])
    const places = read<Record<'accessToken' | 'idToken', string[]>>(
      localStorage.getItem(tokenKeysPlace(clientId)),
      [],
    )
    if (!active || !key || !places) return null
    const owner = `msal.3|${active.homeAccountId}|`.toLowerCase()
    const isOwn = (place: string) => place.startsWith(owner)
    const [tokenPlace, another] = places.accessToken.filter(
      place => isOwn(place) && place.split('|')[6]?.split(' ').includes(scope.toLowerCase()),
    )
    const accountPlace = read<string[]>(localStorage.getItem('msal.3.account.keys'), [])?.find(isOwn)
    // Of two tokens MSAL has to say which is meant.
    if (!tokenPlace || another || !accountPlace) return null
    const [token, account] = await Promise.all([
      opened<{ secret: string; expiresOn: string; cachedAt: string }>(tokenPlace, key, clientId),
      opened<{ name?: string; username: string }>(accountPlace, key, ''),
    ])
    const renewAt = Number(token.expiresOn) * 1000 - RENEWED_BEFORE_MS
    // A token from the future: the clock was turned back, and nobody knows how long it is good.
    if (!token.secret || renewAt <= now || Number(token.cachedAt) * 1000 > now) return null
    return {
      subject: active.localAccountId,
      name: account.name ?? account.username,
      email: account.username,
      accessToken: token.secret,
      renewAt,
    }
  } catch {
    return null
  }
}

function read<Value extends object>(text: string | null, names: readonly (keyof Value)[]): Value | null {
  if (text === null) return null
  const value = JSON.parse(text) as Partial<Value> | null
  return value && names.every(name => typeof value[name] === 'string') ? (value as Value) : null
}

function cookie(name: string): string | null {
  const found = document.cookie.split('; ').find(one => one.startsWith(`${name}=`))
  return found === undefined ? null : decodeURIComponent(found.slice(name.length + 1))
}

const bytes = (text: string) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), one => one.charCodeAt(0))

/** What MSAL keeps encrypted under a key of the session's cookie: AES-GCM, its key derived anew for each entry. */
async function opened<Value>(
  place: string,
  cookieKey: { id: string; key: string },
  context: string,
): Promise<Value> {
  const kept = JSON.parse(localStorage.getItem(place) ?? '') as { id: string; nonce: string; data: string }
  if (kept.id !== cookieKey.id) throw new Error('This entry belongs to another session of the browser.')
  const { subtle } = crypto
  const base = await subtle.importKey('raw', bytes(cookieKey.key), 'HKDF', false, ['deriveKey'])
  const info = new TextEncoder().encode(context)
  const derivation = { name: 'HKDF', hash: 'SHA-256', salt: bytes(kept.nonce), info }
  const key = await subtle.deriveKey(derivation, base, { name: 'AES-GCM', length: 256 }, false, ['decrypt'])
  const plain = await subtle.decrypt({ name: 'AES-GCM', iv: new Uint8Array(12) }, key, bytes(kept.data))
  return JSON.parse(new TextDecoder().decode(plain)) as Value
}
