import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser } from '@playwright/test'
import type { Job } from '#contract/jobs.ts'
import type { DocumentTemplate } from '#contract/templates.ts'
import { type SeededProduct, withSeededProduct } from './seeded-product.ts'
import { root } from '#testing/step.ts'
import { picturedScreens } from '#testing/pictures/pictured-screens.ts'
import { noteTaken } from './note-taken.ts'

/** npm run site-pictures: the public pages' pictures of the application, taken again from seeded data. */
const folder = join(root, 'web/site/pictures')
const QUALITY = 0.72
const schemes = ['light', 'dark'] as const

type Clip = { x: number; y: number; width: number; height: number }
/** What stands beside the sidebar and under the top bar. */
const content = { x: 224, y: 48, width: 960, height: 660 }
const clips: Readonly<Record<string, Clip>> = {
  job: content,
  finance: content,
  document: { x: 112, y: 24, width: 960, height: 660 },
}
const screens = Object.entries(picturedScreens['site-pictures'])

/** The newest job under way with a shipping line, its charges agreed and its papers made. */
async function prepare({ call }: SeededProduct): Promise<Job> {
  const jobs = await call<Job[]>('GET', '/api/shipment?status=1&mode=2&quoteType=1')
  const main = jobs.find(
    ({ templateName, shipmentCarriers: [carrier] }) =>
      templateName === null && /line|shipping|ocean|maritime/i.test(carrier?.party?.organisation?.name ?? ''),
  )
  if (!main?.quote) throw new Error('The seed made no sea job under way with a shipping line.')
  await call('PUT', '/api/company', { street: '1 Dock Road', city: 'Felixstowe', postCode: 'IP11 3SY' })
  const finance = await call<{ id: string; originCharge: object }>(
    'GET',
    `/api/finance/${main.quote.financeId}`,
  )
  const agreed = { pickUp: 240, handling: 65, documentation: 45, customClearance: 80, thc: 185, blfee: 35 }
  await call('PUT', '/api/finance', { id: finance.id, originCharge: { ...finance.originCharge, ...agreed } })
  const templates = await call<DocumentTemplate[]>('GET', '/api/documenttemplate')
  for (const { id, name } of templates.filter(one => /Lading|Arrival|Delivery|Packing/.test(one.name))) {
    const formats = name.includes('Lading') ? ['word', 'pdf'] : ['word']
    await call('POST', `/api/documenttemplate/generatedocuments?shipmentId=${main.id}`, { id, formats })
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

async function takeAll(product: SeededProduct, job: Job): Promise<Map<string, Buffer>> {
  const pictures = new Map<string, Buffer>()
  const { browser } = product
  for (const [name, { viewport, open }] of screens) {
    const clip = clips[name]
    const page = await product.signedInPage({ viewport, deviceScaleFactor: 2 })
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await open(page, job)
      const taken = await page.screenshot({ ...(clip && { clip }), animations: 'disabled' })
      for (const width of clip ? [640, 1280] : [720, 1440])
        pictures.set(
          `${name}-${colorScheme}-${width}.webp`,
          await encoded(browser, taken, width, 'image/webp'),
        )
    }
    await page.context().close()
  }
  // What other sites show beside a link to this one: of the size and kind that all of them take.
  const page = await product.signedInPage({ viewport: { width: 1200, height: 630 } })
  await picturedScreens['site-pictures']['dashboard']?.open(page, job)
  pictures.set('share.jpg', await encoded(browser, await page.screenshot(), 1200, 'image/jpeg'))
  await page.context().close()
  return pictures
}

await withSeededProduct(240, async product => {
  const pictures = await takeAll(product, await prepare(product))
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  for (const [name, bytes] of pictures) await writeFile(join(folder, name), bytes)
  const kilobytes = [...pictures.values()].reduce((sum, { length }) => sum + length, 0) / 1000
  process.stdout.write(`${pictures.size} pictures, ${Math.round(kilobytes)} kB, are in web/site/pictures.\n`)
})
await noteTaken('site-pictures')
