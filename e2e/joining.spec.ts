import { type Browser, expect, type Page, test } from '@playwright/test'
import type { Job } from '#contract/jobs.ts'
import { startMailServer } from '#testing/mail-server.ts'
import type { Shape } from '#testing/own-provider/person.ts'
import { startOwnProvider } from '#testing/own-provider/start.ts'
import { expectAccessible, expectNoSideways } from './accessibility.ts'
import { newCompany } from './company.ts'
import {
  enterCode,
  expectDashboard,
  fillSignIn,
  fillSignUp,
  newPerson,
  signUp,
  skipWelcome,
} from './people.ts'
import { startProduct } from './start-product.ts'

test.describe.configure({ mode: 'parallel' })

const PHONE = { width: 390, height: 844 }

const invitation = (page: Page, company: string) => page.getByRole('listitem').filter({ hasText: company })
const answer = (page: Page, company: string, button: 'Accept' | 'Decline') =>
  invitation(page, company).getByRole('button', { name: button }).click()
const shownCompany = (page: Page) => page.locator('.top-bar__company')

/** Adds somebody on the Users screen; answers the link that is shown to be handed over. */
async function invite(page: Page, name: string, email: string): Promise<string> {
  await page.goto('/webapp/users')
  await page.getByRole('button', { name: 'Add User' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('Email').fill(email)
  const byMail = dialog.getByLabel('Invite by e-mail')
  if (await byMail.isVisible()) await byMail.check()
  await dialog.getByRole('button', { name: 'Create' }).click()
  const shown = page.getByRole('dialog', { name: 'Invitation' })
  const link = await shown.getByLabel('Link').inputValue()
  await shown.getByRole('button', { name: 'Done' }).click()
  return link
}

const newPage = async (browser: Browser, baseURL: string) =>
  (await browser.newContext({ baseURL, viewport: { width: 1440, height: 900 } })).newPage()

for (const shape of ['plain', 'b2c'] as const satisfies Shape[])
  test(`with a provider of one’s own (${shape}), the second person joins the first one’s company`, async ({
    browser,
  }) => {
    test.setTimeout(180_000)
    const provider = await startOwnProvider(shape, [
      { id: 'ann', email: 'ann@maas.example', name: 'Ann Lee' },
      { id: 'bilal', email: 'bilal@maas.example', name: 'Bilal Khan' },
    ])
    const product = await startProduct(provider.settings)
    const enter = async (page: Page, userName: string) => {
      await page.getByLabel('User name').fill(userName)
      await page.getByRole('button', { name: 'Sign in at the provider' }).click()
    }
    try {
      const ann = await newPage(browser, product.url)
      await ann.goto('/login')
      await enter(ann, 'ann')
      await skipWelcome(ann)
      await ann.getByRole('button', { name: 'Create Job' }).click()
      await ann.waitForURL(/\/webapp\/shipment/)
      await ann.goto('/webapp/users')
      await ann.getByRole('button', { name: 'Add User' }).click()
      await expect(ann.getByRole('dialog').getByLabel('Password')).toBeHidden()
      await expect(ann.getByRole('dialog')).toContainText('signs in with your company’s sign-in provider')
      await ann.getByRole('button', { name: 'Cancel' }).click()
      await invite(ann, 'Bilal Khan', 'bilal@maas.example')
      const listed = ann.getByRole('row', { name: /bilal@maas\.example/ })
      await expect(listed).toContainText('Invited')

      const bilal = await newPage(browser, product.url)
      await bilal.goto('/login')
      await enter(bilal, 'bilal')
      await expect(invitation(bilal, 'Ann Lee')).toContainText('Ann Lee has invited you to join as Staff')
      await answer(bilal, 'Ann Lee', 'Accept')
      await expectDashboard(bilal)
      await expect(bilal.getByRole('grid').getByRole('row')).toHaveCount(2)
      await expect(shownCompany(bilal)).toHaveText((await shownCompany(ann).textContent()) ?? '')
      await ann.reload()
      await expect(listed).toContainText('Has access')
      await Promise.all([ann, bilal].map(page => page.context().close()))
    } finally {
      await product.stop()
      await provider.stop()
    }
  })

test('whoever is added sees whose company it is before joining, and finds its jobs afterwards', async ({
  page,
  browser,
  baseURL,
}) => {
  const api = await newCompany(page)
  const job = await api.call<Job>('POST', '/api/shipment', {})
  const bilal = { ...newPerson('Bilal Khan'), company: '' }
  const { name: displayName, email, password } = bilal
  await api.call('POST', '/api/register/adduser', { displayName, email, password })

  const theirs = await newPage(browser, baseURL ?? '')
  await theirs.goto(`/webapp/shipment?id=${job.id}`)
  await fillSignIn(theirs, bilal)
  await expect(theirs.getByRole('heading', { name: 'You have an invitation' })).toBeVisible()
  await expect(invitation(theirs, api.person.company)).toContainText(
    `${api.person.name} has invited you to join as Staff.`,
  )
  await expectAccessible(theirs)
  await theirs.setViewportSize(PHONE)
  await expectNoSideways(theirs)
  // Nothing of the company is seen before.
  await theirs.goto(`/webapp/shipment?id=${job.id}`)
  await expect(theirs.getByRole('heading', { name: 'You have an invitation' })).toBeVisible()
  await answer(theirs, api.person.company, 'Accept')
  await expectDashboard(theirs)
  await theirs.goto(`/webapp/shipment?id=${job.id}`)
  await expect(theirs.getByLabel('Name', { exact: true })).toBeVisible()
  await theirs.context().close()
})

test('whoever declines is told to nobody else’s company, and may register one', async ({
  page,
  browser,
  baseURL,
}) => {
  const api = await newCompany(page)
  const carla = newPerson('Carla Dias')
  const { name: displayName, email, password } = carla
  await api.call('POST', '/api/register/adduser', { displayName, email, password })
  const theirs = await newPage(browser, baseURL ?? '')
  await theirs.goto('/login')
  await fillSignIn(theirs, carla)
  await answer(theirs, api.person.company, 'Decline')
  await expect(theirs.getByRole('heading', { name: 'You have no invitations.' })).toBeVisible()
  await expectAccessible(theirs)
  // No company is made for somebody who only opens the application again.
  await theirs.goto('/webapp')
  await expect(theirs.getByRole('heading', { name: 'You have no invitations.' })).toBeVisible()
  await theirs.getByRole('button', { name: /Register a company of my own/ }).click()
  await skipWelcome(theirs)
  await expect(shownCompany(theirs)).not.toHaveText(api.person.company)
  await page.goto('/webapp/users')
  await expect(page.getByRole('row', { name: new RegExp(email) })).toContainText('Declined')
  await theirs.context().close()
})

test('a link to join leads a new colleague from the password to the company, once', async ({
  page,
  browser,
  baseURL,
}) => {
  const api = await newCompany(page)
  const { email, password } = newPerson('Dina Rossi')
  const link = await invite(page, 'Dina Rossi', email)
  const theirs = await newPage(browser, baseURL ?? '')
  await theirs.goto(link)
  await expect(theirs.getByRole('heading', { name: `Join ${api.person.company}` })).toBeVisible()
  await expect(theirs.getByText(email)).toBeVisible()
  await expectAccessible(theirs)
  await theirs.getByRole('link', { name: 'Choose a password' }).click()
  await theirs.getByLabel('Password', { exact: true }).fill(password)
  await theirs.getByRole('button').click()
  await expect(theirs.getByRole('heading', { name: 'Password saved' })).toBeVisible()
  await theirs.goto('/login')
  await fillSignIn(theirs, { email, password })
  await answer(theirs, api.person.company, 'Accept')
  await expectDashboard(theirs)
  await theirs.goto(link)
  await expect(theirs.getByRole('heading', { name: 'This link no longer works.' })).toBeVisible()
  await expectAccessible(theirs)
  await theirs.context().close()
})

test('a person with a company of their own joins another, leaves it, and is back', async ({
  page,
  browser,
  baseURL,
}) => {
  const api = await newCompany(page)
  const theirs = await newPage(browser, baseURL ?? '')
  const owner = await signUp(theirs, { ...newPerson('Emil Berg'), company: 'Berg Spedition' })
  await theirs.getByRole('button', { name: 'Create Job' }).click()
  await theirs.waitForURL(/\/webapp\/shipment/)
  const link = await invite(page, owner.name, owner.email)
  await theirs.goto(link)
  await expect(invitation(theirs, api.person.company)).toContainText(
    'Berg Spedition, which you belong to now, stays as it is.',
  )
  await answer(theirs, api.person.company, 'Accept')
  await expectDashboard(theirs)
  await expect(shownCompany(theirs)).toHaveText(api.person.company)
  await theirs.goto('/webapp/users')
  await theirs.getByRole('button', { name: `Leave ${api.person.company}` }).click()
  await expect(theirs.getByRole('dialog')).toContainText('You will return to Berg Spedition.')
  await theirs.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
  await expectDashboard(theirs)
  await expect(shownCompany(theirs)).toHaveText('Berg Spedition')
  await expect(theirs.getByRole('grid').getByRole('row')).toHaveCount(2)
  await theirs.context().close()
})

test('with a mail server a sign-up proves its address by a code, and only then is there a sign-in', async ({
  browser,
}) => {
  test.setTimeout(180_000)
  const server = await startMailServer()
  const product = await startProduct({
    SMTP_HOST: server.settings.host,
    SMTP_PORT: String(server.settings.port),
    SMTP_SECURITY: 'none',
    MAIL_FROM: 'office@lading.example',
  })
  try {
    const page = await newPage(browser, product.url)
    const person = newPerson('Farah Aziz')
    await page.goto('/register')
    await fillSignUp(page, person)
    await expect(page.getByText(person.email)).toBeVisible()
    await expectAccessible(page)
    await page.getByLabel('Code').fill('no code')
    await page.getByLabel('Code').press('Enter')
    await expect(page.getByText('This is not the code that was sent.')).toBeVisible()
    await enterCode(page, person, server)
    await skipWelcome(page)
    await page.context().close()
  } finally {
    await product.stop()
    await server.close()
  }
})
