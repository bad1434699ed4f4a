import { expect, test } from '@playwright/test'

test('the public pages are served whole, without the application', async ({ page }) => {
  const problems: string[] = []
  page.on('console', message => {
    if (message.type() === 'error') problems.push(message.text())
  })
  page.on('pageerror', error => problems.push(error.message))

  const home = await page.goto('/')
  expect(home?.status()).toBe(200)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('link', { name: /sign up|register|start/i }).first()).toBeVisible()
  expect(problems).toEqual([])
})

test('an unknown address leads to the page that says so', async ({ page }) => {
  await page.goto('/no/such/page')
  await expect(page).toHaveURL(/\/error\/404$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.getByRole('main').getByRole('link').first().click()
  await expect(page).not.toHaveURL(/error/)
})

test('the application asks a stranger to sign in', async ({ page }) => {
  await page.goto('/webapp')
  await expect(page.getByLabel('Email')).toBeVisible()
  await expect(page).not.toHaveURL(/\/webapp$/)
})
