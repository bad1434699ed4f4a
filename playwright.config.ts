import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { findBrowser } from '#testing/browser.ts'

// Workers read this file again: the browser that the first reading found reaches them by environment.
const found = process.env['LADING_BROWSER']
const browser = found
  ? (JSON.parse(found) as Awaited<ReturnType<typeof findBrowser>>)
  : await findBrowser({ preferLight: true })
process.env['LADING_BROWSER'] = JSON.stringify(browser)

export default defineConfig({
  testDir: 'e2e',
  testMatch: /\.(test|spec|journey)\.ts$/,
  outputDir: 'test-results/journeys',
  globalSetup: './e2e/start-product.ts',
  forbidOnly: true,
  retries: 0,
  // The units run beside them: more workers would only make each page slower.
  workers: availableParallelism(),
  timeout: 180_000,
  expect: { timeout: 30_000 },
  use: {
    ...(process.env['LADING_URL'] && { baseURL: process.env['LADING_URL'] }),
    viewport: { width: 1440, height: 900 },
    // What opens, opens at once, as for people who ask for it: each dialog, menu and drawer waited a fifth of a second.
    contextOptions: { reducedMotion: 'reduce' },
    // A trace is recorded of every test, to be thrown away where it passes: a fifth of the whole run. Whoever looks
    // into a failure asks for one: `npx playwright test --trace on e2e/notes.spec.ts`.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: browser.path, args: browser.args },
  },
})
