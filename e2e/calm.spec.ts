import { expect, type Locator, type Page, test } from '@playwright/test'
import type { Job } from '#contract/jobs.ts'
import type { Organisation } from '#contract/organisations.ts'
import { expectAccessible, expectNoSideways } from './accessibility.ts'
import { type CompanyApi, newCompany } from './company.ts'

const desktop = { width: 1440, height: 900 }
const phone = { width: 390, height: 844 }

let page: Page
let api: CompanyApi
let job: Job

test.beforeAll(async ({ browser }) => {
  page = await browser.newPage({ viewport: desktop })
  api = await newCompany(page)
  await api.call('POST', '/api/organisation', { id: crypto.randomUUID(), name: 'Trident Ocean Carriers' })
})
test.afterAll(() => page.close())
test.beforeEach(async () => {
  await page.setViewportSize(desktop)
  job = await api.call<Job>('POST', '/api/shipment', {})
  await api.call('PUT', '/api/shipment', { id: job.id, name: 'Green tea', vesselName: 'Ever Given' })
})

const carrier = () => page.getByRole('combobox', { name: 'Carrier' })
const notice = () => page.getByRole('region', { name: 'Notices' })
const boxOf = async (part: Locator) => {
  const box = await part.boundingBox()
  if (!box) throw new Error('It is not on the screen.')
  return { ...box, right: box.x + box.width, bottom: box.y + box.height }
}

