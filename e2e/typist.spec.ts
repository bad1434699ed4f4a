import { type Browser, expect, type Locator, type Page, test } from '@playwright/test'
import { companyLabels } from '#contract/company.ts'
import type { Finance } from '#contract/finance.ts'
import type { Item } from '#contract/items.ts'
import type { Job } from '#contract/jobs.ts'
import { type Organisation, organisationLabels, tradeLabels } from '#contract/organisations.ts'
import { type CompanyApi, newCompany } from './company.ts'
import {
  amounts,
  counts,
  dates,
  enter,
  type Entry,
  expectKept,
  typingStyleAt,
  measures,
  refused,
  texts,
  type TypistLocale,
  typistLocales,
} from './typist.ts'

const TIME_ZONE = 'Pacific/Kiritimati'
const companyDay = () => new Intl.DateTimeFormat('sv', { timeZone: TIME_ZONE }).format(new Date())

/** A company in Germany, at whose desk somebody sits whose browser speaks another language. */
async function sitDown(browser: Browser, { locale }: TypistLocale) {
  const context = await browser.newContext({
    locale,
    timezoneId: TIME_ZONE,
    permissions: ['clipboard-read', 'clipboard-write'],
    viewport: { width: 1440, height: 900 },
  })
  const page = await context.newPage()
  const api = await newCompany(page)
  await api.call('PUT', '/api/company', { countryId: 'DE', timeZone: TIME_ZONE })
  return { page, api }
}

type Field = { field: Locator; name: string; pool: readonly Entry<string | number | null>[] }
type Written = Field & { entry: Entry<string | number | null> }

/** Fills every field with a text of its own, in another way each; `turn` moves texts and ways on. */
async function fill(page: Page, fields: readonly Field[], turn: number): Promise<Written[]> {
  const written: Written[] = []
  for (const [index, field] of fields.entries()) {
    const entry = field.pool[(index * 5 + turn) % field.pool.length]
    if (!entry) throw new Error(`Nothing to type into ${field.name}.`)
    await enter(page, field.field, entry.text, typingStyleAt(index + turn))
    written.push({ ...field, entry })
  }
  return written
}

// Two sections of them still come to a total that a total can be.
const charges = (writer: TypistLocale) => amounts(writer).filter(({ text }) => text !== '9999999999')

/** What is stored for each field: what was meant, or nothing where the text was refused. */
const meant = (written: readonly Written[]) =>
  Object.fromEntries(
    written.map(({ name, entry }) => [name, entry.meaning === refused ? null : entry.meaning]),
  )
const refusals = (written: readonly Written[]) => written.filter(({ entry }) => entry.meaning === refused)

/** Takes every refused text out, after it has been seen to stand with its reason. */
async function clearRefused(written: readonly Written[]) {
  for (const { field, entry } of refusals(written)) {
    await expectKept(field, entry.text)
    await field.fill('')
    await field.blur()
  }
}

const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true })

