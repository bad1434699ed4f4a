import type { AccountInfo, AuthenticationResult, RedirectRequest } from '@azure/msal-browser'
import { activeAccount, setActiveAccount } from './active-account.ts'
import { configuration } from './configuration.ts'
import { keptSignIn } from './early-calls.ts'
import { withHiddenFrameStatus } from './hidden-frame.ts'
import { withStatus } from './interaction-status.ts'
import { activeSubject, type KeptSignIn, readKeptSignIn } from './kept-sign-in.ts'
import { authorities, authorityOf, createMsalClient, type MsalClient } from './msal-client.ts'
import {
  beginLeaving,
  giveUpPage,
  isLeavingToSignIn,
  leaveAsSignedOut,
  leaveToSignIn,
  pageIsLeaving,
} from './page-leaving.ts'
import { ConnectionProblem } from './problem.ts'
import { answersProvider, takeAnswer } from './provider-answer.ts'
import { reachPublicOrigin } from './public-origin.ts'
import { announceSignOut, endSession, followSignOut, forgetKept } from './session-end.ts'
import { clearMark, isLooping, readMark, setMark, type SignInProblem } from './session-marks.ts'
import {
  describe,
  isBackNavigation,
  isCancelled,
  needsInteraction,
  noResponse,
  showSignInFailure,
} from './sign-in-failure.ts'
import { markSignedIn } from './signed-in-mark.ts'
import { answerSilentFrame } from './silent-frame.ts'
import { HOME, wantedAddress } from './wanted-address.ts'

const UNREACHABLE =
  'The sign-in could not be renewed. Check the connection and try again; nothing you typed is lost.'

const NOT_SIGNED_OUT = 'The sign-in service could not be reached. Check the connection and try again.'

let client: MsalClient | undefined
let opening: Promise<MsalClient> | undefined
/** The sign-in with which this page works as long as MSAL is not needed. */
let kept: KeptSignIn | null = null
let starting: Promise<boolean> | undefined

/**
 * How the application's entry uses all this:
 *   if (await startSession()) {
 *     connectCalls(apiConnection())   // before: completeRegistration (registration.ts) calls the API
 *     …make the router and render
 *   }
 *
 * The entry itself stays small and loads the rest lazily, for it also runs in MSAL's hidden frame. Routes:
 * /login, /register, /logout and /login-failed show their screens; everything under /webapp stands in
 * SignInGuard, and a route that loads data ahead of its screen awaits requireSignIn(its address) first.
 */

function setAccount(info: AccountInfo | null): void {
  client?.setActiveAccount(info)
  setActiveAccount(
    info && { subject: subjectOf(info), name: info.name ?? info.username, email: info.username },
  )
  markSignedIn(info !== null)
}

/** Signed in already, with a token that is good for a while: the page does without MSAL until that ends. */
async function continueKept(): Promise<boolean> {
  if (answersProvider(location)) return false
  kept = await keptSignIn()
  if (!kept) return false
  const { subject, name, email } = kept
  setActiveAccount({ subject, name, email })
  markSignedIn(true)
  return true
}

/** MSAL, loaded when it is needed first. */
function openClient(): Promise<MsalClient> {
  opening ??= createMsalClient().then(
    made => (client = made),
    (error: unknown) => {
      opening = undefined
      throw error
    },
  )
  return opening
}

const subjectOf = (info: AccountInfo | null): string =>
  String(info?.idTokenClaims?.['oid'] ?? info?.localAccountId ?? '')

/**
 * To be awaited before the router is made, on every page of the application. Takes the provider's answer
 * out of the address and puts the address there that is to be shown. False: this page is a hidden frame
 * or is being left, and nothing must be rendered.
 */
export function startSession(): Promise<boolean> {
  starting ??= withStatus('startup', start)
  return starting
}

