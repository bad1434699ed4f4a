import type { Page } from '@playwright/test'
import type { Role } from '#contract/permissions.ts'
import type { User } from '#contract/users.ts'
import { signIn, signUpWith } from '#testing/identity.ts'
import type { TestMailServer } from '#testing/mail-server.ts'
import { TestVisitor } from '#testing/visitor.ts'
import { continueSession, knowsSession, learnSession } from './kept-session.ts'
import { expectDashboard, newPerson, type Person, signUp } from './people.ts'

export type CompanyApi = {
  origin: string
  person: Person
  /** Calls the API as this person and gives the reply's body; throws what any refusal says. */
  call<Reply>(method: string, path: string, body?: unknown): Promise<Reply>
  /** Sends a file as the API's forms do. */
  upload<Reply>(path: string, file: File, fields: Record<string, string>): Promise<Reply>
}

/** A new company, its first person signed in on `page`, and the API to lay out what a journey needs. */
export async function newCompany(
  page: Page,
  person: Person = newPerson(),
  server?: TestMailServer,
): Promise<CompanyApi> {
  if (!server) return arriveSignedUp(page, person)
  await signUp(page, person, server)
  return companyApi(new URL(page.url()).origin, person)
}

/**
 * Signs up through the provider's own pages without drawing them, and lets `page` go on with that session. The
 * journeys of sign-up and sign-in walk those pages in the browser.
 */
async function arriveSignedUp(page: Page, person: Person): Promise<CompanyApi> {
  const { origin, hostname } = new URL((await page.request.get('/healthz')).url())
  const userAgent = await page.evaluate(() => navigator.userAgent)
  const visitor = new TestVisitor(origin, { userAgent })
  const tokens = await signUpWith(visitor, person)
  await page
    .context()
    .addCookies(visitor.cookies.map(({ name, value, path }) => ({ name, value, path, domain: hostname })))
  const api = apiWithToken(origin, person, tokens.accessToken)
  const isFirst = !knowsSession(origin)
  await api.call('POST', '/api/register')
  const timeZone = await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone)
  await api.call('PUT', '/api/company/timezone', { timeZone })
  if (!isFirst) await continueSession(page, origin, { person, tokens })
  await page.goto('/webapp')
  await expectDashboard(page)
  if (isFirst) await learnSession(page, origin, person)
  return api
}

/** Somebody added to the company who has accepted the invitation. */
export async function newColleague(
  api: CompanyApi,
  { name, role }: { name: string; role?: Role },
): Promise<CompanyApi & { user: User }> {
  const person = { ...newPerson(name), company: api.person.company }
  const { email, password } = person
  const user = await api.call<User>('POST', '/api/register/adduser', {
    displayName: name,
    email,
    password,
    ...(role && { role }),
  })
  const colleague = await companyApi(api.origin, person)
  await colleague.call('POST', `/api/register/invitation/${user.id}/accept`)
  return { ...colleague, user }
}

/** The API as a person who has signed up already. */
export async function companyApi(origin: string, person: Person): Promise<CompanyApi> {
  const { accessToken } = await signIn(origin, person)
  return apiWithToken(origin, person, accessToken)
}

function apiWithToken(origin: string, person: Person, accessToken: string): CompanyApi {
  const authorization = `Bearer ${accessToken}`
  const send = async (path: string, request: RequestInit) => {
    const reply = await fetch(origin + path, request)
    const text = await reply.text()
    if (!reply.ok) throw new Error(`${request.method} ${path} answered ${reply.status}: ${text}`)
    return text === '' ? undefined : (JSON.parse(text) as unknown)
  }
  return {
    origin,
    person,
    call: async (method, path, body) =>
      (await send(path, {
        method,
        headers: { authorization, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })) as never,
    upload: async (path, file, fields) => {
      const form = new FormData()
      for (const [name, value] of Object.entries(fields)) form.append(name, value)
      form.append('afile', file)
      return (await send(path, { method: 'POST', headers: { authorization }, body: form })) as never
    },
  }
}
