import { type BrowserContext, expect, type Page, type Request, test } from '@playwright/test'
import { expectAccessible, expectNoSideways } from './accessibility.ts'
import { expectDashboard, fillSignIn, fillSignUp, newPerson, signUp, skipWelcome } from './people.ts'

// Every journey has people and a browser of its own.
test.describe.configure({ mode: 'parallel' })

/** What the page sends, by a part of the address. */
function watch(page: Page, part: string): Request[] {
  const seen: Request[] = []
  page.on('request', request => request.url().includes(part) && seen.push(request))
  return seen
}

const grantTypes = (requests: Request[]) =>
  requests.map(request => new URLSearchParams(request.postData() ?? '').get('grant_type'))

/** Takes tokens of these kinds out of MSAL's cache, as time would. */
const loseTokens = (page: Page, ...kinds: string[]) =>
  page.evaluate(wanted => {
    for (const key of Object.keys(localStorage))
      if (wanted.some(kind => key.includes(`|${kind}|`))) localStorage.removeItem(key)
  }, kinds)

test('somebody signs up, has a company, signs out and signs in again', async ({ page }) => {
  const person = newPerson()
  const registrations = watch(page, '/api/register')
  const complaints: string[] = []
  page.on('console', message => message.type() === 'error' && complaints.push(message.text()))

  await page.goto('/')
  await page.getByRole('link', { name: 'Sign Up' }).first().click()
  await fillSignUp(page, person)
  await skipWelcome(page)
  expect(registrations.filter(request => request.method() === 'POST')).toHaveLength(1)
  expect(registrations[0]?.headers()['authorization']).toMatch(/^Bearer /)

  await page.reload()
  await expectDashboard(page)

  await page.goto('/logout')
  await page.waitForURL(url => url.pathname === '/')
  expect(new URL(page.url()).search).toBe('')

  await page.goto('/webapp')
  await fillSignIn(page, { ...person, password: 'not this one' })
  await expect(page.getByRole('alert')).toHaveText('The e-mail address or the password is wrong.')
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(person.email)
  await fillSignIn(page, person)
  await expectDashboard(page)
  // The wrong password's page is the one thing that may be complained about.
  expect(complaints.filter(text => !text.includes('400'))).toEqual([])
})

test('the address that somebody wanted is carried through the sign-in', async ({ page, context }) => {
  const person = await signUp(page)
  await context.clearCookies()
  await page.evaluate(() => localStorage.clear())
  // The page that stood there may go to the sign-in at the same moment, which ends this load.
  await expect(() => page.goto('/webapp/contacts?search=harbour')).toPass()
  await fillSignIn(page, person)
  await page.waitForURL(url => url.pathname + url.search === '/webapp/contacts?search=harbour')
})

test('whoever is signed in already is led from /login straight to the application', async ({ page }) => {
  await signUp(page)
  await page.goto('/login')
  await expectDashboard(page)
})

test('cancelling the sign-up leads back to the home page', async ({ page }) => {
  await page.goto('/register')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.waitForURL(url => url.pathname === '/')
})

test('a mistake in the sign-up form is named beside its field, and nothing typed is lost', async ({
  page,
}) => {
  const person = newPerson()
  await page.goto('/register')
  await fillSignUp(page, { ...person, password: 'short' })
  const password = page.getByLabel('Password', { exact: true })
  await expect(password).toHaveAccessibleDescription('At least 12 characters.')
  await expect(password).toHaveAttribute('aria-invalid', 'true')
  await expect(password).toBeFocused()
  await expect(page.getByLabel('Company', { exact: true })).toHaveValue(person.company)
})

test('the sign-in pages can be used by everybody, and on a phone', async ({ browser }) => {
  const page = await browser.newPage({ viewport: { width: 320, height: 640 } })
  for (const [address, button] of [
    ['/login', 'Sign in'],
    ['/register', 'Sign up'],
  ] as const) {
    await page.goto(address)
    // Sent empty, so that the mistakes are looked at too.
    await page.getByRole('button', { name: button }).click()
    await expect(page.getByRole('alert').or(page.getByText('This must be an e-mail address.'))).toBeVisible()
    await expectAccessible(page)
    await expectNoSideways(page)
  }
  await page.close()
})

test('who signs up by the link on the sign-in page gets a company too', async ({ page }) => {
  await page.goto('/login')
  await page.getByRole('link', { name: 'Sign up' }).click()
  await fillSignUp(page, newPerson())
  await skipWelcome(page)
})

test('a token is renewed by the refresh token, once for all calls that wait for it', async ({ page }) => {
  await signUp(page)
  await loseTokens(page, 'accesstoken')
  const tokenCalls = watch(page, '/oauth2/v2.0/token')
  await page.reload()
  await expectDashboard(page)
  expect(grantTypes(tokenCalls)).toEqual(['refresh_token'])
})

