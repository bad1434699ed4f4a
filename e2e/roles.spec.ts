import { expect, type Page, test } from '@playwright/test'
import type { Job } from '#contract/jobs.ts'
import type { User } from '#contract/users.ts'
import { expectAccessible, expectNoSideways } from './accessibility.ts'
import { companyApi, type CompanyApi, newColleague, newCompany } from './company.ts'
import { fillSignIn, type Person } from './people.ts'

let page: Page
let api: CompanyApi
let colleague: Person
let theirs: Page

test.beforeAll(async ({ browser }) => {
  page = await browser.newPage()
  api = await newCompany(page)
  colleague = (await newColleague(api, { name: 'Bilal Khan' })).person
  theirs = await (await browser.newContext()).newPage()
  await theirs.goto('/login')
  await fillSignIn(theirs, colleague)
  await theirs.waitForURL(/\/webapp/)
})
test.afterAll(async () => {
  await theirs.context().close()
  await page.close()
})

const row = (name: string) => page.getByRole('row', { name: new RegExp(name) })
const box = (label: string) => page.getByRole('checkbox', { name: label, exact: true })

test('permissions stand as a table that only an Administrator can change', async () => {
  await page.goto('/webapp/users')
  await expect(page.getByRole('table').getByRole('columnheader')).toHaveText([
    'Permission',
    'Administrator',
    'Staff',
    'Viewer',
  ])
  await expect(box('Staff: Create and change jobs, items and finance')).toBeChecked()
  await expect(box('Viewer: Create and change jobs, items and finance')).not.toBeChecked()
  await expect(box('Administrator: Create and change jobs, items and finance')).toHaveCount(0)
  await expectAccessible(page)
  await theirs.goto('/webapp/users')
  await expect(theirs.getByRole('heading', { name: 'Permissions' })).toBeVisible()
  await expect(theirs.getByRole('checkbox')).toHaveCount(0)
})

test('what Staff may do is adjusted, and their screens follow', async () => {
  const job = await api.call<Job>('POST', '/api/shipment', {})
  await page.goto('/webapp/users')
  await box('Staff: Create and change jobs, items and finance').click()
  await expect(box('Staff: Create and change jobs, items and finance')).not.toBeChecked()
  await theirs.goto('/webapp')
  await expect(theirs.getByRole('button', { name: 'Create Contact' })).toBeVisible()
  await expect(theirs.getByRole('button', { name: 'Create Job' })).toHaveCount(0)
  await theirs.goto(`/webapp/shipment?id=${job.id}`)
  await expect(theirs.getByLabel('Vessel Name')).toBeDisabled()
  await box('Staff: Create and change jobs, items and finance').click()
  await expect(box('Staff: Create and change jobs, items and finance')).toBeChecked()
  await theirs.goto('/webapp')
  await expect(theirs.getByRole('button', { name: 'Create Job' })).toBeVisible()
})

test('a role is changed; the only Administrator cannot be lost', async () => {
  await page.goto('/webapp/users')
  await row('Bilal Khan').dblclick()
  const dialog = page.getByRole('dialog', { name: 'Bilal Khan' })
  await expectAccessible(page)
  await dialog.getByLabel('Role').selectOption('Viewer')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(row('Bilal Khan')).toContainText('Viewer')
  await theirs.goto('/webapp')
  await expect(theirs.getByRole('button', { name: 'Create Job' })).toHaveCount(0)

  await row(api.person.name).dblclick()
  const own = page.getByRole('dialog', { name: api.person.name })
  await own.getByLabel('Role').selectOption('Staff')
  await own.getByRole('button', { name: 'Save' }).click()
  await expect(own.getByRole('alert')).toContainText('is the only Administrator')
  await own.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
  await expect(own).toBeHidden()
})

