import type { BrowserContext, CDPSession } from '@playwright/test'
import { FIRST_ROW, sinceTheAddress } from './page-scripts.ts'

/** Chrome's preset “Fast 3G”: the figures that its developer tools send. */
const fast3G = {
  offline: false,
  latency: 562.5,
  downloadThroughput: (1.6 * 1_000_000 * 0.9) / 8,
  uploadThroughput: (750 * 1000 * 0.9) / 8,
}
const CPU_SLOWDOWN = 4

async function slowDown(session: CDPSession): Promise<void> {
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', fast3G)
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
}

/**
 * Milliseconds from the address to the frame that shows the dashboard's rows: whoever is signed in, on a telephone's line,
 * with nothing of the product in the browser's cache.
 */
export async function firstVisitToRows(signedIn: BrowserContext, baseURL: string): Promise<number> {
  const browser = signedIn.browser()
  if (!browser) throw new Error('The context belongs to no browser.')
  const storageState = await signedIn.storageState()
  const context = await browser.newContext({ baseURL, viewport: { width: 1440, height: 900 }, storageState })
  try {
    const page = await context.newPage()
    await slowDown(await context.newCDPSession(page))
    await page.addInitScript(sinceTheAddress(FIRST_ROW))
    await page.goto('/webapp', { waitUntil: 'commit' })
    return await page.evaluate<number>('window.measured')
  } finally {
    await context.close()
  }
}
