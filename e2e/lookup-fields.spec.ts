import { expect, type Page, test } from '@playwright/test'
import type { Job } from '#contract/jobs.ts'
import type { Organisation } from '#contract/organisations.ts'
import { expectAccessible } from './accessibility.ts'
import { type CompanyApi, newColleague, newCompany } from './company.ts'
import { enterKey, keysOf, openTypist, tabKey } from './fast-typist.ts'
import { fillSignIn } from './people.ts'

let page: Page
let api: CompanyApi
let job: Job
const SEA = 2

test.beforeAll(async ({ browser }) => {
  page = await browser.newPage()
  api = await newCompany(page)
  for (const name of ['Sialkot Surgical (Pvt) Ltd', 'Maas Trading', 'Maas Electronics'])
    await api.call('POST', '/api/organisation', { name })
})
test.afterAll(() => page.close())
test.beforeEach(async () => {
  job = await api.call<Job>('POST', '/api/shipment', {})
  await api.call('PUT', '/api/shipment', { id: job.id, name: 'Scalpels', quote: { transportMode: SEA } })
})

const openDetails = async () => {
  await page.goto(`/webapp/shipment?id=${job.id}`)
  await expect(page.getByLabel('Vessel Name')).toBeVisible()
}
const stored = () => api.call<Job>('GET', `/api/shipment/${job.id}?stakeholder=true`)
const field = (label: string) => page.getByRole('combobox', { name: label, exact: true })
const option = (name: string | RegExp) => page.getByRole('option', { name })
const consignee = async () => (await stored()).shipmentConsignees[0]?.party?.organisation?.name
/** The field is in sight once it is asked for, or filled. */
const addViaPort = () => page.getByRole('button', { name: 'Via Port', exact: true }).click()
const notice = (text: string) => page.getByText(text, { exact: true })

test('a port takes 4 keys and no click, a party no more than 4 beyond its letters', async () => {
  await openDetails()
  await page.getByLabel('Vessel Name').fill('Ever Given')
  await field('Port of Loading').focus()
  for (const key of ['K', 'H', 'I', 'Enter']) await page.keyboard.press(key)
  await expect(notice('Port of Loading: Karachi added.')).toBeVisible()
  await expect(field('Port of Loading')).toBeFocused()
  expect((await stored()).quote).toMatchObject({ loadingPort: 'Karachi' })
  await field('Carrier').focus()
  for (const key of ['m', 'a', 'a', 's']) await page.keyboard.press(key)
  await expect(option(/Maas (Trading|Electronics)/)).toHaveCount(2)
  await expectAccessible(page)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(field('Carrier')).toHaveValue(/^Maas/)
  // What is typed beside them waits for Save, which builds on what they have changed.
  await expect(page.getByLabel('Vessel Name')).toHaveValue('Ever Given')
  await page.keyboard.press('Control+s')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  expect(await stored()).toMatchObject({ vesselName: 'Ever Given', quote: { loadingPort: 'Karachi' } })
})

