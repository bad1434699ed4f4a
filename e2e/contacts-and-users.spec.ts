import { expect, type Page, test } from '@playwright/test'
import type { Job } from '#contract/jobs.ts'
import type { Organisation } from '#contract/organisations.ts'
import { expectAccessible } from './accessibility.ts'
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

test('Contacts lists organisation names; a double click opens the contact', async () => {
  await newContact('Bosphorus Rice')
  await page.goto('/webapp/contacts')
  await expect(page.getByRole('gridcell', { name: /Bosphorus Rice/ })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('gridcell', { name: /Bosphorus Rice/ }).dblclick()
  await expect(page.getByRole('heading', { name: 'Bosphorus Rice', level: 1 })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Contact' }).getByRole('link')).toHaveText([
    'Details',
    'Finance',
    'Jobs',
    'History',
  ])
})

test('an address that names no contact, or no record of a history, says so', async () => {
  await newContact('Rubbish Removals')
  for (const address of [
    `/webapp/contact?id=${crypto.randomUUID()}`,
    // Not what is found by that name either.
    '/webapp/contact?id=rubbish',
    '/webapp/contact/finance?id=7',
  ]) {
    await page.goto(address)
    await expect(page.getByText('This contact does not exist.')).toBeVisible()
  }
  await page.goto('/webapp/users/history?id=rubbish')
  await expect(page.getByText('This user does not exist.')).toBeVisible()
  await page.goto('/webapp/documenttemplates/history?id=rubbish')
  await expect(page.getByText('This document template does not exist.')).toBeVisible()
})

test('Contacts is searched while one types, and the field keeps the focus', async () => {
  const contact = { city: 'Turin', countryId: 'IT', mobile: '+39 011 1', email: 'sales@ferro.example' }
  await api.call('POST', '/api/organisation', { name: 'Ferro Tools', organisationContacts: [{ contact }] })
  await page.goto('/webapp/contacts')
  const field = page.getByRole('searchbox', { name: 'Search contacts' })
  await field.pressSequentially('fer')
  await expect(page).toHaveURL(/search=fer/)
  const cells = page.getByRole('grid', { name: 'Contacts' }).getByRole('gridcell')
  await expect(cells).toHaveText([
    /Ferro Tools$/,
    'Turin',
    'Italy',
    '+39 011 1',
    'sales@ferro.example',
    '',
    '0',
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
  await expect(
    page.getByRole('form', { name: 'Contact' }).locator('label').filter({ visible: true }),
  ).toHaveText([
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
  await expect(page.getByText(`it is a party to job ${job.jobId}.`, { exact: false })).toBeVisible()
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
    await expect(dialog.locator('label').filter({ visible: true })).toHaveText([
      'Name',
      'Email',
      'Invite by e-mail',
      'Password',
      'Role',
    ])
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
  await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
  await expect(
    page.getByText(`User could not be created. ${email} is already listed in your company, as ${name}.`, {
      exact: false,
    }),
  ).toBeVisible()
  await expectAccessible(page)
})

test('a colleague is invited by a link, which is shown where no mail server is configured', async ({
  browser,
}) => {
  await page.goto('/webapp/users')
  await page.getByRole('button', { name: 'Add User' }).click()
  const { name, email } = newPerson('Dina Rossi')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Invite by e-mail').check()
  await expect(dialog.getByLabel('Password', { exact: true })).toBeHidden()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Create' }).click()
  const shown = page.getByRole('dialog', { name: 'Invitation' })
  const link = await shown.getByLabel('Link').inputValue()
  await expectAccessible(page)
  await shown.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText('User created successfully.')).toBeVisible()

  const context = await browser.newContext()
  const visitor = await context.newPage()
  await visitor.goto(link)
  await expect(visitor.getByText(email)).toBeVisible()
  await expect(visitor.getByRole('link', { name: 'Choose a password' })).toBeVisible()
  await context.close()
})
