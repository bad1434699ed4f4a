import { getPreferences } from '#contract/preferences.ts'
import { register } from '#contract/users.ts'
import { call } from './call.ts'
import { isFirstTimeZoneDue } from './first-time-zone-due.ts'
import { isProblem } from './problem.ts'
import { clearMark, readMark, setMark } from './session-marks.ts'
import { LOGIN_FAILED_PATH } from './sign-in-failure.ts'
import { clearUndecided } from './undecided.ts'
import { JOIN, wantedAddress, welcomeAddress } from './wanted-address.ts'

/** Whether a sign-in without a company account is to be given one. */
export const registrationDue = (): boolean => readMark('registrationDue') !== undefined

type Registration = {
  /** A company of one's own, though an invitation waits. */
  own?: boolean
  /** Of a link that lets its holder register a company. */
  secret?: string
}

/** Makes the company account of whoever has just signed up; answers where to go then. */
export async function completeRegistration(registration?: Registration): Promise<string> {
  const next = await placeAfterRegistration(registration)
  clearMark('registrationDue')
  clearMark('joining')
  return next
}

async function placeAfterRegistration(registration: Registration | undefined): Promise<string> {
  const joining = readMark('joining')
  if (registration === undefined && joining !== undefined) return `${JOIN}/${joining}`
  try {
    const membership = await call(register, registration && { body: registration })
    clearUndecided()
    if (isFirstTimeZoneDue(membership)) await (await import('./first-time-zone.ts')).proposeOwnTimeZone()
    const wanted = wantedAddress(readMark('wanted'), location.origin)
    clearMark('wanted')
    return (await isWelcomeDue()) ? welcomeAddress(wanted) : wanted
  } catch (error) {
    if (isProblem(error, 'invitation_waiting')) return JOIN
    if (!isProblem(error, 'sign_up_refused')) throw error
    setMark('problem', { during: 'signUp', code: error.code, message: error.message })
    return LOGIN_FAILED_PATH
  }
}

/** Whether this person has just made a company; what cannot be asked stops nobody. */
async function isWelcomeDue(): Promise<boolean> {
  try {
    return (await call(getPreferences)).welcomeDue
  } catch {
    return false
  }
}
