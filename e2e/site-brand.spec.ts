import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { mailTo } from '#testing/outbox.ts'
import { expectAccessible } from './accessibility.ts'
import { startProduct } from './start-product.ts'

test('a company puts its own name, details and plans on it, without a build', async ({ page }) => {
  const file = test.info().outputPath('brand.json')
  const brand = {
    name: 'Indus & Sons',
    tagline: 'cargo with care',
    email: 'desk@indus.example',
    phone: '+92 21 3220 0000',
    address: 'West Wharf Road, Karachi, Pakistan',
    social: 'https://social.example/indus',
    copyrightYear: 2031,
    enquiriesTo: 'sales@indus.example',
    plans: [
      { name: 'Quay', price: 'Free', includes: ['Ten jobs'] },
      { name: 'Harbour', price: '€ 40', per: 'per month', includes: ['All jobs', 'All ports'] },
    ],
  }
  await writeFile(file, JSON.stringify(brand))
  const product = await startProduct({ BRAND_FILE: file })
  try {
    await page.goto(product.url)
    await expect(page).toHaveTitle('Indus & Sons: cargo with care')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cargo with care')
    await expect(page.getByRole('contentinfo')).toContainText('© 2031 Indus & Sons')
    await page.goto(`${product.url}/pricing`)
    const plans = page.getByRole('region', { name: 'Plans' }).getByRole('article')
    await expect(plans.getByRole('heading')).toHaveText(['Quay', 'Harbour'])
    await expect(plans.nth(1)).toContainText('€ 40 per month')
    await expect(plans.nth(1).getByRole('listitem')).toHaveText(['All jobs', 'All ports'])
    await expectAccessible(page)
    await page.goto(`${product.url}/faq`)
    await expect(page.getByText('Quay: free; Harbour: € 40, per month.')).toBeVisible()
    await page.goto(`${product.url}/terms-and-conditions`)
    await expect(page.getByRole('main')).not.toContainText('governed by')
    await expect(page.getByRole('main')).not.toContainText('In force since')

    await page.goto(`${product.url}/contactus`)
    await expect(page.getByRole('link', { name: 'Community' }).first()).toHaveAttribute('href', brand.social)
    await expect(page.getByRole('link', { name: 'Open in a map service' })).toHaveCount(0)
    for (const [name, value] of [
      ['Name', 'Amina'],
      ['Email', 'amina@karachi.example'],
      ['Subject', 'Rates'],
      ['Message', 'Hello'],
    ] as const)
      await page.getByRole('textbox', { name }).fill(value)
    await page.getByRole('button', { name: 'Send Message' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Thank you' })).toBeVisible()
    const mails = await mailTo(join(product.dataDir, 'outbox'), 'sales@indus.example')
    expect(mails.map(({ subject }) => subject)).toEqual(['Contact form: Rates'])
    await page.goto(`${product.url}/login-failed`)
    await expect(page.getByRole('banner')).toHaveText('Indus & Sons')
  } finally {
    await product.stop()
  }
})
