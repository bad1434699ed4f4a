import { expect, type Page, test } from '@playwright/test'
import type { Company } from '#contract/company.ts'
import type { Item } from '#contract/items.ts'
import type { Job } from '#contract/jobs.ts'
import type { MailTemplate } from '#contract/mail-templates.ts'
import type { Organisation } from '#contract/organisations.ts'
import { png } from '#testing/word/png.ts'
import { expectAccessible } from './accessibility.ts'
import { type CompanyApi, newColleague, newCompany } from './company.ts'

let page: Page
let api: CompanyApi
/** Bilal Khan, who saves while the page is open. */
let colleague: CompanyApi

test.beforeAll(async ({ browser }) => {
  page = await browser.newPage()
  api = await newCompany(page)
  colleague = await newColleague(api, { name: 'Bilal Khan' })
})
test.afterAll(() => page.close())

const save = () => page.getByRole('button', { name: 'Save', exact: true }).click()
const dialog = (name: string) => page.getByRole('dialog', { name, exact: true })

test.describe('two people on one contact', () => {
  let contact: Organisation
  const first = () => contact.organisationContacts[0]
  const stored = async () => {
    const one = await api.call<Organisation>('GET', `/api/organisation/${contact.id}`)
    return { ...one.organisationContacts[0]?.contact, name: one.name }
  }
  const colleagueSaves = (name: string, address: object) =>
    colleague.call('PUT', '/api/organisation', {
      id: contact.id,
      name,
      organisationContacts: [{ ...first(), contact: { id: first()?.contactId, ...address } }],
    })

  test.beforeEach(async () => {
    contact = await api.call<Organisation>('POST', '/api/organisation', {
      name: 'Cape Foods',
      organisationContacts: [{ contact: { city: 'Cape Town', countryId: 'ZA', street: 'Long Street' } }],
    })
    await page.goto(`/webapp/contact?id=${contact.id}`)
    await page.getByLabel('City').fill('Durban')
  })

  test('a save keeps what only the other one changed', async () => {
    await colleagueSaves('Cape Foods', { street: 'Loop Street' })
    await save()
    const conflict = dialog('Somebody has changed this contact since you opened it')
    await expect(conflict).toContainText('“Save” keeps both.')
    await expect(
      conflict.getByRole('row', { name: /Street Long Street Loop Street Bilal Khan/ }),
    ).toBeVisible()
    await expectAccessible(page)
    await conflict.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(conflict).toBeHidden()
    await expect(page.getByLabel('Street')).toHaveValue('Loop Street')
    await expect.poll(stored).toMatchObject({ city: 'Durban', street: 'Loop Street' })
  })

  test('what both changed is settled field by field', async () => {
    await page.getByLabel('Name', { exact: true }).fill('Cape Foods Ltd')
    await colleagueSaves('Cape Foods (Pty)', { city: 'Pretoria' })
    await save()
    const conflict = dialog('Somebody has changed this contact since you opened it')
    await conflict.getByRole('group', { name: 'City' }).getByLabel('Theirs: Pretoria').check()
    await conflict.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(conflict).toBeHidden()
    await expect.poll(stored).toMatchObject({ name: 'Cape Foods Ltd', city: 'Pretoria' })
  })

  test('Cancel leaves everything as it was, and the next save asks again', async () => {
    await colleagueSaves('Cape Foods', { city: 'Pretoria' })
    await save()
    const conflict = dialog('Somebody has changed this contact since you opened it')
    await conflict.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByLabel('City')).toHaveValue('Durban')
    await expect.poll(stored).toMatchObject({ city: 'Pretoria' })
    await save()
    await conflict.getByRole('button', { name: 'Take theirs' }).click()
    await expect(page.getByLabel('City')).toHaveValue('Pretoria')
    await expect(page.getByText('Nothing to save')).toBeVisible()
  })

  test('a person at the company: different fields are both kept, the same one asks', async () => {
    const greta = { id: crypto.randomUUID(), contactId: crypto.randomUUID() }
    const person = (contact: object) => ({
      id: contactId(),
      organisationContacts: [{ ...greta, contact: { id: greta.contactId, ...contact } }],
    })
    const contactId = () => contact.id
    await api.call(
      'PUT',
      '/api/organisation',
      person({ name: 'Greta', email: 'g@cape.example', role: 'Sales' }),
    )
    const storedPerson = async () =>
      (await api.call<Organisation>('GET', `/api/organisation/${contact.id}`)).organisationContacts[1]
        ?.contact
    page.once('dialog', asked => void asked.accept())
    await page.reload()
    const editor = dialog('Person')
    await page.getByRole('button', { name: 'Edit Greta' }).click()
    await editor.getByLabel('Role').fill('Imports')
    await colleague.call('PUT', '/api/organisation', person({ email: 'greta@cape.example' }))
    await editor.getByRole('button', { name: 'Save' }).click()
    await expect(editor).toBeHidden()
    expect(await storedPerson()).toMatchObject({ email: 'greta@cape.example', role: 'Imports' })

    await page.getByRole('button', { name: 'Edit Greta' }).click()
    await editor.getByLabel('Role').fill('Accounts')
    await colleague.call('PUT', '/api/organisation', person({ role: 'Warehouse' }))
    await editor.getByRole('button', { name: 'Save' }).click()
    await expect(editor.getByLabel('Theirs: Warehouse')).toBeVisible()
    expect(await storedPerson()).toMatchObject({ role: 'Warehouse' })
    await expectAccessible(page)
    await editor.getByRole('button', { name: 'Save' }).click()
    await expect(editor).toBeHidden()
    expect(await storedPerson()).toMatchObject({ role: 'Accounts', email: 'greta@cape.example' })
  })
})

