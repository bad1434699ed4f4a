import { readFile } from 'node:fs/promises'
import { expect, test } from '@playwright/test'
import { startProduct } from './start-product.ts'

test('at an address of plain http nobody can sign in, which the page and the log say, with what to do', async ({
  playwright,
}) => {
  const product = await startProduct({ PUBLIC_URL: 'http://lading.test' })
  const log = () => readFile(product.log, 'utf8')
  const { launchOptions = {} } = test.info().project.use
  const browser = await playwright.chromium.launch({
    ...launchOptions,
    args: [
      ...(launchOptions.args ?? []),
      `--host-resolver-rules=MAP lading.test:80 ${new URL(product.url).host}`,
    ],
  })
  try {
    const page = await browser.newPage()
    for (const address of ['/login', '/register', '/webapp']) {
      await page.goto(`http://lading.test${address}`)
      await page.waitForURL(url => url.pathname === '/login-failed')
      const reason = page.getByRole('alert')
      await expect(reason).toContainText(
        'Browsers do not allow signing in at http://lading.test, because it is plain http.',
      )
      await expect(reason).toContainText('set PUBLIC_URL to its https address')
    }
    // The last of what a start says, after pages are served.
    await expect.poll(log).toContain('Nobody can sign in at http://lading.test')
    expect(await log()).toContain('set PUBLIC_URL to https://lading.test ')
  } finally {
    await browser.close()
    await product.stop()
  }
})
