import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContextOptions, chromium, type Page } from '@playwright/test'
import { startProduct } from '#testing/product-process.ts'
import { findBrowser } from '#testing/browser.ts'
import { signIn } from '#testing/identity.ts'
import { runStep } from '#testing/step.ts'

const person = { email: 'pictures@lading.example', password: 'pictures of the harbour' }

export type SeededProduct = {
  browser: Browser
  /** A call in the seeded company's name; fails on any reply that is no success. */
  call: <Reply>(method: string, path: string, body?: object) => Promise<Reply>
  file: (path: string) => Promise<Buffer>
  signedInPage: (options?: BrowserContextOptions) => Promise<Page>
}

/** The product with a company's jobs, of which pictures are taken; nothing of it stays. */
export async function withSeededProduct(
  jobs: number,
  work: (product: SeededProduct) => Promise<void>,
): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'lading-pictures-'))
  await chmod(dataDir, 0o755)
  try {
    const seeded = await runStep(
      'node',
      ['scripts/seed.ts', '--jobs', String(jobs), '--email', person.email, '--password', person.password],
      { env: { DATA_DIR: dataDir }, quiet: true },
    )
    if (!seeded.ok) throw new Error(seeded.output)
    const product = await startProduct({ DATA_DIR: dataDir })
    const found = await findBrowser()
    const browser = await chromium.launch({ executablePath: found.path, args: found.args })
    try {
      const send = sender(product.url, (await signIn(product.url, person)).accessToken)
      await work({
        browser,
        call: async <Reply>(method: string, path: string, body?: object) =>
          (await (await send(method, path, body)).json()) as Reply,
        file: async path => Buffer.from(await (await send('GET', path)).arrayBuffer()),
        signedInPage: options => signedInPage(browser, { ...options, baseURL: product.url }),
      })
    } finally {
      await browser.close()
      await product.stop()
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

type Send = (method: string, path: string, body?: object) => Promise<Response>

const sender =
  (url: string, accessToken: string): Send =>
  async (method, path, body) => {
    const reply = await fetch(url + path, {
      method,
      headers: {
        authorization: `Bearer ${accessToken}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!reply.ok) throw new Error(`${method} ${path} answered ${reply.status}: ${await reply.text()}`)
    return reply
  }

async function signedInPage(browser: Browser, options: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options })
  const page = await context.newPage()
  await page.goto('/webapp')
  await page.getByLabel('Email', { exact: true }).fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: 'Create Job' }).waitFor()
  return page
}
