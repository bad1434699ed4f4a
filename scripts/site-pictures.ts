import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { startProduct } from '#benchmarks/product-process.ts'
import { findBrowser } from '#testing/browser.ts'
import { signIn } from '#testing/identity.ts'
import { root, runStep } from './step.ts'

/** npm run site-pictures: the public pages' pictures of the application, taken anew from seeded data. */
const person = { email: 'pictures@lading.example', password: 'pictures of the harbour' }
const folder = join(root, 'web/site/pictures')
const QUALITY = 0.72
const schemes = ['light', 'dark'] as const

type Job = {
  id: string
  quote: { financeId: string }
  shipmentCarriers: { party: { organisation: { name: string } } }[]
}
type Shot = {
  name: string
  /** Of the pictures to be written, in pixels. */
  widths: readonly number[]
  viewport: { width: number; height: number }
  clip?: { x: number; y: number; width: number; height: number }
  open: (page: Page, job: Job) => Promise<void>
}

const card = { viewport: { width: 1184, height: 708 }, widths: [640, 1280] }
/** What stands beside the sidebar and under the top bar. */
const content = { x: 224, y: 48, width: 960, height: 660 }

async function openDashboard(page: Page): Promise<void> {
  await page.goto('/webapp?status=1&mode=2')
  await page.locator('tr[data-index]').first().waitFor()
}

const shots: readonly Shot[] = [
  { name: 'dashboard', widths: [720, 1440], viewport: { width: 1280, height: 800 }, open: openDashboard },
  {
    ...card,
    name: 'job',
    clip: content,
    open: async (page, { id }) => {
      await page.goto(`/webapp/shipment?id=${id}`)
      await page.getByRole('heading', { name: 'Schedule' }).waitFor()
    },
  },
  {
    ...card,
    name: 'document',
    clip: { x: 112, y: 24, width: 960, height: 660 },
    open: async (page, { id }) => {
      await page.goto(`/webapp/shipment/document?id=${id}`)
      await page.getByRole('button', { name: /^Preview .*\.pdf$/i }).click()
      await page.getByRole('img', { name: /^Page 1/ }).waitFor()
    },
  },
  {
    ...card,
    name: 'finance',
    clip: content,
    open: async (page, { id }) => {
      await page.goto(`/webapp/shipment/finance?id=${id}`)
      await page.getByRole('heading', { name: 'Freight Charges' }).waitFor()
    },
  },
]

type Call = (method: string, path: string, body?: object) => Promise<unknown>

