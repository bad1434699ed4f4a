import { configuration } from './configuration.ts'
import { isLooping } from './session-marks.ts'

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])
const TIMES = 5

/**
 * Sign-in works at the public address alone: its cookies and redirects belong to that name. Leads there
 * from any other, keeping path and fragment. Answers 'here', 'leaving', or why it cannot be.
 */
export function reachPublicOrigin(): 'here' | 'leaving' | { code: string; message: string } {
  const { publicUrl } = configuration()
  if (location.origin !== publicUrl) {
    const onlyThere = LOOPBACK.has(new URL(publicUrl).hostname) && !LOOPBACK.has(location.hostname)
    if (onlyThere || isLooping('led', TIMES))
      return {
        code: 'public_url',
        message: `This page was opened at ${location.origin}, but the server is configured for ${publicUrl}. Its operator must set PUBLIC_URL to the address that people use.`,
      }
    location.replace(publicUrl + location.pathname + location.search + location.hash)
    return 'leaving'
  }
  if (!window.isSecureContext)
    return {
      code: 'insecure_address',
      message: `Browsers do not allow signing in at ${location.origin}, because it is plain http. The operator of this service must put a proxy with a certificate in front of it, such as Caddy or nginx, and set PUBLIC_URL to its https address.`,
    }
  return 'here'
}