test('whose access is taken away leaves no program behind but those that are ticked', async () => {
  const bilal = (await api.call<User[]>('GET', '/api/register/getusers')).find(
    user => user.displayName === 'Bilal Khan',
  )
  await api.call('PUT', '/api/register/user', { id: bilal?.id, role: 'administrator' })
  const byBilal = await companyApi(new URL(page.url()).origin, colleague)
  for (const name of ['Customs feed', 'Spare key'])
    await byBilal.call('POST', '/api/apitoken', { name, role: 'administrator' })
  await page.goto('/webapp/users')
  await row('Bilal Khan.*Can sign in').dblclick()
  const dialog = page.getByRole('dialog', { name: 'Bilal Khan' })
  await expect(dialog.getByRole('group')).toHaveCount(0)
  await dialog.getByLabel('Role').selectOption('Staff')
  const kept = dialog.getByRole('group', { name: 'Keep working without Bilal Khan' })
  await expect(kept.getByRole('checkbox')).toHaveCount(2)
  await expect(kept.getByRole('checkbox', { checked: true })).toHaveCount(0)
  await expect(kept.getByText('2 tokens will be revoked.')).toBeVisible()
  await expectAccessible(page)
  await kept.getByRole('checkbox', { name: 'Customs feed' }).check()
  await expect(kept.getByText('1 token will be revoked.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(row('Bilal Khan.*Can sign in')).toContainText('Staff')
  const tokens = page.getByRole('region', { name: 'API tokens' }).getByRole('row')
  await expect(tokens.filter({ hasText: 'Customs feed' })).toContainText(api.person.name)
  await expect(tokens.filter({ hasText: 'Spare key' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Revoke Customs feed' }).click()
  await page.getByRole('button', { name: 'Ok', exact: true }).click()
  await expect(page.getByText('No tokens yet.')).toBeVisible()
})

test('access is taken away at once, and given back', async () => {
  await page.goto('/webapp/users')
  await row('Bilal Khan').dblclick()
  const dialog = page.getByRole('dialog', { name: 'Bilal Khan' })
  await dialog.getByLabel('Can sign in').uncheck()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(row('Bilal Khan')).toContainText('Removed')
  await theirs.goto('/webapp')
  await expect(theirs.getByText('Your access to this company was removed.', { exact: false })).toBeVisible()
  await expect(theirs.getByRole('link', { name: 'Sign out' })).toBeVisible()
  await expectAccessible(theirs)
  await row('Bilal Khan').dblclick()
  await dialog.getByLabel('Can sign in').check()
  await dialog.getByLabel('New password').fill('a brand new password')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(row('Bilal Khan')).toContainText('Can sign in')
})

test('a program gets a token, shown once, and loses it', async () => {
  await page.goto('/webapp/users')
  await expect(page.getByText('No tokens yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Add Token' }).click()
  const dialog = page.getByRole('dialog', { name: 'New Token' })
  await expectAccessible(page)
  await dialog.getByLabel('Name').fill('Customs feed')
  await dialog.getByLabel('Role').selectOption('Viewer')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(dialog.getByText('This is the only time the token is shown.', { exact: false })).toBeVisible()
  await expectAccessible(page)
  const token = await dialog.getByLabel('Token').inputValue()
  await dialog.getByRole('button', { name: 'Done' }).click()
  const answered = () => page.request.get('/api/shipment', { headers: { authorization: `Bearer ${token}` } })
  expect((await answered()).status()).toBe(200)
  await page.getByRole('button', { name: 'Revoke Customs feed' }).click()
  await page.getByRole('button', { name: 'Ok', exact: true }).click()
  await expect(page.getByText('No tokens yet.')).toBeVisible()
  expect((await answered()).ok()).toBe(false)
})

test('on a phone nothing is wider than the window', async () => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/webapp/users')
  await expect(page.getByRole('heading', { name: 'Permissions' })).toBeVisible()
  await expectNoSideways(page)
  await page.screenshot({ path: test.info().outputPath('users-phone.png') })
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.screenshot({ path: test.info().outputPath('users.png') })
})