async function addCarrier() {
  await page.goto(`/webapp/shipment?id=${job.id}`)
  await page.getByRole('button', { name: 'Stakeholders' }).or(carrier()).first().click()
  await carrier().fill('trident')
  await expect(page.getByRole('option', { name: /Trident Ocean Carriers/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(notice()).toContainText('Carrier: Trident Ocean Carriers added.')
}

/** Of the sidebar, and of the screen once it is scrolled to them: what people read, fill in or press below a notice. */
const covered = () =>
  page.evaluate(() => {
    const told = [...document.querySelectorAll('[aria-label="Notices"] > *')]
    const liesUnder = (part: Element) => {
      const one = part.getBoundingClientRect()
      return told.some(notice => {
        const other = notice.getBoundingClientRect()
        return (
          one.left < other.right - 1 &&
          one.right > other.left + 1 &&
          one.top < other.bottom - 1 &&
          one.bottom > other.top + 1
        )
      })
    }
    const fields = 'input, select, textarea, button, a'
      .split(', ')
      .map(tag => `main ${tag}:not([data-bottom-bar] *)`)
      .join()
    const below: string[] = []
    for (const part of document.querySelectorAll(`nav[aria-label="Main"] a, ${fields}`)) {
      if (!part.checkVisibility()) continue
      part.scrollIntoView({ block: 'nearest', behavior: 'instant' })
      if (liesUnder(part)) below.push(part.textContent || part.getAttribute('name') || part.outerHTML)
    }
    return { told: told.length, below }
  })

for (const [device, size] of Object.entries({ desktop, phone }))
  test(`a notice covers neither the sidebar nor a field, and leaves Save where it is: ${device}`, async () => {
    await page.setViewportSize(size)
    await page.goto(`/webapp/shipment?id=${job.id}`)
    const save = page.getByRole('button', { name: 'Save', exact: true })
    await expect(save).toBeVisible()
    const before = await boxOf(save)
    await addCarrier()
    expect(await boxOf(save)).toEqual(before)
    await expect(carrier()).toBeInViewport({ ratio: 1 })
    expect(await covered()).toEqual({ told: 1, below: [] })

    await page.getByRole('navigation', { name: 'Job' }).getByRole('link', { name: 'Items' }).click()
    await expect(page.getByRole('button', { name: 'Add Item' })).toBeVisible()
    await expect(notice()).toContainText('Trident Ocean Carriers added.')
    expect(await covered()).toEqual({ told: 1, below: [] })
    await expectAccessible(page)
    await notice().getByRole('button', { name: 'Undo' }).click()
    await expect(notice()).toContainText('Carrier')
  })

test('a notice is in sight and can be used while a dialog is open', async () => {
  await addCarrier()
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog')).toBeVisible()
  await notice().getByRole('button', { name: 'Undo' }).click()
  await expect(carrier()).toHaveValue('')
})

test('the bar at the end of a form stands on the edge of the window, however short the form is', async () => {
  const contact = await api.call<Organisation>('POST', '/api/organisation', {
    id: crypto.randomUUID(),
    name: 'Short and Sons',
  })
  await api.call('PUT', '/api/shipment', { id: job.id, quote: { quoteType: 0, transportMode: 2 } })
  for (const path of [
    `/webapp/shipment?id=${job.id}`,
    `/webapp/shipment/finance?id=${job.id}`,
    `/webapp/contact?id=${contact.id}`,
    '/webapp/company',
  ])
    for (const size of [desktop, phone, { width: 1440, height: 1800 }]) {
      await page.setViewportSize(size)
      await page.goto(path)
      const bar = page.locator('[data-bottom-bar]')
      await expect(bar).toBeVisible()
      await expect.poll(async () => Math.round((await boxOf(bar)).bottom), path).toBe(size.height)
    }
})

test('each screen has its main button at the top right', async () => {
  for (const [path, name] of [
    ['/webapp', 'Create Job'],
    ['/webapp/contacts', 'Create Contact'],
    [`/webapp/shipment/document?id=${job.id}`, 'Generate Document'],
    [`/webapp/shipment/items?id=${job.id}`, 'Add Item'],
    [`/webapp/shipment/emails?id=${job.id}`, 'New E-mail'],
    [`/webapp/shipment/notes?id=${job.id}`, 'Add Note'],
    ['/webapp/documenttemplates', 'Upload Template'],
    ['/webapp/documenttemplates/emails', 'New E-mail Template'],
    ['/webapp/users', 'Add User'],
  ] as const) {
    await page.goto(path)
    const button = page.getByRole('main').getByRole('button', { name, exact: true })
    await expect(button.first(), path).toBeVisible()
    const box = await boxOf(button.first())
    // Beside it at most the arrow that belongs to it.
    expect(box.right, path).toBeGreaterThan(desktop.width - 20 - 45)
    expect(box.y, path).toBeLessThan(160)
  }
})

test('on a phone the card’s sections are folded and say what they hold; a link to a field opens its section', async () => {
  await page.setViewportSize(phone)
  await page.goto(`/webapp/shipment?id=${job.id}`)
  const fold = (name: string) => page.getByRole('button', { name, exact: true })
  await expect(page.getByRole('complementary', { name: 'At a glance' })).toBeVisible()
  await expect(fold('Schedule')).toHaveAttribute('aria-expanded', 'false')
  await expect(page.getByRole('region', { name: 'Schedule' })).toHaveText(/^Schedule\s+Ever Given$/, {
    useInnerText: true,
  })
  await expect(page.getByLabel('Vessel Name')).toBeHidden()
  await expectAccessible(page)
  await expectNoSideways(page)

  await fold('Schedule').click()
  await page.getByLabel('Vessel Name').fill('Ever Gentle')
  await fold('Schedule').click()
  await expect(page.getByRole('region', { name: 'Schedule' })).toHaveText(/^Schedule\s+Ever Gentle$/, {
    useInnerText: true,
  })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()

  await page.goto(`/webapp/shipment?id=${job.id}#hbl`)
  await expect(page.getByLabel('House BL')).toBeFocused()
  await expect(fold('Arrival Notice')).toHaveAttribute('aria-expanded', 'true')
  await expect(fold('Schedule')).toHaveAttribute('aria-expanded', 'false')

  await page.setViewportSize(desktop)
  await expect(page.getByLabel('Vessel Name')).toHaveValue('Ever Gentle')
  await expect(fold('Schedule')).toHaveCount(0)
})

test('a job with nothing in it yet is open on a phone, to be filled in', async () => {
  await page.setViewportSize(phone)
  await page.evaluate(() => localStorage.removeItem('lading.open-sections'))
  const empty = await api.call<Job>('POST', '/api/shipment', {})
  await page.goto(`/webapp/shipment?id=${empty.id}`)
  await expect(page.getByLabel('House BL')).toBeVisible()
})
