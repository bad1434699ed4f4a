import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'
import { unpackedChromium } from './unpacked-chromium.ts'

/** A browser that was seen to start here; hand path and args to Playwright's `launch`. */
export type Browser = { path: string; args: string[]; from: string }

type Candidate = { from: string; find: () => Promise<string | undefined>; sandbox?: false }

const quiet = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const isRoot = process.getuid?.() === 0

const onPath = (...names: string[]) =>
  names
    .flatMap(name => (process.env['PATH'] ?? '').split(delimiter).map(folder => join(folder, name)))
    .find(path => existsSync(path))

const ifThere = (path: string) => (existsSync(path) ? path : undefined)

/** Chromium without windows: the same pages for a quarter less of the processor. */
const headlessShell: Candidate = { from: 'the system', find: async () => onPath('chromium-headless-shell') }

const candidates: Candidate[] = [
  { from: 'the system', find: async () => ifThere('/usr/bin/chromium') },
  { from: 'the system', find: async () => onPath('google-chrome', 'google-chrome-stable') },
  { from: "Playwright's own", find: async () => ifThere(chromium.executablePath()) },
  { from: 'npm (@sparticuz/chromium)', find: unpackedChromium, sandbox: false },
]

/** Whether a page can really be opened: a file that exists may be a stub or lack its libraries. */
async function opensPage(path: string, args: string[]): Promise<string | true> {
  try {
    const browser = await chromium.launch({ executablePath: path, args, timeout: 60_000 })
    try {
      const page = await browser.newPage()
      await page.goto('data:text/html,<title>it works</title>', { timeout: 60_000 })
      return (await page.title()) === 'it works' || 'it opened no page'
    } finally {
      await browser.close()
    }
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

async function tryOut(path: string, from: string, sandbox: boolean): Promise<Browser | string> {
  const sandboxes = sandbox && !isRoot ? [[], ['--no-sandbox']] : [['--no-sandbox']]
  let reason = ''
  // The second round is for containers whose kernel gives ordinary users no sandbox.
  for (const extra of sandboxes) {
    const args = [...extra, ...quiet]
    const outcome = await opensPage(path, args)
    if (outcome === true) return { path, args, from }
    reason = outcome
  }
  return reason
}

/**
 * The first browser that works here: CHROME_PATH, the system's Chromium or Chrome, Playwright's own,
 * the one from npm. With `preferLight` the system's headless shell comes before all but CHROME_PATH: pictures and
 * measurements want the browser that people have. Throws an error that says what to install when there is none.
 */
export async function findBrowser({ preferLight = false } = {}): Promise<Browser> {
  const wanted = process.env['CHROME_PATH']
  if (wanted) {
    const found = existsSync(wanted) ? await tryOut(wanted, 'CHROME_PATH', true) : 'there is no such file'
    if (typeof found !== 'string') return found
    throw new Error(`CHROME_PATH names ${wanted}, which does not work: ${found}`)
  }
  const reasons: string[] = []
  for (const candidate of preferLight ? [headlessShell, ...candidates] : candidates) {
    try {
      const path = await candidate.find()
      if (!path) continue
      const found = await tryOut(path, candidate.from, candidate.sandbox ?? true)
      if (typeof found !== 'string') return found
      reasons.push(`${path}: ${found}`)
    } catch (error) {
      reasons.push(`${candidate.from}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  throw new Error(
    [
      'No browser was found for the journeys. Install one (Debian, Ubuntu: apt-get install chromium) or set CHROME_PATH.',
      ...reasons,
    ].join('\n'),
  )
}
