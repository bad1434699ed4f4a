import { SIGNED_IN_COOKIE } from '#contract/site.ts'

const YEAR = 365 * 24 * 60 * 60

/** Tells the public pages whether to offer the way in or the way back; it opens nothing. */
export function markSignedIn(isSignedIn: boolean): void {
  const age = isSignedIn ? YEAR : 0
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `${SIGNED_IN_COOKIE}=yes; Path=/; Max-Age=${age}; SameSite=Lax${secure}`
}
