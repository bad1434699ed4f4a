import { expect, type Page, test } from '@playwright/test'
import type { Job } from '#contract/jobs.ts'
import type { Organisation } from '#contract/organisations.ts'
import { paragraph } from '#testing/word/markup.ts'
import { templateFile } from '#testing/word/template-file.ts'
import { expectAccessible, expectNoSideways } from './accessibility.ts'
import { type CompanyApi, newCompany } from './company.ts'
import { openPersonMenu } from './people.ts'

let page: Page
let api: CompanyApi

test.beforeAll(async ({ browser }) => {
  page = await browser.newPage()
  api = await newCompany(page)
})
test.afterAll(() => page.close())

const newContact = (name: string) => api.call<Organisation>('POST', '/api/organisation', { name })

test('the shell has its search box, its entries, who is signed in and for which company', async () => {
  await page.goto('/webapp')
  const entries = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
  await expect(entries).toHaveText([
    'Dashboard',
    'Contacts',
    'Document Templates',
    'Users',
    'Company',
    'E-mails',
    'History',
    'Sign out',
  ])
  for (const [index, address] of [
    '/webapp',
    '/webapp/contacts',
    '/webapp/documenttemplates',
    '/webapp/users',
    '/webapp/company',
    '/webapp/emails',
    '/webapp/history',
    '/logout',
  ].entries())
    await expect(entries.nth(index)).toHaveAttribute('href', address)
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible()
  await expect(page.getByRole('banner')).toContainText(api.person.company)
  await expect(page.getByRole('banner')).toContainText(api.person.name)
})