test('a port is removed and brought back at once; a search that fails says so', async () => {
  await openDetails()
  await field('Port of Discharge').fill('rotterdam')
  await option(/^NLRTM/).click()
  await expect(field('Port of Discharge')).toHaveValue('Rotterdam')
  await page.getByRole('button', { name: 'Remove Port of Discharge' }).click()
  await expect(field('Port of Discharge')).toHaveValue('')
  await expect.poll(async () => (await stored()).quote.dischargePort).toBeNull()
  await expect(notice('Port of Discharge: Rotterdam removed.')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect(field('Port of Discharge')).toHaveValue('Rotterdam')
  await expect.poll(async () => (await stored()).quote.dischargePort).toBe('Rotterdam')
  await page.context().setOffline(true)
  await addViaPort()
  await field('Via Port').fill('colombo')
  await expect(page.getByRole('alert').getByText(/The search failed/)).toBeVisible()
  await page.context().setOffline(false)
  await option(/^LKCMB/).click()
  await expect(field('Via Port')).toHaveValue('Colombo')
})

test('two people set ports: in two fields both stay, in the same one nobody overwrites unseen', async () => {
  await openDetails()
  const [hamburg] = await api.call<{ id: string; name: string }[]>('GET', '/api/port/hamburg')
  const theirs = { loadingPortId: hamburg?.id, loadingPort: hamburg?.name }
  await api.call('PUT', '/api/shipment', { id: job.id, quote: theirs })
  await field('Port of Discharge').fill('rotterdam')
  await option(/^NLRTM/).click()
  await expect(notice('Port of Discharge: Rotterdam added.')).toBeVisible()
  await expect(field('Port of Loading')).toHaveValue('Hamburg')
  await addViaPort()
  await api.call('PUT', '/api/shipment', { id: job.id, quote: { viaPortId: hamburg?.id } })
  await field('Via Port').fill('colombo')
  await option(/^LKCMB/).click()
  await expect(page.getByText('Via Port is Hamburg now: somebody else changed it meanwhile.')).toBeVisible()
  await expect(field('Via Port')).toHaveValue('Hamburg')
  await page.getByRole('button', { name: 'Take Colombo' }).click()
  await expect(notice('Via Port: Colombo added.')).toBeVisible()
  expect((await stored()).quote).toMatchObject({
    loadingPort: 'Hamburg',
    viaPort: 'Colombo',
    dischargePort: 'Rotterdam',
  })
})

test('the network is lost while a party is taken: it says so, and Try again takes it', async () => {
  await openDetails()
  await field('Consignee').fill('sialkot')
  await expect(option(/^\s*Sialkot Surgical/)).toBeVisible()
  await page.context().setOffline(true)
  await page.keyboard.press('Enter')
  await expect(page.getByText(/Consignee of job \d+ was not changed\./)).toBeVisible()
  await expect(field('Consignee')).toHaveValue('')
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(field('Consignee')).toHaveValue('Sialkot Surgical (Pvt) Ltd')
  await expect.poll(consignee).toBe('Sialkot Surgical (Pvt) Ltd')
})

test('typed faster than the page can follow, the party that is meant is taken, and none by mistake', async () => {
  await openDetails()
  const typist = await openTypist(page)
  await field('Consignee').focus()
  await typist.slowDown(6)
  await typist.type([...keysOf('sialkot'), enterKey, tabKey, ...keysOf('maas'), enterKey, tabKey], 15)
  await typist.slowDown(1)
  await expect(field('Consignee')).toHaveValue('Sialkot Surgical (Pvt) Ltd')
  // Two begin so: neither is taken, and what was typed stays.
  await expect(field('Shipper')).toHaveValue('maas')
  await expect(page.getByText(/“maas” is not taken\./)).toBeVisible()
  await expect.poll(consignee).toBe('Sialkot Surgical (Pvt) Ltd')
  expect((await stored()).shipmentShipers).toEqual([])
})

test('an answer that comes late takes its line and leaves the focus where it is', async () => {
  await openDetails()
  const answered = Promise.withResolvers<void>()
  await page.route(/search=sialkot/, async route => {
    await answered.promise
    await route.continue()
  })
  await field('Consignee').focus()
  await page.keyboard.type('sialkot')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.type('ma')
  answered.resolve()
  await expect(field('Consignee')).toHaveValue('Sialkot Surgical (Pvt) Ltd')
  await expect.poll(consignee).toBe('Sialkot Surgical (Pvt) Ltd')
  await page.keyboard.type('as')
  await expect(field('Shipper')).toBeFocused()
  await expect(field('Shipper')).toHaveValue('maas')
  await page.unroute(/search=sialkot/)
})

test('a new party by its name alone takes no click; it is made once, however often its reply is lost', async () => {
  await openDetails()
  await field('Shipper').focus()
  await page.keyboard.type('Alster Wohntextil')
  await expect(page.getByText('Nothing found for “Alster Wohntextil”.')).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const sheet = page.getByRole('dialog', { name: 'New Shipper' })
  await expect(sheet.getByLabel('Name', { exact: true })).toBeFocused()
  await expect(sheet.getByLabel('Name', { exact: true })).toHaveValue('Alster Wohntextil')
  await expectAccessible(page)
  // It is stored, and only the reply is lost.
  await page.route('**/api/organisation', async route => {
    await route.fetch()
    await route.abort()
  })
  await page.keyboard.press('Enter')
  await expect(sheet.getByRole('alert')).toBeVisible()
  await page.unroute('**/api/organisation')
  await page.keyboard.press('Enter')
  await expect(field('Shipper')).toHaveValue('Alster Wohntextil')
  await expect(field('Shipper')).toBeFocused()
  expect(await api.call<Organisation[]>('GET', '/api/organisation?search=alster')).toHaveLength(1)
})

test('a conflict that a save meets while the sheet of a new company is open stands above it', async () => {
  await openDetails()
  await page.getByLabel('Vessel Name').fill('Ever Given')
  await field('Agent').fill('Zed Forwarding')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'New Agent' })).toBeVisible()
  await api.call('PUT', '/api/shipment', { id: job.id, vesselName: 'Ever Green' })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.keyboard.press('Control+s')
  await expect(page.getByText('Somebody has changed this job since you opened it')).toBeVisible()
  await page.getByRole('button', { name: 'Take theirs' }).click()
  await expect(page.getByLabel('Vessel Name')).toHaveValue('Ever Green')
  await page.setViewportSize({ width: 1280, height: 720 })
})

