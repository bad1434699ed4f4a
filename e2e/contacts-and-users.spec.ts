import { expect, type Page, test } from '@playwright/test'
import type { Job } from '#contract/jobs.ts'
import type { Organisation } from '#contract/organisations.ts'
import { expectAccessible, expectNoSideways } from './accessibility.ts'
import { type CompanyApi, newCompany } from './company.ts'
import { newPerson } from './people.ts'

let page: Page
let api: CompanyApi

test.beforeAll(async ({ browser }) => {
  page = await browser.newPage()
  api = await newCompany(page)
})
test.afterAll(() => page.close())

const newContact = (name: string) => api.call<Organisation>('POST', '/api/organisation', { name })
const message = () => page.getByRole('dialog').or(page.getByRole('alertdialog'))

test('the shell has its search box, its entries, who is signed in and for which company', async () => {
  await page.goto('/webapp')
  const entries = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
  await expect(entries).toHaveText([
    'Dashboard',
    'Contacts',
    'Document Templates',
    'Company',
    'Users',
    'Sign out',
  ])
  for (const [index, address] of [
    '/webapp',
    '/webapp/contacts',
    '/webapp/documenttemplates',
    '/webapp/company',
    '/webapp/users',
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

test('light or dark is as the system has it, unless the person wants one of the two', async () => {
  await page.goto('/webapp/contacts')
  const scheme = () => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(scheme).toBe('dark')
  await page.getByRole('button', { name: 'Light or dark' }).click()
  await expect.poll(scheme).toBe('light')
  await page.reload()
  await page.getByRole('button', { name: 'Always light' }).click()
  await page.emulateMedia({ colorScheme: 'light' })
  await expect.poll(scheme).toBe('dark')
  await page.getByRole('button', { name: 'Always dark' }).click()
  await expect.poll(scheme).toBe('light')
  await page.emulateMedia({ colorScheme: null })
})

test('? lists the keys', async () => {
  await page.goto('/webapp/users')
  await expect(page.getByRole('button', { name: 'Add User' })).toBeVisible()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keys' })).toContainText('Ctrl K')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: 'Keys' })).toBeHidden()
})

test('being offline is said, and not any more when the connection is back', async () => {
  await page.goto('/webapp/users')
  await expect(page.getByRole('button', { name: 'Add User' })).toBeVisible()
  await page.context().setOffline(true)
  await expect(page.getByText('You are offline.', { exact: false })).toBeVisible()
  await page.context().setOffline(false)
  await expect(page.getByText('You are offline.', { exact: false })).toBeHidden()
})

test('Contacts lists organisation names; a double click opens the contact', async () => {
  await newContact('Bosphorus Rice')
  await page.goto('/webapp/contacts')
  await expect(page.getByRole('gridcell', { name: 'Bosphorus Rice', exact: true })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('gridcell', { name: 'Bosphorus Rice', exact: true }).dblclick()
  await expect(page.getByRole('heading', { name: 'Bosphorus Rice', level: 1 })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Contact' }).getByRole('link')).toHaveText([
    'Details',
    'Finance',
  ])
})

test('Contacts is searched while one types, and the field keeps the focus', async () => {
  await newContact('Ferro Tools')
  await page.goto('/webapp/contacts')
  const field = page.getByRole('searchbox', { name: 'Search contacts' })
  await field.pressSequentially('fer')
  await expect(page).toHaveURL(/search=fer/)
  await expect(page.getByRole('grid', { name: 'Contacts' }).getByRole('gridcell')).toHaveText([
    /Ferro Tools$/,
  ])
  await expect(field).toBeFocused()
  await field.pressSequentially('ro')
  await expect(page).toHaveURL(/search=ferro/)
  await expect(field).toHaveValue('ferro')
  await page.goBack()
  await page.goForward()
  await expect(field).toHaveValue('ferro')
})

test('the contact’s form has every field; Save updates the organisation, Cancel goes back', async () => {
  const { id } = await newContact('Cape Foods')
  await page.goto(`/webapp/contact?id=${id}`)
  await expect(page.getByRole('form', { name: 'Contact' }).locator('label')).toHaveText([
    'Name',
    'Description',
    'Contact Name',
    'Building No.',
    'Building Name',
    'Street',
    'City',
    'County',
    'Post Code',
    'Country',
    'Telephone',
    'Mobile',
    'E-mail',
    'Website',
  ])
  await expectAccessible(page)
  await page.getByLabel('City').fill('Cape Town')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByLabel('City')).toHaveValue('')
  await page.getByLabel('City').fill('Durban')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Contact saved.')).toBeVisible()
  const stored = await api.call<Organisation>('GET', `/api/organisation/${id}`)
  expect(stored.organisationContacts[0]?.contact).toMatchObject({ city: 'Durban' })
})

test('while a contact loads, the places of its fields stand there', async () => {
  const { id } = await newContact('Slow Boats')
  const release = Promise.withResolvers<void>()
  await page.route(`**/api/organisation/${id}`, async route => {
    await release.promise
    await route.continue()
  })
  await page.goto(`/webapp/contact?id=${id}`)
  await expect(page.getByRole('status', { name: 'Loading' })).toBeVisible()
  await expectAccessible(page)
  release.resolve()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Slow Boats')
  await page.unrouteAll()
})

test('what is unsaved on a contact waits through its other tab and a reload, and leaving asks', async () => {
  const { id } = await newContact('Marina Foods')
  await page.goto(`/webapp/contact?id=${id}`)
  const tabs = page.getByRole('navigation', { name: 'Contact' })
  await page.getByLabel('City').fill('Genoa')
  await tabs.getByRole('link', { name: 'Finance' }).click()
  await expect(page).toHaveURL(`/webapp/contact/finance?id=${id}`)
  await tabs.getByRole('link', { name: 'Details' }).click()
  await expect(page.getByLabel('City')).toHaveValue('Genoa')
  page.once('dialog', asked => void asked.accept())
  await page.reload()
  await expect(page.getByLabel('City')).toHaveValue('Genoa')
  await page.getByRole('link', { name: 'Users' }).click()
  await expect(message()).toContainText('Leave without saving?')
  await page.getByRole('button', { name: 'Leave' }).click()
  await page.goto(`/webapp/contact?id=${id}`)
  await expect(page.getByLabel('City')).toHaveValue('')
})

test('further contacts have name, e-mail and role, and leave what is being typed above alone', async () => {
  const { id } = await newContact('Hansa Paper')
  await page.goto(`/webapp/contact?id=${id}`)
  await page.getByLabel('City').fill('Hamburg')
  await page.getByRole('button', { name: 'Add Person' }).click()
  const person = page.getByRole('dialog', { name: 'Add Person' })
  await person.getByLabel('Name').fill('Greta Holm')
  await person.getByLabel('E-mail').fill('greta@hansa.example')
  await person.getByLabel('Role').fill('Imports')
  await expectAccessible(page)
  await person.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('row', { name: /Greta Holm greta@hansa.example Imports/ })).toBeVisible()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Contact saved.').last()).toBeVisible()
  await page.getByRole('button', { name: 'Remove Greta Holm' }).click()
  await expect(message()).toContainText('Do you want to remove Greta Holm?')
  await page.getByRole('button', { name: 'Ok' }).click()
  await expect(page.getByText('No further contacts yet.')).toBeVisible()
  const { organisationContacts } = await api.call<Organisation>('GET', `/api/organisation/${id}`)
  expect(organisationContacts.map(link => link.contact.city)).toEqual(['Hamburg'])
})

test('a contact that has a part in a job cannot be deleted, and says in which', async () => {
  const { id, parties } = await newContact('Coral Lines')
  const job = await api.call<Job>('POST', '/api/shipment', {})
  await api.call('POST', '/api/shipmentcarrier', { shipmentId: job.id, carrierId: parties[0]?.id })
  await page.goto(`/webapp/contact?id=${id}`)
  await page.getByRole('button', { name: 'Delete Contact' }).click()
  await expect(message()).toContainText("Do you want to delete 'Coral Lines'?")
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Ok' }).click()
  await expect(page.getByText(`it has a part in job ${job.jobId}.`, { exact: false })).toBeVisible()
})

test('a contact’s Finance lists its jobs; a Total is saved on change and says so', async () => {
  const { id, parties } = await newContact('Pearl River Toys')
  const job = await api.call<Job>('POST', '/api/shipment', {})
  await api.call('PUT', '/api/shipment', {
    id: job.id,
    name: 'Toys',
    quote: { transportMode: 2, quoteType: 1 },
  })
  await api.call('POST', '/api/shipmentconsignee', { shipmentId: job.id, consigneeId: parties[0]?.id })
  await page.goto(`/webapp/contact/finance?id=${id}`)
  await expect(page.getByRole('columnheader')).toHaveText([
    'Job Id',
    'Name',
    'Transport Mode',
    'Quote Type',
    /^Total/,
  ])
  const row = page.getByRole('row', { name: /Toys Sea ExWorks/ })
  await row.getByRole('textbox').fill('1250.5')
  await page.keyboard.press('Tab')
  await expect(row.getByText('Saved')).toBeVisible()
  await expectAccessible(page)
  expect(await api.call('GET', `/api/finance/${job.quote.financeId}`)).toMatchObject({ total: 1250.5 })
})

test('Users has its table, its note and its two messages, which can be dismissed', async () => {
  await page.goto('/webapp/users')
  await expect(page.getByText('Add a colleague to work with you.')).toBeVisible()
  await expect(page.getByRole('grid', { name: 'Users' }).getByRole('columnheader')).toHaveText([
    'Name',
    'Email',
    'Role',
    'Access',
    'History',
  ])
  await expectAccessible(page)
  const { name, email, password } = newPerson('Carla Dias')
  const add = async () => {
    await page.getByRole('button', { name: 'Add User' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.locator('label')).toHaveText(['Name', 'Email', 'Password', 'Role'])
    await dialog.getByLabel('Name').fill(name)
    await dialog.getByLabel('Email').fill(email)
    await dialog.getByLabel('Password', { exact: true }).fill(password)
    await dialog.getByRole('button', { name: 'Create' }).click()
  }
  await add()
  await expect(page.getByText('User created successfully.')).toBeVisible()
  await expect(page.getByRole('gridcell', { name: email })).toBeVisible()
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect(page.getByText('User created successfully.')).toBeHidden()
  await add()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(
    page.getByText(`User could not be created. Somebody already signs in as ${email}.`, { exact: false }),
  ).toBeVisible()
  await expectAccessible(page)
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