test('the search box finds everything from three characters on, by keyboard alone', async () => {
  const job = await api.call<Job>('POST', '/api/shipment', {})
  await api.call('PUT', '/api/shipment', { id: job.id, name: 'Saffron for Zayd', mbl: 'ZAYD-1' })
  await newContact('Zayd Trading')
  await page.goto('/webapp')
  await expect(page.getByRole('button', { name: 'Create Job' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('za')
  await expect(page.getByText('Type at least 3 characters, or a job’s number.')).toBeVisible()
  await page.keyboard.type('yd')
  const found = page.getByRole('listbox', { name: 'Found' })
  await expect(found.getByRole('group', { name: 'Jobs' }).getByRole('option')).toHaveText([
    /Saffron for Zayd/,
  ])
  await expect(found.getByRole('group', { name: 'Contacts' }).getByRole('option')).toHaveText([
    /Zayd Trading/,
  ])
  await expectAccessible(page)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Zayd Trading', level: 1 })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.keyboard.type(String(job.jobId))
  await expect(found.getByRole('option').first()).toContainText('Saffron for Zayd')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Saffron for Zayd', level: 1 })).toBeVisible()
})

test('jobs in progress come first with what matched, and the last line leads to all of them in the list', async () => {
  for (let made = 0; made < 10; made += 1)
    await api.call('POST', '/api/shipment', { name: `Quartz ${made}`, vesselName: `Topaz ${made % 2}` })
  const done = await api.call<Job>('POST', '/api/shipment', { name: 'Done long ago', vesselName: 'Topaz 0' })
  await api.call('PUT', '/api/shipment', { id: done.id, statusId: 3 })
  await page.goto('/webapp')
  await page.getByRole('combobox', { name: /Search/ }).fill('topaz')
  const found = page.getByRole('listbox', { name: 'Found' }).getByRole('option')
  await expect(found).toHaveCount(9)
  await expect(found.first()).toHaveText(/Quartz 9\s*Vessel Name: Topaz 1 · In Progress/)
  await expect(found.first().locator('mark')).toHaveText('Topaz')
  await expect(found.filter({ hasText: 'Done long ago' })).toHaveCount(0)
  await expectAccessible(page)
  await expect(found.last()).toHaveText('Show all 11 in the list')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/search=topaz/)
  await expect(page.getByRole('row', { name: /Quartz|Done long ago/ })).toHaveCount(11)
})

test('a document that is found is highlighted among the attachments of its job', async () => {
  const job = await api.call<Job>('POST', '/api/shipment', {})
  for (const name of ['Packing photos.txt', 'Survey zebra.txt'])
    await api.upload('/api/document', new File(['x'], name), { shipmentId: job.id })
  await page.goto('/webapp')
  await page.getByRole('combobox', { name: /Search/ }).fill('zebra')
  await page.getByRole('option', { name: /Survey zebra/ }).click()
  await expect(page.getByRole('row', { name: /Survey zebra/ })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('row', { name: /Packing photos/ })).toHaveAttribute('aria-selected', 'false')
})

test('a template that is found is highlighted among the others, however many', async () => {
  for (let number = 10; number < 50; number += 1)
    await api.upload(
      '/api/documenttemplate',
      new File([new Uint8Array(templateFile({ body: paragraph('x') }))], `Letter ${number}.dotx`),
      {},
    )
  const row = (name: string) => page.getByRole('row', { name: new RegExp(name) })
  const find = async (name: string) => {
    await page.getByRole('combobox', { name: /Search/ }).fill(name)
    await page.getByRole('option', { name }).click()
    await expect(row(name)).toHaveAttribute('aria-selected', 'true')
    await expect(row(name)).toBeInViewport()
  }
  await page.goto('/webapp')
  await find('Letter 48')
  // The table stands there already, and now another of its rows is asked for.
  await find('Letter 11')
  await expect(row('Letter 48')).toHaveAttribute('aria-selected', 'false')
})

test('another screen, tab or job begins at its top; Back finds each as it was left', async () => {
  const [job, other] = [
    await api.call<Job>('POST', '/api/shipment', {}),
    await api.call<Job>('POST', '/api/shipment', {}),
  ]
  const pane = page.getByRole('main')
  const down = () => pane.evaluate(element => element.scrollTop)
  // Where it stands is known once the browser has told of it, with its next frame.
  const scrollDown = () =>
    pane.evaluate(async element => {
      const told = new Promise(resolve => element.addEventListener('scroll', resolve, { once: true }))
      element.scrollTo(0, 300)
      await told
    })
  await page.setViewportSize({ width: 1280, height: 500 })
  await page.goto(`/webapp/shipment?id=${job.id}`)
  await expect(page.getByRole('textbox', { name: 'Vessel Name' })).toBeVisible()
  await scrollDown()
  // As by the keyboard: a click of the mouse would first scroll up to the tabs.
  await page.getByRole('link', { name: 'Finance', exact: true }).dispatchEvent('click')
  await expect(page).toHaveURL(/finance/)
  await expect.poll(down).toBe(0)
  await page.goBack()
  await expect(page.getByRole('textbox', { name: 'Vessel Name' })).toBeVisible()
  await expect.poll(down).toBe(300)
  await page.keyboard.press('Control+k')
  await page.keyboard.type(String(other.jobId))
  await page.getByRole('option', { name: new RegExp(`^${other.jobId} `) }).click()
  await expect(page).toHaveURL(new RegExp(other.id))
  await expect.poll(down).toBe(0)
  await scrollDown()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Users' }).click()
  await expect(page.getByRole('heading', { name: 'Users', level: 1 })).toBeInViewport()
  expect(await down()).toBe(0)
  await page.setViewportSize({ width: 1280, height: 720 })
})

test('another page of a list leaves the screen where it stands', async () => {
  await page.setViewportSize({ width: 1280, height: 400 })
  for (let number = 0; number < 30; number += 1) await newContact(`Paged ${number}`)
  await page.goto('/webapp/history?size=25')
  const pane = page.getByRole('main')
  const next = page.getByRole('button', { name: 'Next page' })
  await next.scrollIntoViewIfNeeded()
  const before = await pane.evaluate(element => element.scrollTop)
  expect(before).toBeGreaterThan(0)
  await next.click({ timeout: 5000 })
  await expect(page.getByRole('button', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page')
  expect(await pane.evaluate(element => element.scrollTop)).toBeGreaterThan(0)
  await page.setViewportSize({ width: 1280, height: 720 })
})

test('fields line up, a placeholder reads as none, and a table ends at its own edge', async () => {
  const { id } = await newContact('Lined Up')
  const job = await api.call<Job>('POST', '/api/shipment', {})
  await api.call('PUT', '/api/shipment', { id: job.id, quote: { quoteType: 1, transportMode: 2 } })
  await page.goto(`/webapp/contact?id=${id}`)
  const height = (label: string) =>
    page.getByLabel(label, { exact: true }).evaluate(element => element.getBoundingClientRect().height)
  expect(await height('Description')).toBe(await height('Contact Name'))
  await page.goto(`/webapp/shipment/finance?id=${job.id}`)
  const total = page.getByLabel('Total', { exact: true }).first()
  await expect(total).toHaveAttribute('placeholder', '00.0')
  const weights = await total.evaluate(element => [
    getComputedStyle(element).fontWeight,
    getComputedStyle(element, '::placeholder').fontWeight,
  ])
  expect(weights).toEqual(['600', '400'])
  await page.goto('/webapp/contacts')
  const edge = page.getByRole('columnheader', { name: 'Open Jobs' }).locator('.data-table__grip')
  await expect(edge).toHaveCSS('border-right-color', 'rgba(0, 0, 0, 0)')
})

test('light or dark is as the system has it, unless the person wants one of the two', async () => {
  await page.goto('/webapp/contacts')
  const scheme = () => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(scheme).toBe('dark')
  await openPersonMenu(page)
  await page.getByRole('button', { name: 'Light or dark' }).click()
  await expect.poll(scheme).toBe('light')
  await page.reload()
  await openPersonMenu(page)
  await page.getByRole('button', { name: 'Always light' }).click()
  await page.emulateMedia({ colorScheme: 'light' })
  await expect.poll(scheme).toBe('dark')
  await page.getByRole('button', { name: 'Always dark' }).click()
  await expect.poll(scheme).toBe('light')
  await page.emulateMedia({ colorScheme: null })
})

test('what is a person’s own stands in the menu at the top right, which the keyboard opens and closes', async () => {
  await page.goto('/webapp/users')
  await openPersonMenu(page)
  const menu = page.getByRole('group', { name: api.person.email })
  await expect(menu.getByRole('link')).toHaveText(['My account'])
  await expect(menu.getByRole('link')).toHaveAttribute('href', '/identity/account')
  await expect(menu.getByRole('button')).toHaveText([
    'Mentions',
    'Morning summary',
    'Keyboard shortcuts',
    /Light or dark|Always/,
  ])
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
})

test('commands are given from the search box, and C makes a job anywhere but in a field', async () => {
  await page.goto('/webapp/users')
  await expect(page.getByRole('button', { name: 'Add User' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('option', { name: 'New job C' })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.type('go to comp')
  await expect(page.getByRole('option')).toHaveText(['Go to Company'])
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/webapp/company')

  const jobs = async () => (await api.call<Job[]>('GET', '/api/shipment')).length
  const before = await jobs()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('cc')
  await page.keyboard.press('Escape')
  expect(await jobs()).toBe(before)
  await page.goto('/webapp/contacts')
  await expect(page.getByRole('heading', { name: 'Contacts' })).toBeVisible()
  await page.keyboard.press('c')
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
  await page.keyboard.type('Cocoa')
  await page.keyboard.press('Control+s')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  for (const command of ['change etd', 'change eta', 'change etd']) {
    await page.keyboard.press('Control+k')
    await page.keyboard.type(command)
    await page.keyboard.press('Enter')
    await expect(page.getByLabel(command.slice(-3).toUpperCase(), { exact: true })).toBeFocused()
  }
  await page.keyboard.press('Control+k')
  await page.keyboard.type('generate doc')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Select Document Template' })).toBeVisible()
  await page.keyboard.press('Escape')
})

test('? lists the keys', async () => {
  await page.goto('/webapp/users')
  await expect(page.getByRole('button', { name: 'Add User' })).toBeVisible()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toContainText('Ctrl K')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeHidden()
})

test('being offline is said, and not any more when the connection is back', async () => {
  await page.goto('/webapp/users')
  await expect(page.getByRole('button', { name: 'Add User' })).toBeVisible()
  await page.context().setOffline(true)
  await expect(page.getByText('You are offline.', { exact: false })).toBeVisible()
  await page.context().setOffline(false)
  await expect(page.getByText('You are offline.', { exact: false })).toBeHidden()
})

test('on a phone the sidebar collapses, opens by its button and closes by Escape', async () => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/webapp/contacts')
  const contacts = page.getByRole('link', { name: 'Document Templates' })
  await expect(contacts).not.toBeInViewport()
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(contacts).toBeInViewport()
  await page.keyboard.press('Escape')
  await expect(contacts).not.toBeInViewport()
  await expect(page.getByRole('button', { name: 'Menu' })).toBeFocused()
  await expectNoSideways(page)
  await page.setViewportSize({ width: 1440, height: 900 })
})

test('without a connection a screen that was never shown says so, and comes by itself when it is back', async ({
  browser,
}) => {
  const context = await browser.newContext()
  const visitor = await context.newPage()
  await newCompany(visitor)
  await context.setOffline(true)
  await visitor.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Users' }).click()
  await expect(visitor.getByText('This screen could not be shown.')).toBeVisible()
  await context.setOffline(false)
  await expect(visitor.getByRole('heading', { name: 'Users', level: 1 })).toBeVisible()
  await context.close()
})
