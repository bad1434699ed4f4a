import { z } from 'zod'
import { type Role, roles } from '#contract/permissions.ts'

const address = z.url({ protocol: /^https?$/, error: 'must be an http or https address' })
const name = z.string().min(1).optional()

/** Environment variables of a company that signs its people in with a provider of its own. */
export const externalVariables = z.object({
  OIDC_AUTHORITY_HOST: address.optional(),
  OIDC_TENANT: name,
  OIDC_SIGN_IN_POLICY: z.string().min(1).default('B2C_1_signupsignin1'),
  /** "none": signing up has no policy of its own. */
  OIDC_SIGN_UP_POLICY: z.string().min(1).default('B2C_1_signup'),
  OIDC_AUTHORITY: address.optional(),
  OIDC_INTERACTION: z.enum(['redirect', 'popup'], 'must be redirect or popup').default('redirect'),
  OIDC_CLIENT_ID: name,
  OIDC_SCOPE: name,
  OIDC_AUDIENCE: name,
  OIDC_ISSUER: name,
  OIDC_KEYS_URL: address.optional(),
  OIDC_COMPANY_CLAIM: name,
  OIDC_ROLE_CLAIM: name,
  OIDC_ROLE_VALUES: name,
  GRAPH_TENANT: name,
  GRAPH_CLIENT_ID: name,
  GRAPH_CLIENT_SECRET: name.meta({ isSecret: true }),
  GRAPH_ADDRESS: address.default('https://graph.microsoft.com'),
  GRAPH_LOGIN_ADDRESS: address.default('https://login.microsoftonline.com'),
})
type Given = z.infer<typeof externalVariables>

export type GraphSettings = {
  /** The tenant's domain or id. */
  tenant: string
  clientId: string
  clientSecret: string
  /** Without a slash at the end. */
  address: string
  loginAddress: string
}

export type ExternalSignIn = {
  /** The sign-in policy's address, under which its discovery document stands. */
  authority: string
  signUpAuthority: string | null
  /** How MSAL speaks with it: B2C's way or plain OpenID Connect. */
  protocol: 'AAD' | 'OIDC'
  /** People are led to the provider and back, or sign in in a window of its own. */
  interaction: 'redirect' | 'popup'
  clientId: string
  scope: string
  audience: string
  /** Both are read from the discovery document unless they are given. */
  issuer: string | undefined
  keysUrl: string | undefined
  claims: ClaimSettings
  graph: GraphSettings | undefined
}

/** What the provider's claims say of people beside who they are. */
export type ClaimSettings = {
  /** The claim whose value stands for one company. */
  company: string | undefined
  role: { claim: string; roleOf: ReadonlyMap<string, Role> } | undefined
}

const bare = (url: string) => url.replace(/\/+$/, '')

/** Undefined: the embedded provider signs people in. `mistake` takes a line for each thing that is amiss. */
export function externalSignIn(given: Given, mistake: (line: string) => void): ExternalSignIn | undefined {
  const host = given.OIDC_AUTHORITY_HOST && bare(given.OIDC_AUTHORITY_HOST)
  const tenant = given.OIDC_TENANT
  if (!host && !given.OIDC_AUTHORITY) {
    const lonely = (
      ['OIDC_TENANT', 'OIDC_CLIENT_ID', 'GRAPH_CLIENT_ID', 'OIDC_COMPANY_CLAIM', 'OIDC_ROLE_CLAIM'] as const
    ).find(one => given[one])
    if (lonely) mistake(`${lonely} is given without OIDC_AUTHORITY_HOST or OIDC_AUTHORITY`)
    return undefined
  }
  if (host && given.OIDC_AUTHORITY) mistake('OIDC_AUTHORITY_HOST and OIDC_AUTHORITY exclude each other')
  if (host && !tenant)
    mistake('OIDC_TENANT is needed with OIDC_AUTHORITY_HOST, such as contoso.onmicrosoft.com')
  for (const needed of ['OIDC_CLIENT_ID', 'OIDC_SCOPE', 'OIDC_AUDIENCE'] as const)
    if (!given[needed]) mistake(`${needed} is needed with a sign-in provider of your own`)
  const ofPolicy = (policy: string) => `${host}/${tenant}/${policy}`
  return {
    authority: host ? ofPolicy(given.OIDC_SIGN_IN_POLICY) : bare(given.OIDC_AUTHORITY ?? ''),
    signUpAuthority:
      host && given.OIDC_SIGN_UP_POLICY !== 'none' ? ofPolicy(given.OIDC_SIGN_UP_POLICY) : null,
    protocol: host ? 'AAD' : 'OIDC',
    interaction: given.OIDC_INTERACTION,
    clientId: given.OIDC_CLIENT_ID ?? '',
    scope: given.OIDC_SCOPE ?? '',
    audience: given.OIDC_AUDIENCE ?? '',
    issuer: given.OIDC_ISSUER,
    keysUrl: given.OIDC_KEYS_URL,
    claims: claimSettings(given, mistake),
    graph: graphSettings(given, mistake),
  }
}

function claimSettings(given: Given, mistake: (line: string) => void): ClaimSettings {
  const { OIDC_COMPANY_CLAIM: company, OIDC_ROLE_CLAIM: roleClaim, OIDC_ROLE_VALUES: values } = given
  if (Boolean(roleClaim) !== Boolean(values)) mistake('OIDC_ROLE_CLAIM and OIDC_ROLE_VALUES belong together')
  const roleOf = new Map<string, Role>()
  for (const pair of values?.split(',') ?? []) {
    const [value = '', role] = pair.split('=').map(part => part.trim())
    const known = roles.find(one => one === role?.toLowerCase())
    if (!known || value === '')
      mistake(`OIDC_ROLE_VALUES has “${pair.trim()}”; write Value=administrator, Value=staff or Value=viewer`)
    else roleOf.set(value, known)
  }
  return { company, role: roleClaim === undefined ? undefined : { claim: roleClaim, roleOf } }
}

function graphSettings(given: Given, mistake: (line: string) => void): GraphSettings | undefined {
  const tenant = given.GRAPH_TENANT ?? given.OIDC_TENANT
  const { GRAPH_CLIENT_ID: clientId, GRAPH_CLIENT_SECRET: clientSecret } = given
  if (!clientId && !clientSecret) return undefined
  if (!clientId || !clientSecret || !tenant) {
    mistake('GRAPH_CLIENT_ID, GRAPH_CLIENT_SECRET and GRAPH_TENANT (or OIDC_TENANT) belong together')
    return undefined
  }
  return {
    tenant,
    clientId,
    clientSecret,
    address: bare(given.GRAPH_ADDRESS),
    loginAddress: bare(given.GRAPH_LOGIN_ADDRESS),
  }
}
