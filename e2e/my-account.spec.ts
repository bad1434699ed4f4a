import { join } from 'node:path'
import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test'
import { authenticatorCode } from '#testing/authenticator.ts'
import { linkInMail } from '#testing/outbox.ts'
import { expectAccessible, expectNoSideways } from './accessibility.ts'
import { expectDashboard, fillSignIn, openPersonMenu, type Person, signUp } from './people.ts'

test.describe.configure({ mode: 'parallel' })

const outbox = () => join(process.env['LADING_DATA_DIR'] ?? '', 'outbox')
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })

async function openAccount(page: Page): Promise<void> {
  await openPersonMenu(page)
  await page.getByRole('link', { name: 'My account' }).click()
  await expect(heading(page, 'My account')).toBeVisible()
}

async function newVisit(browser: Browser, person: Person): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  await page.goto('/webapp')
  await fillSignIn(page, person)
  return page
}

/** The browser as it is after it was closed and opened again: what only lasts a session is gone. */
async function reopened(browser: Browser, context: BrowserContext): Promise<Page> {
  const state = await context.storageState()
  await context.close()
  const cookies = state.cookies.filter(({ expires }) => expires !== -1)
  return (await browser.newContext({ storageState: { ...state, cookies } })).newPage()
}

test('a forgotten password is replaced by the link in the mail, and the earlier one is good no more', async ({
  page,
}) => {
  const person = await signUp(page)
  await page.goto('/logout')
  await page.waitForURL(url => url.pathname === '/')
  await page.goto('/login')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(heading(page, 'Forgot your password?')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Email').fill(person.email)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByRole('status')).toContainText(`If ${person.email} has a sign-in here`)

  await page.goto(await linkInMail(outbox(), person.email))
  await expect(heading(page, 'Choose a new password')).toBeVisible()
  await page.getByLabel('New password').fill('Password1234')
  await page.getByRole('button', { name: 'Save the password' }).click()
  await expect(page.getByLabel('New password')).toHaveAccessibleDescription(/attackers try first/)
  await expect(page.getByLabel('New password')).toBeFocused()
  await page.getByLabel('New password').fill('a fresh pass phrase')
  await page.getByRole('button', { name: 'Save the password' }).click()
  await expect(page.getByRole('status')).toHaveText('Your password was saved.')

  await page.getByRole('link', { name: 'Sign in' }).click()
  await fillSignIn(page, person)
  await expect(page.getByRole('alert')).toHaveText('The e-mail address or the password is wrong.')
  await fillSignIn(page, { ...person, password: 'a fresh pass phrase' })
  await expectDashboard(page)
})

test('name and password are changed under My account, and the application knows the name at once', async ({
  page,
}) => {
  const person = await signUp(page)
  await openAccount(page)
  await page.getByRole('link', { name: 'Change name' }).click()
  await page.getByLabel('Name').fill('Ann Lindqvist')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('status')).toHaveText('Your name was changed.')

  await page.getByRole('link', { name: 'Change password' }).click()
  await page.getByLabel('Current password').fill('not this one')
  await page.getByLabel('New password').fill('a fresh pass phrase')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByLabel('Current password')).toHaveAccessibleDescription('This is not your password.')
  await page.getByLabel('Current password').fill(person.password)
  await page.getByLabel('New password').fill('a fresh pass phrase')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('status')).toHaveText('Your password was changed.')

  // What was signed in here stays so, although its earlier tokens were ended.
  await page.getByRole('link', { name: /^Back to/ }).click()
  await expectDashboard(page)
  await expect(page.getByRole('banner').getByText('Ann Lindqvist')).toBeVisible()
})