for (const [turn, writer] of typistLocales.entries())
  test.describe(`somebody whose browser speaks ${writer.locale}`, () => {
    let page: Page
    let api: CompanyApi
    let job: Job
    test.beforeAll(async ({ browser }) => {
      ;({ page, api } = await sitDown(browser, writer))
    })
    test.afterAll(() => page.context().close())
    test.beforeEach(async () => {
      job = await api.call<Job>('POST', '/api/shipment', {})
    })
    const labelled = (label: string) => page.getByLabel(label, { exact: true })
    const storedJob = () => api.call<Job>('GET', `/api/shipment/${job.id}`)

    test('a job card is stored as it was meant, through a lost network and a way back', async () => {
      const jobFields = [
        ['name', 'Name', texts],
        ['vesselName', 'Vessel Name', texts],
        ['customerInstructions', 'Customer Instructions', texts],
        ['mbl', 'Master BL', texts],
        ['hbl', 'House BL', texts],
        ['igm', 'IGM', texts],
        ['indexNumber', 'Index number', texts],
        ['shedNumber', 'Shed Number', texts],
        ['swbro', 'Ready on', dates(companyDay())],
        ['etd', 'ETD', dates(companyDay())],
        ['eta', 'ETA', dates(companyDay())],
        ['sisttao', 'Shipping instructions sent to the agent on', dates(companyDay())],
        ['documentsReceivedDate', 'Documents received on', dates(companyDay())],
        ['dettco', 'Documents emailed to customer on', dates(companyDay())],
        ['dsttco', 'Documents submitted to carrier on', dates(companyDay())],
        ['dopubtco', 'D/O picked up by customer on', dates(companyDay())],
        ['grossWeight', 'Gross weight', measures(writer)],
        ['netWeight', 'Net weight', measures(writer)],
        ['volume', 'Volume', measures(writer)],
        ['numberOfPackages', 'Number of packages', counts(writer)],
      ] as const
      await page.goto('/webapp')
      await page.getByRole('grid').getByRole('row').nth(1).dblclick()
      await expect(labelled('Job Id')).toHaveText(`Job Id${job.jobId}`)
      const fields = jobFields.map(([name, label, pool]) => ({ name, field: labelled(label), pool }))
      const written = await fill(page, fields, turn)

      await page.goBack()
      await page.getByRole('button', { name: 'Keep editing' }).click()
      if (refusals(written).length > 0) {
        await save(page).click()
        await expect(page.getByText(/^Not saved. Not understood yet: /)).toBeVisible()
      }
      const before = await storedJob()
      expect(before).toMatchObject(Object.fromEntries(written.map(({ name }) => [name, null])))
      await clearRefused(written)

      await page.context().setOffline(true)
      await save(page).click()
      await expect(page.getByText(/^Not saved. .* What you typed is still here.$/)).toBeVisible()
      await page.context().setOffline(false)
      await save(page).click()
      await expect(page.getByText('Saved', { exact: true })).toBeVisible()
      expect(await storedJob()).toMatchObject(meant(written))
    })

    test('an item is stored as it was meant', async () => {
      const item = await api.call<Item>('POST', '/api/item', { shipmentId: job.id, name: 'Tea' })
      await page.goto(`/webapp/shipment/items?id=${job.id}`)
      await page.getByRole('row', { name: /Tea/ }).dblclick()
      const editor = page.getByRole('dialog', { name: 'Item', exact: true })
      const fields = (
        [
          ['quantity', 'Quantity', counts(writer)],
          ['grossWeight', 'Gross Weight', measures(writer)],
          ['netWeight', 'Net Weight', measures(writer)],
          ['numberOfPacks', 'Number of Packs', counts(writer)],
        ] as const
      ).map(([name, label, pool]) => ({ name, field: editor.getByLabel(label, { exact: true }), pool }))
      const written: Written[] = []
      for (const [index, field] of fields.entries()) {
        const entry = field.pool[(index * 3 + turn) % field.pool.length]
        if (!entry) throw new Error(`Nothing to type into ${field.name}.`)
        // Enter saves a dialog and Escape leaves it; both have journeys of their own.
        await enter(page, field.field, entry.text, { ...typingStyleAt(index + turn), leaving: 'Tab' })
        written.push({ ...field, entry })
      }
      if (refusals(written).length > 0) {
        await editor.getByRole('button', { name: 'Save', exact: true }).click()
        await expect(editor).toBeVisible()
        await clearRefused(written)
      }
      await editor.getByRole('button', { name: 'Save', exact: true }).click()
      await expect(editor).toBeHidden()
      expect(await api.call<Item>('GET', `/api/item/${item.id}`)).toMatchObject(meant(written))
    })

    test('charges are stored as they were meant; what is no amount waits through a change of tabs', async () => {
      await api.call('PUT', '/api/shipment', { id: job.id, quote: { quoteType: 1, transportMode: 1 } })
      await page.goto(`/webapp/shipment/finance?id=${job.id}`)
      const sections = [
        ['originCharge', 'Origin Charges', { pickUp: 'Pick Up', handling: 'Handling', thc: 'THC' }],
        ['freightCharge', 'Freight Charges', { lcl: 'LCL', otherFreightCharges: 'Other Freight Charges' }],
        [
          'destinationCharge',
          'Destination Charges',
          { deliveryOrder: 'Delivery Order', yardFed: 'Yard FED', total: 'Total' },
        ],
      ] as const
      const fields = sections.flatMap(([section, heading, lines]) =>
        Object.entries(lines).map(([line, label]) => ({
          name: `${section}.${line}`,
          field: page
            .getByRole('region', { name: heading })
            .getByRole('textbox', { name: label, exact: true }),
          pool: charges(writer),
        })),
      )
      const written = await fill(page, fields, turn)
      const open = (tab: string) =>
        page.getByRole('navigation', { name: 'Job' }).getByRole('link', { name: tab }).click()
      await open('Details')
      await expect(labelled('Commodity')).toBeVisible()
      await open('Finance')
      for (const { field, entry } of refusals(written)) await expectKept(field, entry.text)

      const { financeId } = job.quote
      const stored = async () => {
        const finance = await api.call<Finance>('GET', `/api/finance/${financeId}`)
        return Object.fromEntries(
          written.map(({ name }) => {
            const [section = '', line = ''] = name.split('.')
            const charge = (finance as unknown as Record<string, Record<string, unknown> | null>)[section]
            return [name, charge?.[line] ?? null]
          }),
        )
      }
      const expected = meant(written)
      // A total that was not typed is the sum of its lines.
      const total = written.find(({ name }) => name === 'destinationCharge.total')
      if (total?.entry.meaning === refused) {
        const lines = written.filter(({ name }) => /^destinationCharge\.(?!total)/.test(name))
        const sum = lines.reduce(
          (all, { entry }) => all + (typeof entry.meaning === 'number' ? entry.meaning : 0),
          0,
        )
        expected['destinationCharge.total'] = Number(sum.toFixed(4))
      }
      await expect.poll(stored).toEqual(expected)
    })

    test('a total on a contact is stored as it was meant, or stays with its reason', async () => {
      const organisation = await api.call<Organisation>('POST', '/api/organisation', { name: 'Tea House' })
      await api.call('POST', '/api/shipmentconsignee', {
        shipmentId: job.id,
        consigneeId: organisation.parties[0]?.id,
      })
      await api.call('PUT', '/api/shipment', { id: job.id, quote: { quoteType: 2, transportMode: 2 } })
      await page.goto(`/webapp/contact/finance?id=${organisation.id}`)
      const field = labelled(`Total of job ${job.jobId}`)
      for (const step of [0, 7, 14]) {
        const pool = charges(writer)
        const entry = pool[(turn + step) % pool.length]
        if (!entry) throw new Error('Nothing to type.')
        const before = await api.call<Finance>('GET', `/api/finance/${job.quote.financeId}`)
        await enter(page, field, entry.text, typingStyleAt(turn + step))
        const expected = entry.meaning === refused ? before.total : entry.meaning
        await expect
          .poll(async () => (await api.call<Finance>('GET', `/api/finance/${job.quote.financeId}`)).total)
          .toBe(expected)
        if (entry.meaning === refused) await expectKept(field, entry.text)
      }
    })
  })

