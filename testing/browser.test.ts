import { chromium } from '@playwright/test'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { findBrowser } from './browser.ts'
import { unpackedChromium } from './unpacked-chromium.ts'

beforeEach(() => {
  vi.stubEnv('CHROME_PATH', undefined)
})
afterEach(() => {
  vi.unstubAllEnvs()
})

async function textOfPage(executablePath: string, args: string[]) {
  const browser = await chromium.launch({ executablePath, args })
  try {
    const page = await browser.newPage()
    await page.setContent('<p id="sum"></p><script>sum.textContent = 20 + 3</script>')
    return await page.textContent('#sum')
  } finally {
    await browser.close()
  }
}

test('the browser that was found runs a page', { timeout: 120_000 }, async () => {
  const { path, args } = await findBrowser()
  expect(await textOfPage(path, args)).toBe('23')
})

test('CHROME_PATH comes first', { timeout: 120_000 }, async () => {
  const { path } = await findBrowser()
  vi.stubEnv('CHROME_PATH', path)
  expect(await findBrowser()).toMatchObject({ path, from: 'CHROME_PATH' })
})

test('a CHROME_PATH that does not work is not passed over in silence', async () => {
  vi.stubEnv('CHROME_PATH', '/nowhere/chromium')
  await expect(findBrowser()).rejects.toThrow('CHROME_PATH names /nowhere/chromium')
  vi.stubEnv('CHROME_PATH', process.execPath)
  await expect(findBrowser()).rejects.toThrow('which does not work')
})

const fromNpm = await unpackedChromium()

// There is one for Linux x64 alone.
if (fromNpm) {
  test('the browser from npm runs a page', { timeout: 120_000 }, async () => {
    expect(await textOfPage(fromNpm, ['--no-sandbox', '--disable-gpu'])).toBe('23')
  })
}