test('a company that looks like another is offered first, in the sheet and in the dialog', async () => {
  await openDetails()
  await field('Agent').fill('SIALKOT SURGICAL LIMITED.')
  await option(/^Create/).click()
  const sheet = page.getByRole('dialog', { name: 'New Agent' })
  await sheet.getByRole('button', { name: 'Create', exact: true }).click()
  const useIt = sheet.getByRole('button', { name: 'Use it: Sialkot Surgical (Pvt) Ltd' })
  await expect(useIt).toBeFocused()
  await page.setViewportSize({ width: 390, height: 844 })
  const isCut = await useIt.evaluate(button =>
    [button, ...button.querySelectorAll('*')].some(part => part.scrollWidth > part.clientWidth + 1),
  )
  expect(isCut).toBe(false)
  await page.setViewportSize({ width: 1280, height: 720 })
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(notice('Agent: Sialkot Surgical (Pvt) Ltd added.')).toBeVisible()
  await page.goto('/webapp/contacts')
  await page.getByRole('button', { name: 'Create Contact' }).click()
  const dialog = page.getByRole('dialog', { name: 'Organisation' })
  await dialog.getByLabel('Name', { exact: true }).fill('Sialkot Surgical')
  await dialog.getByLabel('E-mail').fill('office@sialkot.example')
  await dialog.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(dialog.getByRole('button', { name: 'Use it: Sialkot Surgical (Pvt) Ltd' })).toBeFocused()
  await dialog.getByRole('button', { name: 'Create anyway' }).click()
  await expect(page).toHaveURL(/\/webapp\/contact\?id=/)
  await expect(page.getByLabel('E-mail', { exact: true })).toHaveValue('office@sialkot.example')
  expect(await api.call<Organisation[]>('GET', '/api/organisation?search=sialkot')).toHaveLength(2)
})

test('a company that is typed and not chosen is asked about before the card is left', async () => {
  await openDetails()
  await field('Agent').fill('Somebody New')
  await page.getByRole('link', { name: 'Items', exact: true }).click()
  const question = page.getByRole('dialog', { name: 'Leave without adding what you typed?' })
  await expect(question).toContainText('Agent: “Somebody New”')
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Stay here' }).click()
  await expect(field('Agent')).toBeFocused()
  await expect(field('Agent')).toHaveValue('Somebody New')
  await option(/^Create/).click()
  const sheet = page.getByRole('dialog', { name: 'New Agent' })
  await expect(sheet.getByLabel('Name', { exact: true })).toBeFocused()
  await page.getByRole('link', { name: 'Notes', exact: true }).click()
  await expect(page.getByText('New Agent: “Somebody New”')).toBeVisible()
  await page.getByRole('button', { name: 'Stay here' }).click()
  await sheet.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(notice('Agent: Somebody New added.')).toBeVisible()
  await page.getByRole('link', { name: 'Items', exact: true }).click()
  await expect(page).toHaveURL(/\/shipment\/items/)
})

test('on a phone the list is in sight and works by touch; a Viewer reads and can do nothing', async ({
  browser,
}) => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
  const context = await browser.newContext({
    ...phone,
    storageState: await page.context().storageState(),
  })
  const small = await context.newPage()
  await small.goto(`/webapp/shipment?id=${job.id}`)
  const carrier = small.getByRole('combobox', { name: 'Carrier' })
  await small.getByRole('button', { name: 'Stakeholders' }).tap()
  await carrier.tap()
  await carrier.pressSequentially('sialkot')
  const line = small.getByRole('option', { name: /Sialkot Surgical \(Pvt\)/ })
  const box = await line.boundingBox()
  expect(box && box.x >= 0 && box.x + box.width <= 390 && box.height >= 40).toBe(true)
  await line.tap()
  await expect(carrier).toHaveValue('Sialkot Surgical (Pvt) Ltd')
  await expectAccessible(small)
  await context.close()

  const { person } = await newColleague(api, { name: 'Vera Viewer', role: 'viewer' })
  const other = await browser.newContext()
  const reading = await other.newPage()
  await reading.goto(`/webapp/shipment?id=${job.id}`)
  await fillSignIn(reading, person)
  const group = reading.getByRole('group', { name: 'Carrier', exact: true })
  await expect(group.getByRole('link', { name: 'Sialkot Surgical (Pvt) Ltd' })).toBeVisible()
  await expect(reading.getByRole('button', { name: /^(Add|Remove|Open) / })).toHaveCount(0)
  await expect(reading.getByRole('combobox', { name: 'Carrier' })).toHaveCount(0)
  await expect(reading.getByRole('group', { name: 'Port of Destination' })).toContainText('None')
  await expectAccessible(reading)
  await other.close()
})
