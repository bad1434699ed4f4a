import { expect, type Page, test } from '@playwright/test'
import type { Job } from '#contract/jobs.ts'
import { type CompanyApi, newCompany } from './company.ts'

// As most people have it: dialogs that fade take the focus along differently.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

let page: Page
let api: CompanyApi

test.beforeAll(async ({ browser }) => {
  page = await browser.newPage({ reducedMotion: 'no-preference' })
  api = await newCompany(page)
})
test.afterAll(() => page.close())

/** A new job's card; what is sent is answered after so long. */
async function openJob(slowMs: number): Promise<void> {
  const job = await api.call<Job>('POST', '/api/shipment')
  await page.unroute('**/api/**')
  await page.route('**/api/**', async route => {
    if (route.request().method() !== 'GET') await new Promise(resolve => setTimeout(resolve, slowMs))
    await route.fallback()
  })
  await page.goto(`/webapp/shipment?id=${job.id}`)
}

const field = (name: string) => page.getByRole('combobox', { name, exact: true })
const dialog = (name: string) => page.getByRole('dialog', { name, exact: true })
const sign = (name: string) => page.getByRole('button', { name: `Add ${name}`, exact: true })

/** Nothing is open any more, and the focus is there and stays there. */
async function expectFocusIn(name: string, value: string): Promise<void> {
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(field(name)).toHaveValue(value)
  await expect(field(name)).toBeFocused()
  await page.waitForLoadState('networkidle')
  await expect(field(name)).toBeFocused()
}

for (const { name, table, making, noun } of [
  { name: 'Consignee', table: 'Add Consignee', making: 'Organisation', noun: 'companies' },
  { name: 'Port of Loading', table: 'Add Loading Port', making: 'Port', noun: 'ports' },
])
  test.describe(`${name}, made in a dialog over its table`, () => {
    test('by mouse, and a server that takes its time: the focus is in the field', async () => {
      await openJob(400)
      await sign(name).click()
      await page.getByLabel(`Search ${noun}`).fill(`${name} one`)
      await page.getByRole('button', { name: 'Create New' }).click()
      await dialog(making).locator('button[type=submit]').click()
      await expectFocusIn(name, `${name} one`)
    })

    test('by keyboard: the focus is in the field', async () => {
      await openJob(0)
      await field(name).focus()
      await page.keyboard.press('ArrowUp')
      await page.keyboard.press('Enter')
      await page.getByLabel(`Search ${noun}`).fill(`${name} two`)
      await page.getByRole('button', { name: 'Create New' }).press('Enter')
      await dialog(making).getByLabel('Name', { exact: true }).press('Enter')
      await expectFocusIn(name, `${name} two`)
    })

    test('left by Escape, one after the other, the focus goes the same way back', async () => {
      await openJob(0)
      await sign(name).click()
      const create = page.getByRole('button', { name: 'Create New' })
      await create.click()
      await expect(dialog(making)).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(create).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(dialog(table)).toHaveCount(0)
      await expect(sign(name)).toBeFocused()
    })
  })

test('a company that is there already, used instead of a second one: the focus is in the field', async () => {
  await api.call('POST', '/api/organisation', { name: 'Alpha Trading' })
  await openJob(0)
  await sign('Shipper').click()
  await page.getByLabel('Search companies').fill('Alpha Trading')
  await page.getByRole('button', { name: 'Create New' }).click()
  await dialog('Organisation').locator('button[type=submit]').click()
  await dialog('Organisation').getByRole('button', { name: 'Use it: Alpha Trading' }).click()
  await expectFocusIn('Shipper', 'Alpha Trading')
})

test('a question over a dialog: the focus is in the dialog again, and then where it was opened', async () => {
  await page.goto('/webapp/contacts')
  const opener = page.getByRole('button', { name: 'Create Contact' })
  await opener.click()
  const name = dialog('Organisation').getByLabel('Name', { exact: true })
  await name.fill('Half typed')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await expect(name).toBeFocused()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(opener).toBeFocused()
})

test('a template’s dialog leaves the focus on the button that opened it', async () => {
  await page.goto('/webapp/documenttemplates')
  const row = page.getByRole('row', { name: /^Quotation/ })
  const opener = row.getByRole('button').first()
  await opener.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(opener).toBeFocused()
})
