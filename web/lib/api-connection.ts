import { configuration } from './configuration.ts'
import { registrationDue } from './registration.ts'
import { activeAccount } from './active-account.ts'
import { accessToken, signIn } from './session.ts'
import { isLooping, setMark } from './session-marks.ts'
import { LOGIN_FAILED_PATH } from './sign-in-failure.ts'
import type { Connection } from './transport.ts'
import { askToVerify } from './verification.ts'
import { isUndecided } from './undecided.ts'
import { JOIN } from './wanted-address.ts'

type ProtectedResource = { address: string; methods?: readonly string[] }

/** Which addresses get a token; all others go without one. */
function protectedResources(): ProtectedResource[] {
  return [{ address: new URL(configuration().apiBase, location.origin).href }]
}

function isProtected(address: string, method: string): boolean {
  const { origin, pathname } = new URL(address, location.origin)
  return protectedResources().some(
    resource =>
      `${origin}${pathname}/`.startsWith(`${resource.address}/`) &&
      (resource.methods?.includes(method) ?? true),
  )
}

let leaving = false

function signInAgain(): void {
  // All calls of a screen may be refused at once; the page is left once.
  if (leaving) return
  leaving = true
  if (!isLooping('refused', 1)) {
    void signIn({ wanted: location.pathname + location.search })
    return
  }
  const message =
    'The server refused a sign-in made a moment ago. Its clock or address may be wrong. Tell the operator of the server.'
  setMark('problem', { during: 'signIn', code: 'refused', message })
  location.replace(LOGIN_FAILED_PATH)
}

function registerFirst(): void {
  // There the person is deciding which company it shall be.
  if (registrationDue() || location.pathname.startsWith(JOIN)) return
  const subject = activeAccount()?.subject
  if (subject !== undefined && isUndecided(subject)) {
    location.replace(JOIN)
    return
  }
  setMark('registrationDue', true)
  setMark('wanted', location.pathname + location.search)
  location.replace('/register')
}

/** What `connectCalls` takes, once, before the first call: `connectCalls(apiConnection())`. */
export const apiConnection = (): Connection => ({
  base: configuration().apiBase.replace(/\/api$/, ''),
  tokenFor: async (address, method) => (isProtected(address, method) ? accessToken() : undefined),
  onSignInRequired: signInAgain,
  onAccountRequired: registerFirst,
  onVerificationRequired: askToVerify,
})
