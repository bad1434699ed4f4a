import type { INetworkModule, NetworkRequestOptions, NetworkResponse } from '@azure/msal-browser'
import { configuration } from './configuration.ts'

const IFRAME_TIMEOUT = 6000

// MSAL takes https authorities alone. On this machine's plain http it is told https, and the shim
// below turns its calls back.
const asSecure = (address: string) => address.replace(/^http:/, 'https:')

/** The authorities as MSAL is to be told them. */
export function authorities(): { signIn: string; signUp: string } {
  const { authority, signUpAuthority } = configuration().signIn
  return { signIn: asSecure(authority), signUp: asSecure(signUpAuthority ?? authority) }
}

/** The policy that an account was signed in by: its refresh token is good there and nowhere else. */
export function authorityOf(claims: Record<string, unknown> | undefined): string {
  const { signIn, signUp } = authorities()
  const policy = claims?.['tfp'] ?? claims?.['acr']
  return typeof policy === 'string' && signUp.toLowerCase().endsWith(`/${policy.toLowerCase()}`)
    ? signUp
    : signIn
}

/** MSAL, which the public pages do without, and every other as long as its token is good. */
export const loadSignIn = () => import('@azure/msal-browser')

export async function createMsalClient() {
  const { PublicClientApplication } = await loadSignIn()
  const { publicUrl, signIn } = configuration()
  const { signIn: authority } = authorities()
  const client = new PublicClientApplication({
    auth: {
      clientId: signIn.clientId,
      authority,
      // Without it MSAL asks a server of Microsoft's about the authority.
      knownAuthorities: [new URL(authority).host],
      redirectUri: `${publicUrl}/webapp`,
      postLogoutRedirectUri: `${publicUrl}/`,
      onRedirectNavigate: leaveWithoutState,
    },
    cache: { cacheLocation: 'localStorage' },
    system: {
      iframeBridgeTimeout: IFRAME_TIMEOUT,
      protocolMode: signIn.protocol,
      ...(signIn.authority.startsWith('http:') ? { networkClient: plainHttp } : undefined),
    },
  })
  await client.initialize()
  return client
}

export type MsalClient = Awaited<ReturnType<typeof createMsalClient>>

// MSAL adds a state to sign-out that nobody reads and that would stand in the home page's address.
function leaveWithoutState(url: string): boolean {
  const address = new URL(url)
  if (!address.searchParams.has('post_logout_redirect_uri')) return true
  address.searchParams.delete('state')
  location.assign(address)
  return false
}

async function overHttp<Body>(
  method: 'GET' | 'POST',
  url: string,
  options: NetworkRequestOptions | undefined,
): Promise<NetworkResponse<Body>> {
  const reply = await fetch(url.replace(/^https:/, 'http:'), {
    method,
    headers: options?.headers ?? {},
    ...(method === 'POST' ? { body: options?.body ?? '' } : undefined),
  })
  const body = (await reply.json()) as Body & { issuer?: string }
  // MSAL compares the issuer with the authority that it was told.
  if (typeof body.issuer === 'string') body.issuer = asSecure(body.issuer)
  return { status: reply.status, headers: Object.fromEntries(reply.headers), body }
}

const plainHttp: INetworkModule = {
  sendGetRequestAsync: <Body>(url: string, options?: NetworkRequestOptions) =>
    overHttp<Body>('GET', url, options),
  sendPostRequestAsync: <Body>(url: string, options?: NetworkRequestOptions) =>
    overHttp<Body>('POST', url, options),
}
