import { expect, type Page, type Request, test } from '@playwright/test'
import { routeWeight } from '#testing/route-weight.ts'
import { newCompany } from './company.ts'

/** Kilobytes of 1000 bytes, gzipped; the files of which are one journey to the server. */
const LIMITS = { scripts: 235, styles: 40, files: 6 }

let page: Page

test.beforeAll(async ({ browser }) => {
  page = await (await browser.newContext()).newPage()
  const api = await newCompany(page)
  await api.call('POST', '/api/shipment', { name: 'Tea' })
})
test.afterAll(() => page.context().close())

const jobs = (of: Page) => of.getByRole('grid', { name: 'Jobs' }).locator('tr[data-index]')

/** The page's scripts, but for those that say which colours it has, wait for the function that this answers. */
async function holdScripts(held: Page): Promise<() => void> {
  const ready = Promise.withResolvers<void>()
  await held.route(/\/assets\/(kit|frame)-[^/]*\.js$/, async route => {
    await ready.promise
    await route.continue()
  })
  return ready.resolve
}

test('the dashboard needs few files, and no more JavaScript and CSS than its budget', async () => {
  const weight = await routeWeight(page.context(), '/webapp')
  expect(weight.scripts).toBeLessThan(LIMITS.scripts)
  expect(weight.styles).toBeLessThan(LIMITS.styles)
  expect(weight.files).toBeLessThanOrEqual(LIMITS.files)
})

test('while a token is good, the page does without the sign-in library and the provider', async () => {
  const asked: string[] = []
  const note = (request: Request) => void asked.push(new URL(request.url()).pathname)
  page.on('request', note)
  await page.goto('/webapp')
  await expect(jobs(page)).toHaveCount(1)
  await page.waitForLoadState('networkidle')
  page.off('request', note)
  expect(asked.filter(path => path.startsWith('/identity/'))).toEqual([])
  expect(asked.filter(path => path.startsWith('/api/')).toSorted()).toEqual([
    '/api/mention/unread',
    '/api/preferences',
    '/api/register',
    '/api/shipment/counts',
    '/api/shipment/table',
  ])
})

test('the rows are asked for, and the frame is seen, before the scripts have come', async () => {
  const letThrough = await holdScripts(page)
  const list = page.waitForResponse(/\/api\/shipment\/table\?/)
  await page.goto('/webapp', { waitUntil: 'commit' })
  expect((await list).status()).toBe(200)
  await expect(page.locator('.top-bar')).toBeVisible()
  await expect(page.locator('.sidebar')).toContainText('Document Templates')
  // Nobody is offered what cannot be used yet.
  await expect(page.getByRole('link')).toHaveCount(0)
  letThrough()
  await expect(jobs(page)).toHaveCount(1)
  await expect(page.locator('.shell')).toHaveCount(1)
  await expect(page.getByRole('link', { name: 'Document Templates' })).toBeVisible()
})

test('the frame has the colours that the person has chosen', async ({ browser }) => {
  const dark = await browser.newPage({ storageState: await page.context().storageState() })
  await dark.addInitScript(() => localStorage.setItem('mantine-color-scheme-value', 'dark'))
  const letThrough = await holdScripts(dark)
  const expectDark = () => expect(dark.locator('.sidebar')).toHaveCSS('background-color', 'rgb(17, 28, 40)')
  await dark.goto('/webapp', { waitUntil: 'commit' })
  await expectDark()
  letThrough()
  await expect(jobs(dark)).toHaveCount(1)
  await expectDark()
  await dark.close()
})

test('whoever is not signed in sees no frame of the application', async ({ browser }) => {
  const stranger = await browser.newPage()
  const reply = await stranger.request.get('/webapp')
  expect(await reply.text()).not.toContain('sidebar')
  await stranger.close()
})
