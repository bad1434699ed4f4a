import { z } from 'zod'
import { isLocal } from '#server/plain-http.ts'

/** The environment variable that says who may found a company. */
export const signUpVariables = z.object({ SIGN_UP: z.string().optional() })

const modes = ['open', 'verified', 'invited', 'closed'] as const

export type SignUpRules = {
  /** 'domain': whoever has an address at one of `domains`. */
  mode: (typeof modes)[number] | 'domain'
  domains: readonly string[]
  /** An address is proved by a code before a sign-in is made for it. */
  provesAddresses: boolean
}

export const openSignUp: SignUpRules = { mode: 'open', domains: [], provesAddresses: false }

const DOMAIN = /^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/

export type SignUpContext = {
  /** undefined: this machine. */
  publicUrl: string | undefined
  /** A mail server is configured. */
  sendsMail: boolean
  /** People sign in with a provider elsewhere, which knows their addresses. */
  isExternal: boolean
}

/** `mistake` takes a line for each thing that is amiss. */
export function signUpRules(
  given: string | undefined,
  { publicUrl, sendsMail, isExternal }: SignUpContext,
  mistake: (line: string) => void,
): SignUpRules {
  const onThisMachine = publicUrl === undefined || isLocal(publicUrl)
  const wanted = given?.trim().toLowerCase() || (sendsMail ? 'verified' : onThisMachine ? 'open' : 'invited')
  const [word = '', list] = wanted.split(/:(.*)/s)
  const domains = (list ?? '')
    .split(',')
    .map(domain => domain.trim().replace(/^@/, ''))
    .filter(domain => domain !== '')
  const mode = [...modes, 'domain' as const].find(one => one === word)
  if (!mode || (mode === 'domain') !== (list !== undefined)) {
    mistake(
      `SIGN_UP is ${given?.trim()}; it must be open, verified, invited, closed, or domain: and the domains, such as domain:example.com,example.org`,
    )
    return { mode: 'closed', domains: [], provesAddresses: false }
  }
  const wrong = domains.find(domain => !DOMAIN.test(domain))
  if (wrong !== undefined) mistake(`SIGN_UP names ${wrong}, which is no domain such as example.com`)
  if (mode === 'domain' && domains.length === 0)
    mistake('SIGN_UP is domain: without a domain; write for example domain:example.com')
  const needsProof = mode === 'verified' || mode === 'domain'
  if (needsProof && !isExternal && !sendsMail && !onThisMachine)
    mistake(`SIGN_UP=${wanted} sends codes by e-mail, and no mail server is configured; set SMTP_HOST`)
  return { mode, domains, provesAddresses: needsProof || (mode !== 'open' && sendsMail) }
}

const listed = (domains: readonly string[]) => domains.map(domain => `@${domain}`).join(' or ')

/** For visitors: why not everybody may found a company here; null where everybody may. */
export function signUpRestriction({ mode, domains }: SignUpRules): string | null {
  if (mode === 'invited')
    return 'New companies can register here by invitation only. If somebody has invited you, use the link in their message.'
  if (mode === 'closed')
    return 'New companies cannot register here. If a colleague has invited you, use the link in their message.'
  if (mode === 'domain')
    return `Signing up is for people with an e-mail address ending in ${listed(domains)}.`
  return null
}

/** Whether somebody with this address may found a company without having been invited to. */
export function mayFoundCompany({ mode, domains }: SignUpRules, email: string): boolean {
  if (mode === 'domain') return domains.includes(email.split('@').at(-1)?.toLowerCase() ?? '')
  return mode === 'open' || mode === 'verified'
}