test('without a refresh token it is renewed in a hidden frame', async ({ page }) => {
  await signUp(page)
  await loseTokens(page, 'accesstoken', 'refreshtoken')
  const tokenCalls = watch(page, '/oauth2/v2.0/token')
  const frames: string[] = []
  page.on('frameattached', frame => frames.push(frame.name()))
  const authorizations = watch(page, '/oauth2/v2.0/authorize?')
  const seen = Promise.withResolvers<void>()
  await page.route(/\/oauth2\/v2\.0\/authorize\?/, async route => {
    await seen.promise
    await route.continue()
  })
  // A frame that opens early holds up the page's load event.
  await page.reload({ waitUntil: 'commit' })
  await expect(page.getByText('Renewing your sign-in …')).toBeVisible()
  seen.resolve()
  await expectDashboard(page)
  await expect(page.getByText('Renewing your sign-in …')).toBeHidden()
  expect(grantTypes(tokenCalls)).toEqual(['authorization_code'])
  expect(frames).toHaveLength(1)
  expect(authorizations.map(request => new URL(request.url()).searchParams.get('prompt'))).toEqual(['none'])
})

test('when the session has ended too, the sign-in is asked for and leads back', async ({ page, context }) => {
  const person = await signUp(page)
  await page.goto('/webapp/contacts')
  await loseTokens(page, 'accesstoken', 'refreshtoken')
  await context.clearCookies()
  await page.reload()
  await fillSignIn(page, person)
  await page.waitForURL(url => url.pathname === '/webapp/contacts')
})

test('a second tab is signed in as well, and signing out ends both', async ({ page, context }) => {
  await signUp(page)
  const second = await context.newPage()
  await second.goto('/webapp')
  await expectDashboard(second)
  await second.goto('/logout')
  await second.waitForURL(url => url.pathname === '/')
  // It leaves by itself: nobody has to touch it first.
  await expect(page.getByRole('heading', { name: 'You signed out in another tab.' })).toBeVisible()
})

test('signing out asks before it discards what was never saved, and then leaves nothing behind', async ({
  page,
}) => {
  await signUp(page)
  await page.evaluate(() => {
    localStorage.setItem('lading:draft:job', '{"name":"half typed"}')
    localStorage.setItem('currentShipment', '{}')
    localStorage.setItem('currentContact', '{}')
  })
  await page.goto('/logout')
  await expect(page.getByRole('status')).toContainText('A form holds unsaved changes')
  await page.getByRole('button', { name: 'Stay signed in' }).click()
  await expectDashboard(page)
  expect(await page.evaluate(() => localStorage.getItem('lading:draft:job'))).toContain('half typed')

  await page.goto('/logout')
  await page.getByRole('button', { name: 'Discard and sign out' }).click()
  await page.waitForURL(url => url.pathname === '/')
  const left = await page.evaluate(() => Object.keys(localStorage))
  expect(left.filter(key => /draft|current|token|account\b/.test(key))).toEqual([])
})

