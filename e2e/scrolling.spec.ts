import { expect, test } from '@playwright/test'
import type { Job } from '#contract/jobs.ts'
import { newCompany } from './company.ts'

test('nothing but the content scrolls: a field that gets the focus moves no bar', async ({ page }) => {
  const api = await newCompany(page)
  const job = await api.call<Job>('POST', '/api/shipment', {
    name: 'Surgical drapes',
    quote: { transportMode: 0 },
  })
  await page.setViewportSize({ width: 1440, height: 600 })
  for (const [address, content] of [
    [`/webapp/shipment?id=${job.id}`, page.getByRole('heading', { name: 'Schedule' })],
    ['/webapp/', page.getByRole('grid')],
  ] as const) {
    await page.goto(address)
    await expect(content).toBeVisible()
    const beyond = () => {
      const { scrollHeight, clientHeight } = document.documentElement
      return scrollHeight - clientHeight
    }
    expect([address, await page.evaluate(beyond)]).toEqual([address, 0])
  }
})