test('an authenticator app is set up, asked for, and replaced by a recovery code', async ({
  page,
  browser,
}) => {
  const person = await signUp(page)
  await openAccount(page)
  await page.getByRole('link', { name: 'Set up' }).click()
  await page.getByLabel('Your password').fill(person.password)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  await expectAccessible(page)
  const secret = (await page.locator('code.key').textContent()) ?? ''
  await page.getByLabel('Code', { exact: true }).fill(authenticatorCode(secret))
  await page.getByRole('button', { name: 'Turn on' }).click()
  await expect(heading(page, 'Your recovery codes')).toBeVisible()
  await expectAccessible(page)
  const codes = await page.getByRole('listitem').allTextContents()
  expect(codes).toHaveLength(10)
  await page.getByRole('link', { name: 'I have saved them' }).click()
  await expect(page.getByText('10 recovery codes left')).toBeVisible()

  const phone = await newVisit(browser, person)
  await expect(heading(phone, 'Confirm that it is you')).toBeVisible()
  await expect(phone.getByLabel('Code', { exact: true })).toBeFocused()
  await expectAccessible(phone)
  await phone.getByLabel('Code', { exact: true }).fill('000000')
  await phone.getByRole('button', { name: 'Sign in' }).click()
  await expect(phone.getByLabel('Code', { exact: true })).toHaveAccessibleDescription(/This code is wrong/)
  // The last code is spent; a telephone that is half a minute ahead shows the next one.
  await phone.getByLabel('Code', { exact: true }).fill(authenticatorCode(secret, 1))
  await phone.getByRole('button', { name: 'Sign in' }).click()
  await expectDashboard(phone)

  const lost = await newVisit(browser, person)
  await lost.getByLabel('Code', { exact: true }).fill(codes[0] ?? '')
  await lost.getByRole('button', { name: 'Sign in' }).click()
  await expectDashboard(lost)
  await openAccount(lost)
  await expect(lost.getByText('9 recovery codes left')).toBeVisible()
  await lost.getByRole('link', { name: 'Turn off' }).click()
  await expectAccessible(lost)
  await lost.getByLabel('Your password').fill(person.password)
  await lost.getByRole('button', { name: 'Turn off' }).click()
  await expect(lost.getByLabel('Code', { exact: true })).toHaveAccessibleDescription(/This code is wrong/)
  await lost.getByLabel('Your password').fill(person.password)
  await lost.getByLabel('Code', { exact: true }).fill(codes[1] ?? '')
  await lost.getByRole('button', { name: 'Turn off' }).click()
  await expect(lost.getByRole('status')).toHaveText('The authenticator app is off.')
  await expectDashboard(await newVisit(browser, person))
})

test('signing out everywhere reaches the other browser at its next step', async ({ page, browser }) => {
  const person = await signUp(page)
  const other = await newVisit(browser, person)
  await expectDashboard(other)
  await openAccount(page)
  await page.getByRole('link', { name: 'Sign out everywhere' }).click()
  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(page.getByRole('status')).toHaveText('You are signed out in every browser.')
  for (const each of [page, other]) {
    await each.goto('/webapp/contacts')
    await expect(heading(each, 'Sign in')).toBeVisible()
  }
  await fillSignIn(other, person)
  await other.waitForURL(url => url.pathname === '/webapp/contacts')
})

test('another browser’s session is seen under My account and ended there', async ({ page, browser }) => {
  const person = await signUp(page)
  const context = await browser.newContext({
    userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:144.0) Gecko/20100101 Firefox/144.0',
  })
  const other = await context.newPage()
  await other.goto('/webapp')
  await fillSignIn(other, person)
  await expectDashboard(other)
  await openAccount(page)
  const sessions = page.getByRole('listitem')
  await expect(sessions).toHaveCount(2)
  await expect(sessions.filter({ hasText: 'This browser' }).getByRole('button')).toHaveCount(0)
  await page.setViewportSize({ width: 320, height: 640 })
  await expectAccessible(page)
  await expectNoSideways(page)
  const end = page.getByRole('button', { name: /^End this session: Firefox on Windows/ })
  await end.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status')).toHaveText('The session was ended.')
  await expect(sessions).toHaveCount(1)
  await other.goto('/webapp/contacts')
  await expect(heading(other, 'Sign in')).toBeVisible()
})

test('signing out in the application ends the token that it called the API with', async ({
  page,
  request,
}) => {
  const tokens = new Set<string>()
  page.on('request', sent => {
    const token = sent.headers()['authorization']
    if (token) tokens.add(token)
  })
  await signUp(page)
  const statuses = () =>
    Promise.all(
      [...tokens].map(async authorization =>
        (await request.get('/api/register', { headers: { authorization } })).status(),
      ),
    )
  expect(new Set(await statuses())).toEqual(new Set([200]))
  await page.goto('/logout')
  await page.waitForURL(url => url.pathname === '/')
  expect(new Set(await statuses())).toEqual(new Set([401]))
})

test('whoever is kept signed in is so after the browser was closed, and who is not is asked', async ({
  page,
  browser,
}) => {
  const person = await signUp(page)
  for (const keep of [true, false]) {
    const context = await browser.newContext()
    const first = await context.newPage()
    await first.goto('/webapp')
    await first.waitForURL(/\/identity\//)
    if (keep) await first.getByLabel('Keep me signed in').check()
    await fillSignIn(first, person)
    await expectDashboard(first)
    const again = await reopened(browser, context)
    await again.goto('/webapp')
    if (keep) await expectDashboard(again)
    else await expect(heading(again, 'Sign in')).toBeVisible()
  }
})

test('My account can be used by everybody, and on a phone', async ({ page }) => {
  await signUp(page)
  await openAccount(page)
  await page.setViewportSize({ width: 320, height: 640 })
  await expectAccessible(page)
  await expectNoSideways(page)
  for (const name of ['Change name', 'Change password', 'Set up', 'Sign out everywhere']) {
    await page.getByRole('link', { name }).click()
    await expectAccessible(page)
    await expectNoSideways(page)
    await page.getByRole('link', { name: 'Cancel' }).click()
  }
})