async function callsOf(url: string): Promise<Call> {
  const { accessToken } = await signIn(url, person)
  return async (method, path, body) => {
    const reply = await fetch(url + path, {
      method,
      headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!reply.ok) throw new Error(`${method} ${path} answered ${reply.status}: ${await reply.text()}`)
    return reply.status === 204 ? undefined : reply.json()
  }
}

/** The newest full-container job under way with a shipping line, its charges agreed and its papers made. */
async function prepare(call: Call): Promise<Job> {
  const jobs = (await call('GET', '/api/shipment?status=1&mode=2&quoteType=1')) as Job[]
  const main = jobs.find(({ shipmentCarriers: [carrier] }) =>
    /line|shipping|ocean|maritime/i.test(carrier?.party.organisation.name ?? ''),
  )
  if (!main) throw new Error('The seed made no sea job under way with a shipping line.')
  await call('PUT', '/api/company', { street: '1 Dock Road', city: 'Felixstowe', postCode: 'IP11 3SY' })
  const { id, originCharge } = (await call('GET', `/api/finance/${main.quote.financeId}`)) as {
    id: string
    originCharge: object
  }
  const agreed = { pickUp: 240, handling: 65, documentation: 45, customClearance: 80, thc: 185, blfee: 35 }
  await call('PUT', '/api/finance', { id, originCharge: { ...originCharge, ...agreed } })
  const templates = (await call('GET', '/api/documenttemplate')) as { id: string; name: string }[]
  for (const template of templates.filter(({ name }) => /Lading|Arrival|Delivery|Packing/.test(name))) {
    const formats = template.name.includes('Lading') ? ['word', 'pdf'] : ['word']
    const path = `/api/documenttemplate/generatedocuments?shipmentId=${main.id}`
    await call('POST', path, { id: template.id, formats })
  }
  return main
}

// Runs in the page: Chromium's own encoder, so that nothing else need be installed for it.
const ENCODE = `async ({ source, width, type, quality }) => {
  const taken = await createImageBitmap(await (await fetch('data:image/png;base64,' + source)).blob())
  const height = Math.round((taken.height * width) / taken.width)
  const resized = { resizeWidth: width, resizeHeight: height, resizeQuality: 'high' }
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  canvas.getContext('2d').drawImage(await createImageBitmap(taken, resized), 0, 0)
  return canvas.toDataURL(type, quality).split(',')[1]
}`

async function encoded(browser: Browser, png: Buffer, width: number, type: string): Promise<Buffer> {
  const page = await browser.newPage()
  const options = { source: png.toString('base64'), width, type, quality: QUALITY }
  const text = await page.evaluate<string>(`(${ENCODE})(${JSON.stringify(options)})`)
  await page.close()
  return Buffer.from(text, 'base64')
}

async function signedIn(browser: Browser, url: string, viewport: Shot['viewport']): Promise<Page> {
  const context = await browser.newContext({
    baseURL: url,
    viewport,
    deviceScaleFactor: 2,
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  await page.goto('/webapp')
  await page.getByLabel('Email', { exact: true }).fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: 'Create Job' }).waitFor()
  return page
}

async function takeAll(browser: Browser, url: string, job: Job): Promise<Map<string, Buffer>> {
  const pictures = new Map<string, Buffer>()
  for (const { name, widths, viewport, clip, open } of shots) {
    const page = await signedIn(browser, url, viewport)
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme })
      await open(page, job)
      await page.waitForLoadState('networkidle')
      const taken = await page.screenshot({ ...(clip && { clip }), animations: 'disabled' })
      for (const width of widths)
        pictures.set(
          `${name}-${colorScheme}-${width}.webp`,
          await encoded(browser, taken, width, 'image/webp'),
        )
    }
    await page.context().close()
  }
  const page = await signedIn(browser, url, { width: 1200, height: 630 })
  await openDashboard(page)
  await page.waitForLoadState('networkidle')
  pictures.set('share.jpg', await encoded(browser, await page.screenshot(), 1200, 'image/jpeg'))
  await page.context().close()
  return pictures
}

const dataDir = await mkdtemp(join(tmpdir(), 'lading-pictures-'))
await chmod(dataDir, 0o755)
try {
  const seeded = await runStep(
    'node',
    ['scripts/seed.ts', '--jobs', '240', '--email', person.email, '--password', person.password],
    { env: { DATA_DIR: dataDir }, quiet: true },
  )
  if (!seeded.ok) throw new Error(seeded.output)
  const product = await startProduct({ DATA_DIR: dataDir })
  try {
    const job = await prepare(await callsOf(product.url))
    const found = await findBrowser()
    const browser = await chromium.launch({ executablePath: found.path, args: found.args })
    try {
      const pictures = await takeAll(browser, product.url, job)
      await rm(folder, { recursive: true, force: true })
      await mkdir(folder, { recursive: true })
      for (const [name, bytes] of pictures) await writeFile(join(folder, name), bytes)
      const kilobytes = [...pictures.values()].reduce((sum, { length }) => sum + length, 0) / 1000
      process.stdout.write(
        `${pictures.size} pictures, ${Math.round(kilobytes)} kB, are in web/site/pictures.\n`,
      )
    } finally {
      await browser.close()
    }
  } finally {
    await product.stop()
  }
} finally {
  await rm(dataDir, { recursive: true, force: true })
}