test('every field of a contact and of the company is stored as it was meant', async ({ browser }) => {
  const [, writer] = typistLocales
  if (!writer) throw new Error('Nobody types.')
  const { page, api } = await sitDown(browser, writer)
  // The blanks at the ends of a name or an address are nobody's meaning.
  const words = texts.filter(({ text }) => text.trim() === text)
  const fillIn = async (fields: readonly (readonly [string, string])[], turn: number) => {
    const written: Written[] = []
    for (const [index, [name, label]] of fields.entries()) {
      const entry = words[(index + turn) % words.length]
      if (!entry) throw new Error(`Nothing to type into ${label}.`)
      const field = page.getByRole('textbox', { name: label, exact: true })
      // Enter saves these forms.
      const leaving = index % 2 === 0 ? 'Tab' : 'a click elsewhere'
      await enter(page, field, entry.text, { ...typingStyleAt(index), leaving })
      written.push({ name, field, pool: words, entry })
    }
    // The button rests while the form is being saved, too: the reply alone says that it is.
    const saved = page.waitForResponse(reply => reply.request().method() === 'PUT')
    await save(page).click()
    expect((await saved).status()).toBe(200)
    await expect(save(page)).toBeDisabled()
    return written
  }

  const contact = await api.call<Organisation>('POST', '/api/organisation', { name: 'Tea House' })
  await page.goto(`/webapp/contact?id=${contact.id}`)
  const { name, description, contactName, ...address } = organisationLabels
  const { countryId: _country, email: _email, website: _website, ...ofContact } = address
  const addressTexts = Object.fromEntries(
    Object.entries(ofContact).filter(([field]) => !(field in tradeLabels)),
  )
  const own = await fillIn(Object.entries({ name, description, contactName, ...addressTexts }), 0)
  const storedContact = await api.call<Organisation>('GET', `/api/organisation/${contact.id}`)
  expect({ ...storedContact.organisationContacts[0]?.contact, ...ownTexts(storedContact) }).toMatchObject(
    meant(own),
  )

  await page.goto('/webapp/company')
  const {
    currency: _currency,
    timeZone: _zone,
    dateOrder: _order,
    paperSize: _paper,
    airDivisor: _air,
    roadDensity: _road,
    iataAgentCode: _agent,
    countryId: _code,
    email: _mail,
    website: _site,
    ...company
  } = companyLabels
  const ofCompany = await fillIn(Object.entries(company), 3)
  expect(await api.call('GET', '/api/company')).toMatchObject(meant(ofCompany))
  await page.context().close()
})

const ownTexts = ({ name, description, contactName }: Organisation) => ({ name, description, contactName })
