import { expect, type Page, test } from '@playwright/test'
import type { Company } from '#contract/company.ts'
import type { DocumentTemplate } from '#contract/templates.ts'
import type { User } from '#contract/users.ts'
import { paragraph } from '#testing/word/markup.ts'
import { templateFile } from '#testing/word/template-file.ts'
import { smallJpeg } from '#testing/pictures.ts'
import { expectAccessible, expectNoSideways } from './accessibility.ts'
import { companyApi, newColleague, newCompany } from './company.ts'
import { expectDashboard, fillSignIn, fillSignUp, fillSignUpForm, newPerson } from './people.ts'

const welcome = (page: Page) => page.getByRole('heading', { name: 'Welcome to Lading' })
const field = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true })
const step = (page: Page, name: string) => page.getByRole('link', { name: new RegExp(`^${name}`) })

/** Signs up where the clock is that of `timezoneId`, and stays on the page that follows. */
async function arrive(page: Page, address = '/register', person = newPerson()) {
  await page.goto(address)
  await fillSignUp(page, person)
  await expect(welcome(page)).toBeVisible()
  return person
}
const apiOf = (page: Page, person: ReturnType<typeof newPerson>) =>
  companyApi(new URL(page.url()).origin, person)

test('a double click on Sign up makes one sign-in and arrives', async ({ page }) => {
  const person = newPerson()
  await page.goto('/register')
  await fillSignUpForm(page, person)
  await page.getByRole('button', { name: 'Sign up' }).dblclick({ delay: 30 })
  // The first sending's navigation is given up for the second's, which a wait for an address would take for a failure.
  await expect(page.getByRole('button', { name: 'Skip for now' })).toBeVisible()
})

test.describe('in Karachi', () => {
  test.use({ timezoneId: 'Asia/Karachi', locale: 'en-US' })

  test('a company is set up by keyboard alone, on one page', async ({ page }) => {
    const person = await arrive(page)
    await expect(field(page, 'Country')).toHaveValue('Pakistan')
    await expect(field(page, 'Currency')).toHaveValue(/^PKR/)
    await expect(field(page, 'Time Zone')).toHaveValue(/^Asia\/Karachi/)
    await expect(field(page, 'Date Order')).toHaveValue(/^Day, month, year/)
    await expect(field(page, 'Paper Size')).toHaveValue(/^A4/)
    await expectAccessible(page)
    const fits = () =>
      page.getByRole('main').evaluate(({ scrollHeight, clientHeight }) => scrollHeight <= clientHeight)
    expect(await fits()).toBe(true)

    const { keyboard } = page
    const tabTo = async (name: string) => {
      for (let times = 0; times < 40; times += 1) {
        await keyboard.press('Tab')
        const here = await page.evaluate(() => {
          const { activeElement: one } = document
          return one instanceof HTMLInputElement ? one.labels?.[0]?.textContent : one?.textContent
        })
        if (here === name) return
      }
      throw new Error(`Tab does not reach ${name}.`)
    }
    await tabTo('Currency')
    await keyboard.type('usd')
    await keyboard.press('Enter')
    await keyboard.press('Shift+Tab')
    await keyboard.type('united states')
    await keyboard.press('Enter')
    // What was chosen stays; what was proposed goes with the country.
    await expect(field(page, 'Currency')).toHaveValue(/^USD/)
    await expect(field(page, 'Paper Size')).toHaveValue(/^Letter/)
    await expect(field(page, 'Time Zone')).toHaveValue(/^America\/New York/)
    await keyboard.press('Control+a')
    await keyboard.type('united arab')
    await keyboard.press('Enter')
    await expect(field(page, 'Currency')).toHaveValue(/^USD/)
    await expect(field(page, 'Paper Size')).toHaveValue(/^A4/)
    await tabTo('Email')
    await keyboard.type('sara.khan@lee.example')
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Sara Khan')
    await tabTo('Start')
    await keyboard.press('Enter')
    const link = page.getByRole('dialog', { name: 'Invitation' })
    await expect(link).toBeVisible()
    await expectAccessible(page)
    await link.getByRole('button', { name: 'Done' }).press('Enter')
    await expectDashboard(page)
    const api = await apiOf(page, person)
    expect(await api.call<Company>('GET', '/api/company')).toMatchObject({
      ...{ countryId: 'AE', currency: 'USD', timeZone: 'Asia/Dubai', dateOrder: 'dmy', paperSize: 'A4' },
    })
    const users = await api.call<User[]>('GET', '/api/register/getusers')
    expect(users.map(({ displayName, role }) => [displayName, role])).toEqual([
      ['Ann Lee', 'administrator'],
      ['Sara Khan', 'staff'],
    ])
    await expect(page.getByText('2 of 5 done')).toBeVisible()
    await expect(step(page, 'Set country and currency')).toContainText('Done')
  })

  test('a failure of one leaves the others, and says which', async ({ page }) => {
    const person = await arrive(page)
    await page.getByLabel('Email', { exact: true }).fill('no address')
    await page.getByRole('button', { name: 'Start' }).click()
    await expect(page.getByRole('alert')).toContainText('Your colleague was not invited.')
    await expect(page.getByLabel('Email', { exact: true })).toHaveAccessibleDescription(
      /This must be an e-mail address/,
    )
    const api = await apiOf(page, person)
    expect(await api.call<Company>('GET', '/api/company')).toMatchObject({ countryId: 'PK', currency: 'PKR' })
    await page.route('**/api/company', route =>
      route.request().method() === 'PUT' ? route.fulfill({ status: 503, json: {} }) : route.fallback(),
    )
    await page.getByLabel('Email', { exact: true }).fill('sara@lee.example')
    await field(page, 'Currency').fill('EUR')
    await field(page, 'Currency').press('Enter')
    await page.getByRole('button', { name: 'Start' }).click()
    await page.getByRole('dialog', { name: 'Invitation' }).getByRole('button', { name: 'Done' }).click()
    await expect(page.getByRole('alert')).toContainText('The company’s settings were not saved.')
    await page.unroute('**/api/company')
    await page.getByRole('button', { name: 'Start' }).click()
    await expectDashboard(page)
    expect(await api.call<Company>('GET', '/api/company')).toMatchObject({ currency: 'EUR' })
  })

  test('logo and template are dropped and kept at once; whoever leaves half-way loses nothing', async ({
    page,
  }) => {
    const person = await arrive(page)
    await page
      .getByRole('group', { name: 'Logo' })
      .locator('input[type=file]')
      .setInputFiles({
        ...{ name: 'logo.jpg', mimeType: 'image/jpeg', buffer: smallJpeg() },
      })
    await expect(page.getByRole('img', { name: /^Logo of/ })).toBeVisible()
    const bytes = templateFile({ body: paragraph('Job {{JobId}}') }).toString('base64')
    const dropped = await page.evaluateHandle(base64 => {
      const files = new DataTransfer()
      const content = Uint8Array.from(atob(base64), one => one.codePointAt(0) ?? 0)
      files.items.add(new File([content], 'Own notice.docx'))
      return files
    }, bytes)
    const box = page.getByRole('group', { name: 'Document template' }).getByText('or drop it here')
    for (const type of ['dragenter', 'dragover', 'drop'])
      await box.dispatchEvent(type, { dataTransfer: dropped })
    await page.getByRole('button', { name: 'Use it as a template' }).click()
    await expect(page.getByText('Own notice.dotx was added.')).toBeVisible()
    await field(page, 'Country').fill('Germany')
    await field(page, 'Country').press('Enter')
    await page.getByLabel('Email', { exact: true }).fill('sara@lee.example')

    await page.getByRole('link', { name: 'Dashboard' }).click()
    await expect(page.getByText('2 of 5 done')).toBeVisible()
    await page.reload()
    await step(page, 'Set country and currency').click()
    await expect(field(page, 'Country')).toHaveValue('Germany')
    await expect(field(page, 'Currency')).toHaveValue(/^EUR/)
    await expect(page.getByLabel('Email', { exact: true })).toHaveValue('sara@lee.example')
    const api = await apiOf(page, person)
    const templates = await api.call<DocumentTemplate[]>('GET', '/api/documenttemplate')
    expect(templates.map(({ name }) => name)).toContain('Own notice.dotx')
  })
})

