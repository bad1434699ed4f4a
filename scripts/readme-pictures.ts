import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { Job } from '#contract/jobs.ts'
import { withSeededProduct } from './seeded-product.ts'
import { root } from '#testing/step.ts'

/** npm run readme-pictures: the README's pictures of the application, taken again from seeded data. */
const pictures = join(root, 'docs/images')

const ready = async (page: Page, address: string, sign: string) => {
  await page.goto(address)
  await page.getByText(sign, { exact: true }).first().waitFor()
  await page.waitForLoadState('networkidle')
}

const shots: Record<string, (page: Page, job: Job) => Promise<void>> = {
  dashboard: async page => {
    await page.goto('/webapp')
    await page.locator('tr[data-index]').first().waitFor()
    await page.waitForLoadState('networkidle')
  },
  job: (page, { id }) => ready(page, `/webapp/shipment?id=${id}`, 'Schedule'),
  party: async (page, { id }) => {
    await ready(page, `/webapp/shipment?id=${id}`, 'Schedule')
    await page.getByRole('button', { name: 'Add Clearing Agent' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('searchbox').or(dialog.getByRole('textbox')).first().fill('trad')
    await page.keyboard.press('Enter')
    await dialog.getByRole('gridcell').first().click()
  },
  finance: (page, { id }) => ready(page, `/webapp/shipment/finance?id=${id}`, 'Freight Charges'),
  items: async (page, { id }) => {
    await page.goto(`/webapp/shipment/items?id=${id}`)
    await page.getByRole('gridcell').first().waitFor()
    await page.waitForLoadState('networkidle')
  },
  search: async (page, { id }) => {
    await ready(page, `/webapp/shipment?id=${id}`, 'Schedule')
    await page.keyboard.press('Control+k')
    await page.keyboard.type('karachi')
    await page.getByRole('option').first().waitFor()
    await page.waitForLoadState('networkidle')
  },
}

await withSeededProduct(240, async ({ call, signedInPage }) => {
  const listed = await call<Job[]>('GET', '/api/shipment?mode=2&status=1&quoteType=1&limit=20')
  const jobs = await Promise.all(
    listed.map(({ id }) => call<Job>('GET', `/api/shipment/${id}?stakeholder=true`)),
  )
  const job = jobs.find(({ items }) => items.length > 2)
  if (!job) throw new Error('The seed made no sea job that is under way and has three items.')
  const page = await signedInPage({ viewport: { width: 1440, height: 900 } })
  for (const [name, open] of Object.entries(shots)) {
    await open(page, job)
    await page.screenshot({ path: join(pictures, `${name}.png`), animations: 'disabled' })
  }
})