test('two people on one item: different fields are both kept, the same one asks', async () => {
  const job = await api.call<Job>('POST', '/api/shipment', {})
  const item = await api.call<Item>('POST', '/api/item', {
    shipmentId: job.id,
    name: 'Tiles',
    quantity: 10,
    grossWeight: 500,
  })
  const stored = async () => (await api.call<Job>('GET', `/api/shipment/${job.id}`)).items[0]
  await page.goto(`/webapp/shipment/items?id=${job.id}`)
  const editor = dialog('Item')
  const open = () => page.getByRole('gridcell', { name: 'Tiles', exact: true }).dblclick()
  await open()
  await editor.getByLabel('Quantity', { exact: true }).fill('12')
  await colleague.call('PUT', '/api/item', { id: item.id, grossWeight: 520 })
  await editor.getByRole('button', { name: 'Save' }).click()
  await expect(editor).toBeHidden()
  expect(await stored()).toMatchObject({ quantity: 12, grossWeight: 520 })

  await open()
  await editor.getByLabel('Quantity', { exact: true }).fill('15')
  await colleague.call('PUT', '/api/item', { id: item.id, quantity: 14, netWeight: 480 })
  await editor.getByRole('button', { name: 'Save' }).click()
  await expect(editor.getByLabel('Mine: 15')).toBeChecked()
  expect(await stored()).toMatchObject({ quantity: 14 })
  await editor.getByLabel('Theirs: 14').check()
  await editor.getByLabel('Name', { exact: true }).fill('Roof tiles')
  await editor.getByRole('button', { name: 'Save' }).click()
  await expect(editor).toBeHidden()
  expect(await stored()).toMatchObject({ name: 'Roof tiles', quantity: 14, netWeight: 480, grossWeight: 520 })
})

test('two people on one e-mail template: different fields are both kept, the same one asks', async () => {
  const template = await api.call<MailTemplate>('POST', '/api/mailtemplate', {
    name: 'Reminder',
    purpose: 'other',
    subject: 'Reminder',
    text: 'Please pay.',
    to: ['customer'],
    cc: [],
    documentTemplateIds: [],
    stamp: null,
  })
  const stored = async () =>
    (await api.call<MailTemplate[]>('GET', '/api/mailtemplate')).find(one => one.id === template.id)
  const colleagueSaves = (change: object) =>
    colleague.call('PUT', '/api/mailtemplate', { id: template.id, ...change })
  await page.goto('/webapp/emailtemplates')
  const editor = dialog('Reminder')
  const open = () => page.getByRole('button', { name: 'Edit Reminder' }).click()
  await open()
  await editor.getByLabel('Subject', { exact: true }).fill('Second reminder')
  await colleagueSaves({ to: ['customer', 'agent'] })
  await editor.getByRole('button', { name: 'Save' }).click()
  await expect(editor).toBeHidden()
  expect(await stored()).toMatchObject({ subject: 'Second reminder', to: ['customer', 'agent'] })

  await open()
  await editor.getByLabel('Text', { exact: true }).fill('Please pay now.')
  await editor.getByRole('group', { name: 'Cc', exact: true }).getByLabel('Shipper').check()
  await colleagueSaves({ text: 'Kindly pay.', cc: ['carrier'] })
  await editor.getByRole('button', { name: 'Save' }).click()
  await expect(editor.getByRole('alert')).toContainText('“Reminder” was changed after you opened it.')
  await expect(editor.getByLabel('Mine: Please pay now.')).toBeChecked()
  await expect(editor.getByLabel('Mine: Shipper')).toBeChecked()
  await expect(editor.getByRole('alert')).toBeInViewport({ ratio: 1 })
  await expectAccessible(page)
  expect(await stored()).toMatchObject({ text: 'Kindly pay.', cc: ['carrier'] })
  await editor.getByLabel('Theirs: Carrier').check()
  await editor.getByRole('button', { name: 'Save' }).click()
  await expect(editor).toBeHidden()
  expect(await stored()).toMatchObject({ text: 'Please pay now.', cc: ['carrier'] })
})