async function start(): Promise<boolean> {
  if (await answerSilentFrame()) return false
  const place = reachPublicOrigin()
  if (place === 'leaving') return false
  if (place !== 'here') {
    showSignInFailure({ during: 'signIn', ...place })
    return true
  }
  const interaction = readMark('interaction')
  clearMark('interaction')
  watchOtherTabs()
  if (!interaction && (await continueKept())) return true
  try {
    const msal = await openClient()
    const result = await withStatus('handleRedirect', async () =>
      msal.handleRedirectPromise({ navigateToLoginRequestUrl: false, ...takeAnswer() }),
    )
    setAccount(result?.account ?? msal.getActiveAccount() ?? msal.getAllAccounts()[0] ?? null)
    if (result) await arrive(msal, result, interaction?.kind === 'signUp')
    else if (interaction && !activeAccount() && isBackNavigation())
      showSignInFailure(noResponse(interaction.kind))
    return true
  } catch (error) {
    setAccount(client?.getActiveAccount() ?? null)
    // The session ended between the provider's two answers, as when another tab signs out: it is asked again.
    if (describe(error).code === 'invalid_grant' && !isLooping('refused', 1)) {
      void signIn(interaction && { wanted: interaction.wanted })
      return false
    }
    return arriveWithError(error, interaction?.kind ?? 'signIn')
  }
}

async function arrive(msal: MsalClient, result: AuthenticationResult, signedUp: boolean): Promise<void> {
  clearMark('problem')
  clearMark('signOutDue')
  // Nobody's tokens outlast their place in this browser.
  for (const other of msal.getAllAccounts())
    if (other.homeAccountId !== result.account.homeAccountId) await msal.clearCache({ account: other })
  if (signedUp) setMark('registrationDue', true)
  history.replaceState(null, '', signedUp ? '/register' : wantedAddress(result.state, location.origin))
}

function arriveWithError(error: unknown, during: SignInProblem['during']): boolean {
  const problem = { during, ...describe(error) }
  if (isCancelled(problem)) {
    location.replace('/')
    return false
  }
  // An old answer in the address, brought back by a reload or a bookmark, harms nobody who is signed in.
  if (activeAccount()) history.replaceState(null, '', HOME)
  else showSignInFailure(problem)
  return true
}

/** Leads to the provider, or opens its window and stays here until the person is done there. */
async function interact(msal: MsalClient, request: RedirectRequest, isSignUp: boolean): Promise<void> {
  const { interaction } = configuration().signIn
  if (interaction === 'redirect') return msal.loginRedirect(request)
  if (interaction !== 'popup') {
    const message = `“${interaction}” is not a way to sign in: it must be redirect or popup.`
    throw Object.assign(new Error(message), { errorCode: 'invalid_interaction_type' })
  }
  const result = await msal.loginPopup(request)
  clearMark('interaction')
  msal.setActiveAccount(result.account)
  await arrive(msal, result, isSignUp)
  location.reload()
}

async function started(): Promise<MsalClient> {
  await startSession()
  if (client) return client
  if (!kept) throw new Error(readMark('problem')?.message ?? 'Nobody can sign in at this address.')
  try {
    return await openClient()
  } catch (error) {
    throw new ConnectionProblem(UNREACHABLE, error)
  }
}

// The other tab writes several things one after the other.
const SETTLED_MS = 250

/** Signing out, or in as somebody else, in another tab ends this page: it would write in that person's name. */
function watchOtherTabs(): void {
  followSignOut(() => {
    if (activeAccount() !== null) leaveAsSignedOut()
  })
  let timer: ReturnType<typeof setTimeout> | undefined
  addEventListener('storage', () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      if (!isStillHere()) void giveUpPage(signedInSubject() !== null)
    }, SETTLED_MS)
  })
}

/** Whether the person for whom this page was opened is still the one who is signed in in this browser. */
function isStillHere(): boolean {
  const account = activeAccount()
  return isLeavingToSignIn() || account === null || signedInSubject() === account.subject
}

