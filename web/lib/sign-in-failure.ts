import { clearMark, readMark, setMark, type SignInProblem } from './session-marks.ts'

export const LOGIN_FAILED_PATH = '/login-failed'

/** What the sign-in library or the provider said went wrong. */
export function describe(error: unknown): { code: string; message: string } {
  const { errorCode, errorMessage }: { errorCode?: string; errorMessage?: string } = Object(error)
  const message = errorMessage || (error instanceof Error ? error.message : String(error))
  return { code: errorCode ?? 'unknown', message }
}

/** Shows /login-failed with the reason. */
export function showSignInFailure(problem: SignInProblem): void {
  console.error(`${problem.during} failed: ${problem.code} ${problem.message}`)
  setMark('problem', problem)
  history.replaceState(null, '', LOGIN_FAILED_PATH)
}

/** Why the last sign-in or sign-up failed, for /login-failed. */
export const signInProblem = (): SignInProblem | undefined => readMark('problem')

/** Whether the browser's own button led back here from the provider. */
export function isBackNavigation(): boolean {
  const [entry] = performance.getEntriesByType('navigation')
  const kept = readMark('cameBack') !== undefined
  clearMark('cameBack')
  return kept || (entry as PerformanceNavigationTiming | undefined)?.type === 'back_forward'
}

// Whoever comes back by the browser's own button must not be sent to the provider again and again.
export const noResponse = (during: SignInProblem['during']): SignInProblem => ({
  during,
  code: 'no_server_response',
  message: 'You came back from the sign-in page without an answer. Nothing was changed. Please try again.',
})

// B2C's code for "the person pressed Cancel".
const CANCELLED = 'AADB2C90091'

export const isCancelled = ({ message }: Pick<SignInProblem, 'message'>): boolean =>
  message.startsWith(CANCELLED)

/** Whether only the person can go on, at the provider. */
export async function needsInteraction(error: unknown): Promise<boolean> {
  const { InteractionRequiredAuthError } = await import('@azure/msal-browser')
  // A frame that says nothing was kept from the provider's cookies; waiting for the next will not help.
  return error instanceof InteractionRequiredAuthError || describe(error).code === 'timed_out'
}
