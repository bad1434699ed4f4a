import { withStatus } from './interaction-status.ts'
import { endSession } from './session-end.ts'
import { clearMark, setMark, type SignInProblem } from './session-marks.ts'
import { describe, isCancelled, LOGIN_FAILED_PATH } from './sign-in-failure.ts'
import { HOME } from './wanted-address.ts'

/** Never resolves: the page is being left, and whoever waited would show a failure for the blink of an eye. */
export const pageIsLeaving = new Promise<never>(() => undefined)
let leaving = false

/** The page is on its way to the sign-in: what is unsaved comes back with the person. */
export const isLeavingToSignIn = (): boolean => leaving

/** False where the page is being left already: several calls may find at once that somebody has to sign in. */
export function beginLeaving(): boolean {
  if (leaving) return false
  leaving = true
  return true
}

/**
 * Leaves the page to whoever is signed in now; its forms hold the other person's work. Where nobody is signed in, it
 * says so and does not go to the sign-in: the provider may not have ended the session yet, and would
 * sign the same person in again unasked.
 */
export function giveUpPage(isSignedIn: boolean): Promise<never> {
  if (beginLeaving()) {
    endSession()
    if (isSignedIn) location.replace(HOME)
    else showSignedOut()
  }
  return pageIsLeaving
}

export function leaveAsSignedOut(): void {
  if (beginLeaving()) showSignedOut()
}

function showSignedOut(): void {
  setMark('signedOutElsewhere', true)
  location.replace('/logout')
}

/** Leaves the page by `go`. Does nothing where it is being left already; shows /login-failed where `go` fails. */
export async function leaveToSignIn(
  during: SignInProblem['during'],
  go: () => Promise<void>,
): Promise<never> {
  if (!beginLeaving()) return pageIsLeaving
  // The browser's back button may bring this very page back, as it was left.
  addEventListener('pageshow', event => {
    if (!event.persisted) return
    setMark('cameBack', true)
    location.reload()
  })
  try {
    await withStatus('login', go)
    return await pageIsLeaving
  } catch (error) {
    console.error(error)
    clearMark('interaction')
    const problem = { during, ...describe(error) }
    if (isCancelled(problem)) location.replace('/')
    else {
      setMark('problem', problem)
      location.replace(LOGIN_FAILED_PATH)
    }
    return pageIsLeaving
  }
}