test('a sign-in that fails says why and offers to try again', async ({ page }) => {
  await page.route('**/openid-configuration**', route => route.abort())
  await page.goto('/login')
  await page.waitForURL(url => url.pathname === '/login-failed')
  await expect(page.getByRole('status')).toHaveText('Signing in did not work.')
  await expect(page.getByRole('alert')).not.toBeEmpty()
  await page.unroute('**/openid-configuration**')
  await page.getByRole('link', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
})

test('the Back button does not bring back the provider’s answer', async ({ page }) => {
  await signUp(page)
  await expectDashboard(page)
  await page.goBack()
  expect(page.url()).not.toContain('code=')
})

test('back from the provider by the browser’s button, one is not sent there again', async ({ page }) => {
  await page.goto('/')
  await page.goto('/login')
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await page.goBack()
  await page.waitForURL(url => url.pathname === '/login-failed')
  await expect(page.getByRole('alert')).toContainText(
    'You came back from the sign-in page without an answer.',
  )
  expect(await page.evaluate(() => sessionStorage.getItem('lading:session:problem'))).toContain(
    'no_server_response',
  )
})

/** The product as it is configured to sign in by another way. */
async function withInteraction(context: BrowserContext, interaction: string): Promise<void> {
  await context.route(/\/(login|webapp)[^.]*$/, async route => {
    if (route.request().resourceType() !== 'document') return route.continue()
    const reply = await route.fetch()
    const body = (await reply.text()).replace('"interaction":"redirect"', `"interaction":"${interaction}"`)
    return route.fulfill({ response: reply, body })
  })
}

test('signing in works in a window of its own, where that is configured', async ({ page, context }) => {
  const person = newPerson()
  await signUp(page, person)
  await context.clearCookies()
  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
  await withInteraction(context, 'popup')
  const opened = page.waitForEvent('popup')
  // The page that stood there may go to the sign-in at the same moment, which ends this load.
  await expect(() => page.goto('/webapp/contacts')).toPass()
  const provider = await opened
  await fillSignIn(provider, person)
  await expect(page.getByRole('heading', { name: 'Contacts' })).toBeVisible()
  await expect.poll(() => provider.isClosed()).toBe(true)
})

test('a window that is closed is told, and can be opened again', async ({ page, context }) => {
  // The page waits a minute for the window's answer: nothing tells it of the closing.
  await page.clock.install()
  await withInteraction(context, 'popup')
  const opened = page.waitForEvent('popup')
  await page.goto('/login')
  await expect(page.getByText('Continue in the window that has opened.')).toBeVisible()
  await (await opened).close()
  await page.clock.fastForward(60_000)
  await page.waitForURL(url => url.pathname === '/login-failed')
  await expect(page.getByRole('alert')).not.toBeEmpty()
  const again = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect((await again).getByRole('heading', { name: 'Sign in' })).toBeVisible()
})

test('any other way to sign in is a mistake that is named', async ({ page, context }) => {
  await withInteraction(context, 'teleport')
  await page.goto('/login')
  await page.waitForURL(url => url.pathname === '/login-failed')
  await expect(page.getByRole('alert')).toContainText('“teleport” is not a way to sign in')
  expect(await page.evaluate(() => sessionStorage.getItem('lading:session:problem'))).toContain(
    'invalid_interaction_type',
  )
})

test('whoever comes by the other name of this machine is led to the public one', async ({
  page,
  baseURL,
}) => {
  const other = (baseURL ?? '').replace('127.0.0.1', 'localhost')
  await page.goto(`${other}/webapp/contacts`)
  await page.waitForURL(/\/identity\//)
  expect(new URL(page.url()).origin).toBe(baseURL)
  const person = newPerson()
  await page.goto(`${other}/register`)
  await fillSignUp(page, person)
  await skipWelcome(page)
})

test('somebody else may sign up in a browser where another person is signed in', async ({ page }) => {
  const first = await signUp(page)
  const second = newPerson('Bo Berg')
  await page.goto('/register')
  await fillSignUp(page, second)
  await skipWelcome(page)
  await page.goto('/webapp/users')
  await expect(page.getByRole('gridcell', { name: second.email })).toBeVisible()
  await expect(page.getByRole('gridcell', { name: first.email })).toHaveCount(0)
  const tokens = await page.evaluate(() =>
    Object.keys(localStorage).filter(key => key.includes('|accesstoken|')),
  )
  expect(tokens).toHaveLength(1)
})

test('a token that the server no longer takes is replaced without a word', async ({ page }) => {
  await signUp(page)
  let refused = 0
  await page.route('**/api/register', async route => {
    refused += 1
    if (refused > 1) return route.continue()
    // What a server answers that was given other signing keys.
    return route.continue({ headers: { ...route.request().headers(), authorization: 'Bearer a.b.c' } })
  })
  await page.goto('/webapp/contacts')
  await expect(page.getByRole('heading', { name: 'Contacts' })).toBeVisible()
  expect(refused).toBeGreaterThan(1)
})

test('a page is left to whoever signs in in another tab, and writes nothing in that person’s name', async ({
  browser,
}) => {
  const context = await browser.newContext()
  const [own, other] = [await context.newPage(), await context.newPage()]
  const ann = await signUp(own, newPerson('Ann Lee'))
  await own.getByRole('button', { name: 'Create Job' }).click()
  await own.getByLabel('Name', { exact: true }).fill('For Ann’s customers alone')
  await expect(own.getByText('1 change not saved')).toBeVisible()
  const drafts = () => own.evaluate(() => Object.keys(localStorage).filter(key => key.includes(':draft:')))
  await expect.poll(drafts).toHaveLength(1)

  await other.goto('/logout')
  await other.getByRole('button', { name: 'Discard and sign out' }).click()
  await expect(own.getByRole('heading', { name: 'You signed out in another tab.' })).toBeVisible()
  await expect(own.getByRole('link', { name: 'Login' }).first()).toBeVisible()
  await other.waitForURL(url => url.pathname === '/')
  await signUp(other, newPerson('Bob Grey'))

  await own.goto('/webapp')
  await expect(own.getByText('Bob Grey', { exact: true }).first()).toBeVisible()
  await expect(own.getByText(ann.company)).toHaveCount(0)
  const kept = await own.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
  expect(kept).not.toContain('For Ann’s customers alone')
  await context.close()
})
