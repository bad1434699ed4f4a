import { rm, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { findBrowser } from './browser.ts'
import { makeTemporaryFolder } from './temporary-folder.ts'
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

test('a headless shell on PATH is taken where a light browser is wanted, and passed over where it does not work', {
  timeout: 120_000,
}, async () => {
  const { path } = await findBrowser()
  const folder = await makeTemporaryFolder('lading-browser-')
  const shell = join(folder, 'chromium-headless-shell')
  vi.stubEnv('PATH', `${folder}${delimiter}${process.env['PATH']}`)
  try {
    await writeFile(shell, `#!/bin/sh\nexec '${path}' "$@"\n`, { mode: 0o755 })
    expect(await findBrowser({ preferLight: true })).toMatchObject({ path: shell })
    expect(await findBrowser()).toMatchObject({ path })
    await writeFile(shell, '#!/bin/sh\nexit 1\n')
    expect(await findBrowser({ preferLight: true })).toMatchObject({ path })
  } finally {
    await rm(folder, { recursive: true })
  }
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
