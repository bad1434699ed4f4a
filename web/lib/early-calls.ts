import { configuration } from './configuration.ts'
import { keptFurtherParts } from './further-parts.ts'
import { type KeptSignIn, readKeptSignIn } from './kept-sign-in.ts'
import { answersProvider } from './provider-answer.ts'

/** Who is signed in here, found out once, before anything else of the application has come. */
let kept: Promise<KeptSignIn | null> | undefined
export const keptSignIn = (): Promise<KeptSignIn | null> => (kept ??= readKeptSignIn())

const begun = new Map<string, Promise<Response>>()

const FIRST_JOBS = '/api/shipment/table?sort=-jobId&limit=50&offset=0'

type Place = Pick<Location, 'pathname' | 'search' | 'hash'>

/** What the screen at an address asks the API for first; only of those that people come by most. `furtherParts`: see there. */
export function firstCalls({ pathname, search, hash }: Place, furtherParts: string): string[] {
  if (!/^\/webapp(\/|$)/.test(pathname)) return []
  const calls = ['/api/register']
  // Whatever stands behind the address is dealt with first.
  if (/^\/webapp\/?$/.test(pathname) && search === '' && hash === '')
    calls.push(`${FIRST_JOBS}&further=${encodeURIComponent(furtherParts)}`, '/api/preferences')
  const job = /^\?id=([0-9a-f-]{36})$/.exec(search)?.[1]
  if (job && /^\/webapp\/shipment\b/.test(pathname)) calls.push(`/api/shipment/${job}?stakeholder=true`)
  return calls
}

/** Asks for what the screen will need while its code is still on its way. */
export async function beginEarlyCalls(): Promise<void> {
  // A hidden frame or a window of the sign-in only hands on an answer.
  if (window.parent !== window || answersProvider(location)) return
  if (location.origin !== configuration().publicUrl) return
  const addresses = firstCalls(location, keptFurtherParts())
  if (addresses.length === 0) return
  const signIn = await keptSignIn()
  if (!signIn) return
  const headers = { accept: 'application/json', authorization: `Bearer ${signIn.accessToken}` }
  const base = configuration().apiBase.replace(/\/api$/, '')
  for (const address of addresses) {
    const reply = fetch(base + address, { headers })
    // Whoever takes it hears of the failure.
    reply.catch(() => undefined)
    begun.set(base + address, reply)
  }
}

/** The reply that was asked for early, for the first who wants it. */
export function takeEarlyReply(url: string): Promise<Response> | undefined {
  const reply = begun.get(url)
  begun.delete(url)
  return reply
}

/** What no screen has wanted by now is out of date when one does. */
export function dropEarlyReplies(): void {
  for (const reply of begun.values())
    reply.then(
      ({ body }) => body?.cancel(),
      () => undefined,
    )
  begun.clear()
}
