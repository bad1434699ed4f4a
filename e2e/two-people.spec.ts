import { expect, type Page, test } from '@playwright/test'
import type { Item } from '#contract/items.ts'
import type { Job } from '#contract/jobs.ts'
import type { Organisation } from '#contract/organisations.ts'
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
  await editor.getByLabel('Quantity').fill('12')
  await colleague.call('PUT', '/api/item', { id: item.id, grossWeight: 520 })
  await editor.getByRole('button', { name: 'Save' }).click()
  await expect(editor).toBeHidden()
  expect(await stored()).toMatchObject({ quantity: 12, grossWeight: 520 })

  await open()
  await editor.getByLabel('Quantity').fill('15')
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