/** Who is signed in in this browser by now; null where nobody is. */
function signedInSubject(): string | null {
  if (!client) return activeSubject()
  const info = client.getActiveAccount()
  return info && subjectOf(info)
}

/** Leads to the provider's sign-in, and from there to `wanted`, an address of the application. */
export async function signIn(options: { wanted?: string } = {}): Promise<never> {
  const wanted = wantedAddress(options.wanted, location.origin)
  return leaveToSignIn('signIn', async () => {
    const msal = await started()
    setMark('interaction', { kind: 'signIn', wanted })
    await interact(msal, { scopes: [configuration().signIn.scope], state: wanted }, false)
  })
}

/**
 * Leads to the provider's sign-up; back from there, /register makes the company account. `joining` is the secret of
 * the link by which somebody came: it decides what they join or register.
 */
export async function signUp({ joining }: { joining?: string } = {}): Promise<never> {
  return leaveToSignIn('signUp', async () => {
    const msal = await started()
    if (joining === undefined) clearMark('joining')
    else setMark('joining', joining)
    setMark('interaction', { kind: 'signUp', wanted: HOME })
    const { signUp: authority } = authorities()
    const request = {
      scopes: [configuration().signIn.scope],
      authority,
      state: 'sign-up',
      // The embedded provider lets invited people sign up where others may not.
      ...(joining !== undefined && { extraQueryParameters: { invitation: joining } }),
    }
    await interact(msal, request, true)
  })
}

/** Resolves when somebody is signed in; else leads to the sign-in, carrying the address. */
export async function requireSignIn(wanted: string): Promise<void> {
  await startSession()
  if (!activeAccount()) await signIn({ wanted })
}

/** Forgets what this browser kept of the person and ends the session at the provider. */
export async function signOut(): Promise<never> {
  const msal = await started()
  if (!beginLeaving()) return pageIsLeaving
  endSession()
  forgetKept()
  announceSignOut()
  clearMark('registrationDue')
  clearMark('joining')
  clearMark('wanted')
  markSignedIn(false)
  const idTokenHint = msal.getActiveAccount()?.idToken ?? readMark('signOutDue')
  try {
    await withStatus('logout', () => msal.logoutRedirect(idTokenHint ? { idTokenHint } : {}))
    clearMark('signOutDue')
  } catch (error) {
    setMark('signOutDue', idTokenHint ?? '')
    throw new ConnectionProblem(NOT_SIGNED_OUT, error)
  }
  return pageIsLeaving
}

/**
 * An access token for the API: from the cache, by the refresh token, through a hidden frame, and only
 * then by leading the person to the sign-in, from which they come back to the page they are on.
 */
export async function accessToken(): Promise<string> {
  await startSession()
  if (!isStillHere()) return giveUpPage(signedInSubject() !== null)
  if (kept && kept.renewAt > Date.now()) return kept.accessToken
  const msal = await started()
  const active = msal.getActiveAccount()
  const here = location.pathname + location.search
  if (!active) return signIn({ wanted: here })
  // MSAL loses tokens of an authority with a longer path (realms/lading), and would renew them with each call.
  const found = await readKeptSignIn()
  if (found?.subject === active.localAccountId) {
    kept = found
    return found.accessToken
  }
  try {
    const result = await withStatus('acquireToken', () =>
      withHiddenFrameStatus(() =>
        msal.acquireTokenSilent({
          scopes: [configuration().signIn.scope],
          account: active,
          authority: authorityOf(active.idTokenClaims),
        }),
      ),
    )
    // Somebody else may have signed in at the provider meanwhile.
    const samePerson = result.account.localAccountId === active.localAccountId
    return result.accessToken && samePerson ? result.accessToken : await signIn({ wanted: here })
  } catch (error) {
    if (await needsInteraction(error)) return signIn({ wanted: here })
    throw new ConnectionProblem(UNREACHABLE, error)
  }
}
