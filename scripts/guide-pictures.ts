import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { Job } from '#contract/jobs.ts'
import type { DocumentTemplate } from '#contract/templates.ts'
import { HOUSE_BILL, picturedScreens } from '#testing/pictures/pictured-screens.ts'
import { filesWithoutPdf } from '#testing/word/convert.ts'
import { noteTaken } from './note-taken.ts'
import { type SeededProduct, withSeededProduct } from './seeded-product.ts'
import { root, runStep } from '#testing/step.ts'

/** npm run guide-pictures: the pictures in the guide for template designers, taken again from the product. */
const pictures = join(root, 'docs/images')
const company = {
  name: 'Indus Forwarding',
  street: 'West Wharf Road',
  city: 'Karachi',
  countryId: 'PK',
  telephone: '+92 21 3220 0000',
  email: 'bookings@indus.example',
  website: 'indus.example',
  registrationNumber: '0042317',
  tradingTerms: 'All business is done under our standard trading conditions.',
}

await withSeededProduct(60, async product => {
  await product.call('PUT', '/api/company', company)
  const [job] = await product.call<Job[]>('GET', '/api/shipment?mode=2&status=1&limit=1')
  const templates = await product.call<DocumentTemplate[]>('GET', '/api/documenttemplate')
  const houseBill = templates.find(({ name }) => name === HOUSE_BILL)
  if (!job || !houseBill) throw new Error('The seed made no sea job that is under way, or no house bill.')
  await papers(product, job, houseBill)
  await product.call('PUT', '/api/shipment', { id: job.id, vesselName: null, etd: null, shipmentAgents: [] })
  await screens(await product.signedInPage(), job)
})
await noteTaken('guide-pictures')

/** The upper part of the house bill, as its designer sees it in Word and as it is made for a job. */
async function papers({ file }: SeededProduct, job: Job, template: DocumentTemplate): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'lading-guide-'))
  try {
    const designed = join(folder, 'before.dotx')
    await writeFile(designed, await readFile(join(root, 'server/templates/starter/A4', HOUSE_BILL)))
    if ((await filesWithoutPdf([designed], folder)).length > 0)
      throw new Error('LibreOffice, which draws the papers, is missing or failed.')
    await drawTop(join(folder, 'before.pdf'), 'templates-before')
    const made = await file(`/api/documenttemplate/${template.id}/preview?shipmentId=${job.id}&format=pdf`)
    await writeFile(join(folder, 'after.pdf'), made)
    await drawTop(join(folder, 'after.pdf'), 'templates-after')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function drawTop(pdf: string, name: string): Promise<void> {
  const size = ['-x', '0', '-y', '20', '-W', '992', '-H', '640']
  const drawn = await runStep(
    'pdftoppm',
    ['-png', '-r', '120', ...size, '-singlefile', pdf, join(pictures, name)],
    {
      quiet: true,
    },
  )
  if (!drawn.ok) throw new Error(drawn.output)
}

async function screens(page: Page, job: Job): Promise<void> {
  for (const [name, { viewport, open }] of Object.entries(picturedScreens['guide-pictures'])) {
    await page.setViewportSize(viewport)
    await (await open(page, job)).screenshot({ path: join(pictures, `${name}.png`) })
  }
}
