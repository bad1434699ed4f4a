import type { Browser, BrowserContext } from '@playwright/test'

/** A window of 1440 × 900 in which that person has signed in. */
export async function signedIn(
  browser: Browser,
  baseURL: string,
  person: { email: string; password: string },
): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL, viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await page.goto('/webapp')
  await page.getByLabel('Email', { exact: true }).fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.locator('tr[data-index]').first().waitFor()
  await page.close()
  return context
}
