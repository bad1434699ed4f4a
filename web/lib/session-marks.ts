/** Why signing in or up did not work, for /login-failed to tell. */
export type SignInProblem = { during: 'signIn' | 'signUp'; code: string; message: string }

type Marks = {
  /** Which interaction this tab was sent away for, and where to go afterwards. */
  interaction: { kind: 'signIn' | 'signUp'; wanted: string }
  /** Signed in, but the company account is still to be made. */
  registrationDue: true
  /** Where somebody wanted to go who has signed in without a company account. */
  wanted: string
  /** The secret of the link by which somebody came who is signing up to join or register a company. */
  joining: string
  problem: SignInProblem
  /** This browser has forgotten the person, and the provider has not: their ID token, by which it knows whom. */
  signOutDue: string
  /** This tab was left because the person signed out in another one. */
  signedOutElsewhere: true
  /** The browser's back button has brought this tab back from the provider. */
  cameBack: true
  /** When this tab was led to the public address, or to sign in again after a refusal. */
  led: number[]
  refused: number[]
}

// Of this tab alone: another tab may be in the middle of something else.
const address = (name: keyof Marks) => `lading:session:${name}`

export function readMark<Name extends keyof Marks>(name: Name): Marks[Name] | undefined {
  const kept = sessionStorage.getItem(address(name))
  return kept === null ? undefined : (JSON.parse(kept) as Marks[Name])
}

export function setMark<Name extends keyof Marks>(name: Name, value: Marks[Name]): void {
  sessionStorage.setItem(address(name), JSON.stringify(value))
}

export function clearMark(name: keyof Marks): void {
  sessionStorage.removeItem(address(name))
}

const JUST_NOW = 30_000

/** Notes that it happens now; whether it has happened more than so many times just now, as in a circle. */
export function isLooping(name: 'led' | 'refused', times: number): boolean {
  const recent = [...(readMark(name) ?? []), Date.now()].filter(at => Date.now() - at < JUST_NOW)
  setMark(name, recent)
  return recent.length > times
}

/** Whether the provider may still know the person whom this tab was to sign out: it could not be reached then. */
export const isSignOutDue = (): boolean => readMark('signOutDue') !== undefined