test('it is skipped by one click, which leads to what was wanted before, and is never shown again', async ({
  page,
}) => {
  const person = newPerson()
  await page.goto('/webapp/contacts?search=harbour')
  await page.getByRole('link', { name: 'Sign up' }).click()
  await fillSignUp(page, person)
  await page.getByRole('button', { name: 'Skip for now' }).click()
  await page.waitForURL(url => url.pathname + url.search === '/webapp/contacts?search=harbour')
  await page.goto('/logout')
  await page.waitForURL(url => url.pathname === '/')
  await page.goto('/login')
  await fillSignIn(page, person)
  await expectDashboard(page)
  expect(new URL(page.url()).pathname).toBe('/webapp')
})

test('on a phone it is one column, as easily used', async ({ browser }) => {
  const page = await browser.newPage({ viewport: { width: 390, height: 844 } })
  await arrive(page)
  await expectAccessible(page)
  await expectNoSideways(page)
  await page.getByRole('button', { name: 'Start' }).click()
  await expectDashboard(page)
  await expect(page.getByText('1 of 5 done')).toBeVisible()
  await expectAccessible(page)
  await expectNoSideways(page)
  await page.close()
})

test('an empty dashboard lists the first steps to those who may do them, until there is a job', async ({
  page,
  browser,
}) => {
  const api = await newCompany(page)
  await expect(page.getByText('0 of 5 done')).toBeVisible()
  await expectAccessible(page)
  await step(page, 'Create your first contact').click()
  await expect(page.getByRole('link', { name: 'Import contacts from a spreadsheet' })).toBeVisible()
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await page.getByRole('button', { name: 'Hide this list' }).click()
  await expect(page.getByText('0 of 5 done')).toHaveCount(0)
  await page.reload()
  await page.getByRole('button', { name: 'Show first steps' }).click()
  await expect(page.getByText('0 of 5 done')).toBeVisible()

  const open = async (role: 'staff' | 'viewer') => {
    const { person } = await newColleague(api, { name: role === 'staff' ? 'Sam Staff' : 'Vera Viewer', role })
    const context = await browser.newContext()
    const theirs = await context.newPage()
    await theirs.goto('/webapp')
    await fillSignIn(theirs, person)
    return theirs
  }
  const staff = await open('staff')
  await expect(staff.getByText('1 of 3 done')).toBeVisible()
  await expect(step(staff, 'Add your logo')).toHaveCount(0)
  await staff.context().close()
  const viewer = await open('viewer')
  await expect(viewer.getByText('No jobs yet.')).toBeVisible()
  await expect(viewer.getByText('First steps')).toHaveCount(0)
  await expect(viewer.getByRole('button', { name: 'Create your first job' })).toHaveCount(0)
  await viewer.context().close()

  await page.getByRole('button', { name: 'Create your first job' }).click()
  await page.waitForURL(/\/webapp\/shipment/)
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await expect(page.getByText('1 job', { exact: true })).toBeVisible()
  await expect(page.getByText('First steps')).toHaveCount(0)
})
