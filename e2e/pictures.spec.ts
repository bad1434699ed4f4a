import { expect, type Locator, test } from '@playwright/test'
import type { Job } from '#contract/jobs.ts'
import type { Organisation } from '#contract/organisations.ts'
import type { DocumentTemplate } from '#contract/templates.ts'
import { HOUSE_BILL, picturedScreens, picturesCommands } from '#testing/pictures/pictured-screens.ts'
import {
  difference,
  entryName,
  notePictures,
  type PicturesList,
  readPicturesList,
} from '#testing/pictures/pictures-list.ts'
import { type CompanyApi, newCompany } from './company.ts'

/** The command that has just taken its pictures: what stands on their screens is written down, not compared. */
const taken = picturesCommands.find(command => command === process.env['LADING_PICTURES_TAKEN'])

/** A job of which every pictured screen has something to show; the same in every run. */
async function layOut(api: CompanyApi): Promise<Job> {
  const job = await api.call<Job>('POST', '/api/shipment', { name: 'Bed linen', statusId: 1 })
  const company = (name: string) => api.call<Organisation>('POST', '/api/organisation', { name })
  const [consignee, shipper] = [await company('Karachi Trading'), await company('Indus Textiles')]
  const link = (organisation: Organisation) => organisation.parties[0]?.id
  await api.call('POST', '/api/shipmentconsignee', { shipmentId: job.id, consigneeId: link(consignee) })
  await api.call('POST', '/api/shipmentshipper', { shipmentId: job.id, shipperId: link(shipper) })
  await api.call('PUT', '/api/shipment', {
    id: job.id,
    ...{
      direction: 1,
      commodity: 'Bed linen',
      vesselName: 'Ocean Meridian',
      etd: '2026-12-03',
      eta: '2027-01-09',
    },
    ...{ grossWeight: 900, weightUnit: 0, numberOfPackages: 60, hbl: 'LDG1' },
    quote: { quoteType: 1, transportMode: 2, clType: 0 },
  })
  await api.call('POST', '/api/item', { shipmentId: job.id, name: 'Sheets', quantity: 60, grossWeight: 900 })
  await api.call('PUT', '/api/finance', { id: job.quote.financeId, originCharge: { pickUp: 240, thc: 185 } })
  const templates = await api.call<DocumentTemplate[]>('GET', '/api/documenttemplate')
  const id = templates.find(({ name }) => name === HOUSE_BILL)?.id
  const formats = ['word', 'pdf']
  await api.call('POST', `/api/documenttemplate/generatedocuments?shipmentId=${job.id}`, { id, formats })
  return job
}

/** Each text that can be read in a picture of a part of the page, once; figures, months and halves of the day alike, since they differ by the hour. */
const wordsOf = (part: Locator): Promise<string[]> =>
  part.evaluate(element => {
    const read = (text: string | null | undefined) =>
      (text ?? '')
        .replaceAll(/\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec|AM|PM)\b/g, '#')
        .replaceAll(/[\d#]+(?:[,.:-][\d#]+)*/g, '#')
        .replaceAll(/\s+/g, ' ')
        .trim()
    const found = new Set<string>()
    for (const one of [element, ...element.querySelectorAll('*')]) {
      if (!one.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true })) continue
      const { top, left, bottom } = one.getBoundingClientRect()
      // What must be scrolled to is not in the picture.
      if (top >= innerHeight || left >= innerWidth || bottom <= 0) continue
      if (one.matches('script, style, option, canvas, svg *')) continue
      for (const node of one.childNodes)
        if (node.nodeType === Node.TEXT_NODE) found.add(read(node.textContent))
      const isField = one.matches('input, textarea, select, button')
      if (isField) found.add(read(one.getAttribute('aria-label')))
      found.add(read(one.getAttribute('placeholder')))
    }
    found.delete('')
    return [...found].toSorted()
  })

test('no committed picture is older than the screen that it shows', async ({ page }) => {
  const api = await newCompany(page)
  const job = await layOut(api)
  const list: PicturesList = taken ? {} : await readPicturesList()
  const old: string[] = []
  for (const command of taken ? [taken] : picturesCommands) {
    const now: Record<string, string[]> = {}
    for (const [name, { viewport, open }] of Object.entries(picturedScreens[command])) {
      await page.setViewportSize(viewport)
      now[name] = await wordsOf(await open(page, job))
      const before = list[entryName(command, name)]?.words ?? []
      const changed = difference(before, now[name])
      if (changed) old.push(`${name} is older than its screen; take it again: npm run ${command}. ${changed}`)
    }
    if (taken) await notePictures(taken, now)
  }
  if (!taken) expect(old).toEqual([])
})