test.describe('two people on the company', () => {
  const stored = () => api.call<Company>('GET', '/api/company')
  const houseBills = async () => (await stored()).numberSeries.find(({ kind }) => kind === 'houseBill')
  const somebodySaves = (change: object) => api.call('PUT', '/api/company', change)
  const conflict = () => dialog('Somebody has changed this company since you opened it')
  const field = (label: string) => page.getByLabel(label, { exact: true })
  const prefix = () => field('House bill of lading: begins with')

  test.beforeEach(async () => {
    await somebodySaves({ city: 'Karachi', street: 'Club Road' })
    await page.goto('/webapp/company')
    await field('City').fill('Lahore')
  })

  test('a save keeps what only the other one changed, and what both changed is chosen', async () => {
    await prefix().fill('LHE-')
    const numberSeries = [{ kind: 'houseBill', prefix: 'KHI-' }]
    await somebodySaves({ street: 'Mall Road', countryId: 'PK', numberSeries })
    await save()
    await expect(conflict().getByRole('row', { name: /Street Club Road Mall Road/ })).toBeVisible()
    await expect(conflict().getByRole('row', { name: /Country \(empty\) Pakistan/ })).toBeVisible()
    await expect(conflict().getByRole('row', { name: /begins with HBL- KHI-/ })).toBeVisible()
    await expect(conflict().getByRole('group')).toHaveCount(1)
    await conflict().getByLabel('Theirs: KHI-').check()
    await expectAccessible(page)
    expect(await stored()).toMatchObject({ city: 'Karachi' })
    await conflict().getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('Company saved.')).toBeVisible()
    expect(await stored()).toMatchObject({ city: 'Lahore', street: 'Mall Road', countryId: 'PK' })
    expect(await houseBills()).toMatchObject({ prefix: 'KHI-' })
    await expect(prefix()).toHaveValue('KHI-')
    await expect(field('Street')).toHaveValue('Mall Road')
    await expect(page.getByText('Nothing to save')).toBeVisible()
  })

  test('theirs can be taken', async () => {
    await somebodySaves({ city: 'Multan' })
    await save()
    await conflict().getByRole('button', { name: 'Take theirs' }).click()
    await expect(field('City')).toHaveValue('Multan')
    await expect(page.getByText('Nothing to save')).toBeVisible()
  })

  test('what is unsaved outlives a reload, a logo of one’s own is no conflict, and Discard gives it up', async () => {
    page.once('dialog', asked => void asked.accept())
    await page.reload()
    await expect(field('City')).toHaveValue('Lahore')
    await expect(page.getByText(/^Your unsaved changes of .* were kept\./)).toBeVisible()
    await page
      .getByLabel('Upload Logo')
      .and(page.locator('input'))
      .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: png(300, 100, () => [9, 9, 9, 255]) })
    await expect(page.getByRole('img', { name: /^Logo of/ })).toBeVisible()
    await save()
    await expect(page.getByText('Company saved.')).toBeVisible()
    expect(await stored()).toMatchObject({ city: 'Lahore' })

    await field('City').fill('Quetta')
    page.once('dialog', asked => void asked.accept())
    await page.reload()
    await page.getByRole('button', { name: 'Discard them' }).click()
    await expect(field('City')).toHaveValue('Lahore')
    await expect(page.getByText('Nothing to save')).toBeVisible()
  })
})
