import { createHash, randomBytes } from 'node:crypto'
import {
  API_SCOPE,
  CLIENT_ID,
  type Policy,
  SIGN_IN_POLICY,
  SIGN_UP_POLICY,
} from '#server/identity/provider/policies.ts'
import { type Page, type Target, TestVisitor } from './visitor.ts'

export type TestTokens = { accessToken: string; refreshToken: string; idToken: string }

export type TestPerson = { email: string; name: string; company: string; password: string }

/** Signs a new person up through the provider's own pages; nothing is taken on trust. */
export async function signUp(target: Target, person: TestPerson): Promise<TestTokens> {
  return signUpWith(new TestVisitor(target), person)
}

/** The same in a browser that goes on. */
export async function signUpWith(visitor: TestVisitor, person: TestPerson): Promise<TestTokens> {
  const visit = await startAuthorization([], SIGN_UP_POLICY, { visitor })
  return finishAuthorization(visit, await visitor.submit(visit.page, 'sign-up', { ...person }))
}

export async function signIn(
  target: Target,
  person: Pick<TestPerson, 'email' | 'password'>,
): Promise<TestTokens> {
  return (await signInWith(new TestVisitor(target), person)).tokens
}

/** The same in a browser that goes on. */
export async function signInWith(
  visitor: TestVisitor,
  { email, password }: Pick<TestPerson, 'email' | 'password'>,
  choices: { remember?: 'yes' } = {},
): Promise<{ visit: Authorization; tokens: TestTokens }> {
  const visit = await startAuthorization([], SIGN_IN_POLICY, { visitor })
  const page = await visitor.submit(visit.page, 'sign-in', { email, password, ...choices })
  return { visit, tokens: await finishAuthorization(visit, page) }
}

export type Authorization = {
  visitor: TestVisitor
  policy: Policy
  origin: string
  verifier: string
  state: string
  /** The address and text of the page that the provider shows, or where it sent the browser at once. */
  page: Page
}

export type AuthorizationChanges = { parameters?: Record<string, string | undefined>; visitor?: TestVisitor }

/** The browser's first step: to the provider with PKCE, and along to its page. */
export async function startAuthorization(
  target: Target,
  policy: Policy,
  changes: AuthorizationChanges = {},
): Promise<Authorization> {
  const visitor = changes.visitor ?? new TestVisitor(target)
  const origin = await publicOrigin(visitor)
  const verifier = randomBytes(32).toString('base64url')
  const state = randomBytes(8).toString('hex')
  const parameters = {
    client_id: CLIENT_ID,
    response_type: 'code',
    response_mode: 'fragment',
    redirect_uri: `${origin}/webapp`,
    scope: `openid profile offline_access ${API_SCOPE}`,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    state,
    nonce: randomBytes(8).toString('hex'),
    ...changes.parameters,
  }
  const query = new URLSearchParams(
    Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
  const page = await visitor.open(
    `${origin}/identity/${policy}/oauth2/v2.0/authorize?${query.toString()}`,
    `${origin}/webapp`,
  )
  return { visitor, policy, origin, verifier, state, page }
}

/** What came back in the fragment of the redirect address: code or error, and state. */
export function answerOf(page: Page): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(new URL(page.url).hash.slice(1)))
}

export async function finishAuthorization(visit: Authorization, page: Page): Promise<TestTokens> {
  const answer = answerOf(page)
  if (!answer['code'])
    throw new Error(
      `The provider gave no code: ${answer['error_description'] ?? `${page.status} ${page.text}`}`,
    )
  if (answer['state'] !== visit.state) throw new Error('The provider gave another state back.')
  return redeem(visit, answer['code'])
}

export async function redeem(visit: Authorization, code: string): Promise<TestTokens> {
  const reply = await requestTokens(visit, {
    grant_type: 'authorization_code',
    code,
    redirect_uri: `${visit.origin}/webapp`,
    code_verifier: visit.verifier,
  })
  return tokensOf(reply)
}

/** As MSAL refreshes: it repeats all scopes, offline_access among them. */
export async function refresh(visit: Authorization, refreshToken: string): Promise<TestTokens> {
  const reply = await requestTokens(visit, {
    grant_type: 'refresh_token',
    refresh_token: refreshToken,
    scope: `openid profile offline_access ${API_SCOPE}`,
  })
  return tokensOf(reply)
}

export type TokenReply = { status: number; body: Record<string, string> }

export async function requestTokens(
  visit: Pick<Authorization, 'visitor' | 'origin' | 'policy'>,
  form: Record<string, string>,
): Promise<TokenReply> {
  const { status, text } = await visit.visitor.send(
    'POST',
    `${visit.origin}/identity/${visit.policy}/oauth2/v2.0/token`,
    { client_id: CLIENT_ID, ...form },
    '*/*',
  )
  return { status, body: JSON.parse(text) as Record<string, string> }
}

function tokensOf({ status, body }: TokenReply): TestTokens {
  const { access_token: accessToken, refresh_token: refreshToken, id_token: idToken } = body
  if (!accessToken || !refreshToken || !idToken)
    throw new Error(`The provider gave no tokens: ${status} ${JSON.stringify(body)}`)
  return { accessToken, refreshToken, idToken }
}

async function publicOrigin(visitor: TestVisitor): Promise<string> {
  const { text } = await visitor.send(
    'GET',
    `${visitor.origin}/identity/${SIGN_IN_POLICY}/v2.0/.well-known/openid-configuration`,
  )
  return new URL((JSON.parse(text) as { issuer: string }).issuer).origin
}
