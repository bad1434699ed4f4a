import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import type { Job } from '#contract/jobs.ts'
import type { DocumentTemplate } from '#contract/templates.ts'
import { root } from '#testing/step.ts'
import { paragraph } from '#testing/word/markup.ts'
import { templateFile } from '#testing/word/template-file.ts'

/** What the pictures are known by, beside them: the words that stood on each screen when its picture was taken. */
export const picturesList = join(root, 'docs/images/screens.json')

export type Pictured = {
  viewport: { width: number; height: number }
  /** Brings the screen up for a job and answers the part of it that is in the picture. */
  open: (page: Page, job: Job) => Promise<Locator>
}

export const picturesCommands = ['readme-pictures', 'guide-pictures', 'site-pictures'] as const
export type PicturesCommand = (typeof picturesCommands)[number]

/** The house bill that a new company begins with. */
export const HOUSE_BILL = 'House Bill of Lading (starter).dotx'

const whole = (page: Page) => page.locator('body')

async function at(page: Page, address: string, sign: Locator): Promise<Locator> {
  await page.goto(address)
  await sign.first().waitFor()
  await page.waitForLoadState('networkidle')
  return whole(page)
}

/** A finished house bill of a job, as a Word document. */
async function houseBillOf(page: Page, job: Job): Promise<Buffer> {
  const [asked] = await Promise.all([
    page.waitForRequest(request => 'authorization' in request.headers()),
    page.reload(),
  ])
  const headers = { authorization: asked.headers()['authorization'] ?? '' }
  const listed = await page.request.get('/api/documenttemplate', { headers })
  const templates = (await listed.json()) as DocumentTemplate[]
  const houseBill = templates.find(({ name }) => name === HOUSE_BILL)
  const made = await page.request.get(
    `/api/documenttemplate/${houseBill?.id}/preview?shipmentId=${job.id}&format=word`,
    { headers },
  )
  return made.body()
}

const openJob = (page: Page, { id }: Job) =>
  at(page, `/webapp/shipment?id=${id}`, page.getByRole('heading', { name: 'Schedule' }))
const openFinance = (page: Page, { id }: Job) =>
  at(page, `/webapp/shipment/finance?id=${id}`, page.getByRole('heading', { name: 'Freight Charges' }))
const openDashboard = (address: string) => (page: Page) => at(page, address, page.locator('tr[data-index]'))

const desktop = { width: 1440, height: 900 }
const guide = { width: 1100, height: 700 }
const card = { width: 1184, height: 708 }

/** By the command that takes the pictures, and the name of each. */
export const picturedScreens: Readonly<Record<PicturesCommand, Readonly<Record<string, Pictured>>>> = {
  'readme-pictures': {
    dashboard: { viewport: desktop, open: openDashboard('/webapp') },
    job: { viewport: desktop, open: openJob },
    party: {
      viewport: desktop,
      open: async (page, job) => {
        await openJob(page, job)
        await page.getByRole('button', { name: 'Add Clearing Agent' }).click()
        const dialog = page.getByRole('dialog')
        await dialog.getByRole('searchbox').or(dialog.getByRole('textbox')).first().fill('trad')
        await page.keyboard.press('Enter')
        await dialog.getByRole('gridcell').first().click()
        return whole(page)
      },
    },
    finance: { viewport: desktop, open: openFinance },
    items: {
      viewport: desktop,
      open: (page, { id }) => at(page, `/webapp/shipment/items?id=${id}`, page.getByRole('gridcell')),
    },
    search: {
      viewport: desktop,
      open: async (page, job) => {
        await openJob(page, job)
        await page.keyboard.press('Control+k')
        await page.keyboard.type('karachi')
        await page.getByRole('option').first().waitFor()
        await page.waitForLoadState('networkidle')
        return whole(page)
      },
    },
  },
  'guide-pictures': {
    'templates-report': {
      viewport: guide,
      open: async page => {
        await page.goto('/webapp/documenttemplates')
        const body = ['{{Shipment.HouseBl}}', 'Notify {{Consignee.Nmae}}, {{Consignee.City}}'].map(text =>
          paragraph(text),
        )
        await page
          .locator('input[type=file]')
          .first()
          .setInputFiles({
            name: 'Notice.dotx',
            mimeType: 'application/octet-stream',
            buffer: templateFile({ body: body.join('') }),
          })
        const report = page.getByRole('dialog', { name: 'Notice.dotx' })
        await report.getByRole('table').waitFor()
        return report
      },
    },
    'templates-page': {
      viewport: desktop,
      open: async (page, job) => {
        await openJob(page, job)
        const file = await houseBillOf(page, job)
        await page.goto('/webapp/documenttemplates')
        await page
          .locator('input[type=file]')
          .first()
          .setInputFiles({ name: 'Our bill.docx', mimeType: 'application/octet-stream', buffer: file })
        await page.getByRole('button', { name: 'Use it as a template' }).click()
        await page.getByRole('button', { name: 'Show the page' }).click()
        await page.getByRole('region', { name: 'Found' }).waitFor()
        await page.waitForLoadState('networkidle')
        return whole(page)
      },
    },
    'templates-fields': {
      viewport: guide,
      open: async (page, job) => {
        // The fields are shown with the values of the job that was opened last.
        await openJob(page, job)
        return at(page, '/webapp/documenttemplates/fields', page.getByText(`Job ${job.jobId}`))
      },
    },
    'templates-preflight': {
      viewport: guide,
      open: async (page, { id }) => {
        await page.goto(`/webapp/shipment/document?id=${id}`)
        await page.getByRole('button', { name: 'Generate Document' }).click()
        await page.getByRole('gridcell', { name: HOUSE_BILL }).dblclick()
        const before = page.getByRole('dialog', { name: 'Before the documents are made' })
        await before.waitFor()
        return before
      },
    },
  },
  'site-pictures': {
    dashboard: { viewport: { width: 1280, height: 800 }, open: openDashboard('/webapp?status=1&mode=2') },
    job: { viewport: card, open: openJob },
    document: {
      viewport: card,
      open: async (page, { id }) => {
        await page.goto(`/webapp/shipment/document?id=${id}`)
        await page.getByRole('button', { name: /^Preview .*\.pdf$/i }).click()
        await page.getByRole('img', { name: /^Page 1/ }).waitFor()
        await page.waitForLoadState('networkidle')
        return whole(page)
      },
    },
    finance: { viewport: card, open: openFinance },
  },
}

/** The files of a picture, from the project's folder. */
export function filesOf(command: PicturesCommand, name: string): string[] {
  if (command !== 'site-pictures') return [`docs/images/${name}.png`]
  const widths = name === 'dashboard' ? [720, 1440] : [640, 1280]
  const drawn = ['light', 'dark'].flatMap(scheme => widths.map(width => `${name}-${scheme}-${width}.webp`))
  return [...drawn, ...(name === 'dashboard' ? ['share.jpg'] : [])].map(file => `web/site/pictures/${file}`)
}
