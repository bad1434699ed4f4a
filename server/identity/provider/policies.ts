import type { BrowserConfiguration } from '#contract/browser-configuration.ts'
import type { ExternalSignIn } from './external-settings.ts'
import { type SignUpRules, signUpRestriction } from '#server/identity/sign-up/sign-up-rules.ts'

/** The user flows of the embedded provider, under the names that Azure AD B2C gives them. */
export const SIGN_IN_POLICY = 'B2C_1_signupsignin1'
export const SIGN_UP_POLICY = 'B2C_1_signup'

export type Policy = typeof SIGN_IN_POLICY | typeof SIGN_UP_POLICY

export const CLIENT_ID = 'lading-web'
/** The provider's own pages for one's account, which need somebody signed in and no token. */
export const ACCOUNT_CLIENT_ID = 'lading-account'
export const ACCOUNT_PAGE = '/identity/account'
export const AUDIENCE = 'api://lading'
export const FULL_ACCESS = 'full_access'
export const GENERATION_CLAIM = 'generation'
export const API_SCOPE = `${AUDIENCE}/${FULL_ACCESS}`

/** Of the address at which the browser begins to sign in or up. */
export const INVITATION_PARAMETER = 'invitation'

/** MSAL writes policies in lower case, B2C in mixed. */
export function policyNamed(name: string): Policy | undefined {
  const policies = [SIGN_IN_POLICY, SIGN_UP_POLICY] as const
  return policies.find(policy => policy.toLowerCase() === name.toLowerCase())
}

/** The policy in whose name an address of the provider was called. */
export function policyOfPath(path: string): Policy {
  return policyNamed(path.split('/')[2] ?? '') ?? SIGN_IN_POLICY
}

export const issuerOf = (publicUrl: string) => `${publicUrl}/identity/v2.0/`

/** The browser's configuration: the embedded provider's addresses, or those of the company's own. */
export function browserConfiguration(
  publicUrl: string,
  signUpRules: SignUpRules,
  external?: ExternalSignIn,
): BrowserConfiguration {
  const signUp = {
    offered: signUpRules.mode !== 'invited' && signUpRules.mode !== 'closed',
    explanation: signUpRestriction(signUpRules),
  }
  const shared = { publicUrl, apiBase: '/api', signUp }
  if (external) {
    const { authority, signUpAuthority, protocol, interaction, clientId, scope, graph } = external
    const signIn = { authority, signUpAuthority, protocol, interaction, clientId, scope }
    return { ...shared, accountPage: null, passwordsHere: graph !== undefined, signIn }
  }
  return {
    ...shared,
    accountPage: ACCOUNT_PAGE,
    passwordsHere: true,
    signIn: {
      authority: `${publicUrl}/identity/${SIGN_IN_POLICY}`,
      signUpAuthority: `${publicUrl}/identity/${SIGN_UP_POLICY}`,
      protocol: 'AAD',
      interaction: 'redirect',
      clientId: CLIENT_ID,
      scope: API_SCOPE,
    },
  }
}

/** For the page's `<!--configuration-->`; the browser reads it as data and runs nothing. */
export function configurationTag(configuration: BrowserConfiguration): string {
  const json = JSON.stringify(configuration).replaceAll('<', '\\u003c')
  return `<script type="application/json" id="configuration">${json}</script>`
}
