import type { Page } from '@playwright/test'
import type { Person } from './people.ts'
import type { TestTokens } from '#testing/identity.ts'

/** Whose sign-in it is, by the words that stand in what the browser keeps of it. */
export type SignedIn = { person: Pick<Person, 'email' | 'name'>; tokens: TestTokens }

type Sealed = { id: string; nonce: string; data: string }
type CookieKey = { id: string; key: string }
type Template = SignedIn & {
  key: CookieKey
  /** What the sign-in library keeps in the open, and what it seals, opened: by name. */
  plain: Map<string, string>
  sealed: Map<string, Record<string, unknown>>
  cookies: { name: string; value: string }[]
  madeAt: number
}

const KEY_COOKIE = 'msal.cache.encryption'
const COOKIES = [KEY_COOKIE, 'lading-signed-in']
const TIMES = ['cachedAt', 'expiresOn', 'extendedExpiresOn']
const isSealed = (value: object): value is Sealed => 'nonce' in value && 'data' in value

const templates = new Map<string, Template>()

/** Whether a browser of this process has signed in at this address before, so that others can go on like it. */
export const knowsSession = (origin: string): boolean => templates.has(origin)

/** Remembers what the sign-in library keeps in the browser of a person who has just signed in there. */
export async function learnSession(page: Page, origin: string, person: SignedIn['person']): Promise<void> {
  const all = await page.context().cookies(origin)
  const cookies = all.filter(({ name }) => COOKIES.includes(name)).map(({ name, value }) => ({ name, value }))
  const keyText = cookies.find(({ name }) => name === KEY_COOKIE)?.value
  if (keyText === undefined) throw new Error('The sign-in library keeps no key in a cookie any more.')
  const key = JSON.parse(decodeURIComponent(keyText)) as CookieKey
  const entries = Object.entries(await page.evaluate(() => ({ ...localStorage })))
  const own = entries.filter(([name]) => name.startsWith('msal'))
  const plain = new Map<string, string>()
  const sealed = new Map<string, Record<string, unknown>>()
  for (const [name, text] of own) {
    const value: unknown = text.startsWith('{') ? JSON.parse(text) : text
    if (typeof value !== 'object' || value === null || !isSealed(value)) plain.set(name, text)
    else sealed.set(name, await open(value, key, contextOf(name)))
  }
  const secret = (kind: string): string => {
    const [, entry] = [...sealed].find(([name]) => name.includes(`|${kind}|`)) ?? []
    if (typeof entry?.['secret'] !== 'string') throw new Error(`The sign-in library keeps no ${kind}.`)
    return entry['secret']
  }
  const tokens = {
    accessToken: secret('accesstoken'),
    idToken: secret('idtoken'),
    refreshToken: secret('refreshtoken'),
  }
  templates.set(origin, { person, tokens, key, plain, sealed, cookies, madeAt: Date.now() })
}

/**
 * Gives a fresh page what the sign-in library would keep after this person's sign-in: a journey that is not about
 * signing in need not load the library, leave for the provider and come back.
 */
export async function continueSession(page: Page, origin: string, who: SignedIn): Promise<void> {
  const template = templates.get(origin)
  if (!template) throw new Error(`Nobody has signed in at ${origin} yet.`)
  const rename = renaming(template, who)
  const later = Math.round((Date.now() - template.madeAt) / 1000)
  const entries: [string, string][] = [...template.plain].map(([name, text]) => [rename(name), rename(text)])
  for (const [name, value] of template.sealed) {
    const renamed = JSON.parse(rename(JSON.stringify(value))) as Record<string, unknown>
    for (const time of TIMES) if (time in renamed) renamed[time] = String(Number(renamed[time]) + later)
    entries.push([rename(name), JSON.stringify(await seal(renamed, template.key, contextOf(name)))])
  }
  await page.context().addCookies(template.cookies.map(cookie => ({ ...cookie, url: origin })))
  await page.goto(`${origin}/healthz`)
  await page.evaluate(kept => {
    for (const [name, text] of kept) localStorage.setItem(name, text)
  }, entries)
}

const subjectOf = ({ idToken }: TestTokens) =>
  (JSON.parse(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString()) as { oid: string }).oid

function renaming(from: SignedIn, to: SignedIn): (text: string) => string {
  const words = ({ person, tokens }: SignedIn) => [
    tokens.accessToken,
    tokens.idToken,
    tokens.refreshToken,
    subjectOf(tokens),
    person.email,
    person.name,
  ]
  const pairs = words(from).map((word, at) => [word, words(to)[at] ?? ''] as const)
  return text => pairs.reduce((renamed, [old, other]) => renamed.replaceAll(old, other), text)
}

// As web/lib/kept-sign-in.ts reads it: tokens are sealed for their client, accounts for nobody.
const contextOf = (name: string) => /\|(?:access|id|refresh)token\|([^|]+)\|/.exec(name)?.[1] ?? ''

async function derived({ key }: CookieKey, nonce: Uint8Array<ArrayBuffer>, context: string) {
  const { subtle } = crypto
  const base = await subtle.importKey('raw', Buffer.from(key, 'base64url'), 'HKDF', false, ['deriveKey'])
  const derivation = { name: 'HKDF', hash: 'SHA-256', salt: nonce, info: new TextEncoder().encode(context) }
  return subtle.deriveKey(derivation, base, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
}

// Each entry has a key of its own, by its nonce.
const ZERO = { name: 'AES-GCM', iv: new Uint8Array(12) }

async function open(kept: Sealed, key: CookieKey, context: string): Promise<Record<string, unknown>> {
  const opener = await derived(key, new Uint8Array(Buffer.from(kept.nonce, 'base64url')), context)
  const bytes = await crypto.subtle.decrypt(ZERO, opener, Buffer.from(kept.data, 'base64url'))
  return JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown>
}

async function seal(value: object, key: CookieKey, context: string): Promise<Sealed> {
  const nonce = crypto.getRandomValues(new Uint8Array(16))
  const sealer = await derived(key, nonce, context)
  const bytes = await crypto.subtle.encrypt(ZERO, sealer, new TextEncoder().encode(JSON.stringify(value)))
  const text = (each: ArrayBuffer | Uint8Array) => Buffer.from(each as ArrayBuffer).toString('base64url')
  return { id: key.id, nonce: text(nonce), data: text(bytes) }
}
