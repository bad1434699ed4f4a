import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '#testing/step.ts'
import { MOUNT, PROVIDER_AUDIENCE, PROVIDER_CLIENT, type Shape } from './person.ts'

const GUIDE = 'docs/sign-in-with-your-own-provider.md'
const HEADINGS: Record<Shape, string> = { b2c: 'Azure AD B2C', plain: 'External ID and other providers' }

/**
 * The variables that the guide tells people to type, in its own lines, with what is theirs to fill in: the provider's
 * address and the ids that it gave out. Their own address is the test's, and Graph belongs to Microsoft's tenants alone.
 */
export function guideSettings(shape: Shape, origin: string): Record<string, string> {
  const section = readFileSync(join(root, GUIDE), 'utf8').split(`## ${HEADINGS[shape]}\n`)[1] ?? ''
  const block = /```sh\n(.*?)```/s.exec(section)?.[1] ?? ''
  const typed = [...block.matchAll(/^([A-Z_]+)=(\S+)/gm)].map(
    ([, name = '', value = '']) => [name, value] as const,
  )
  const filled: Record<string, string> = {
    OIDC_AUTHORITY_HOST: origin,
    OIDC_AUTHORITY: origin + MOUNT,
    OIDC_CLIENT_ID: PROVIDER_CLIENT,
    OIDC_AUDIENCE: PROVIDER_AUDIENCE,
  }
  return Object.fromEntries(
    typed.filter(([name]) => name.startsWith('OIDC_')).map(([name, value]) => [name, filled[name] ?? value]),
  )
}
