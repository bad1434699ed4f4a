import { expect, type Locator, type Page, test } from '@playwright/test'
import { paragraph } from '#testing/word/markup.ts'
import { templateFile } from '#testing/word/template-file.ts'
import { expectAccessible, expectNoSideways } from './accessibility.ts'
import type { CompanyApi } from './company.ts'
import { sample } from './sample-files.ts'
import {
  DESKTOP,
  groupOf,
  jobWith,
  openAsTemplate,
  openTemplates,
  savedOn,
  TELEPHONE,
  templateNamed,
  withOwnCompany,
} from './template-papers.ts'

let page: Page
let api: CompanyApi
withOwnCompany(own => ({ page, api } = own))

/** Of a job with the same number and the same day twice: both are asked about. */
const newJob = () =>
  jobWith(api, {
    ...{ name: 'Linen', vesselName: 'Ocean Meridian', voyage: '512W' },
    ...{ hbl: 'KSOL-4711', mbl: 'KSOL-4711', etd: '2026-12-03', eta: '2026-12-03' },
  })
const body = [
  'Vessel: Ocean Meridian',
  'Our file KSOL-4711',
  ...Array.from({ length: 60 }, (_, index) => `Condition ${index + 1} of carriage`),
  'The third of the month, 03 Dec 2026, is meant',
  'Voyage: 512W',
]
  .map(line => paragraph(line))
  .join('')

test('by thumb on a telephone: from one place to decide to the next, and the list only for who asks for it', async () => {
  await page.setViewportSize(TELEPHONE)
  await openAsTemplate(page, await newJob(), { name: 'By thumb.docx', body })
  const bar = groupOf(page, 'Place by place')
  const count = (text: string) => bar.getByRole('button', { name: text })
  await expect(count('2 to decide')).toBeVisible()
  await expect(groupOf(page, 'To decide')).toBeHidden()
  await expect(bar.getByRole('button', { name: 'Save template' })).toBeInViewport({ ratio: 1 })
  await expectNoSideways(page)
  await expectAccessible(page)

  await bar.getByRole('button', { name: 'Next place to decide' }).click()
  const use = bar.getByRole('button', { name: /^Use “/ })
  await expect(use).toBeVisible()
  const box = await use.boundingBox()
  expect(box?.height).toBeGreaterThanOrEqual(44)
  expect(box?.y).toBeGreaterThan(TELEPHONE.height / 2)
  await expect(page.locator('mark[aria-current]')).toBeInViewport()
  await expectAccessible(page)
  await use.click()
  // The decision led to the next place, which stands further down.
  await expect(count('1 to decide')).toBeVisible()
  await expect(page.locator('mark[aria-current]')).toHaveText('03 Dec 2026')
  await expect(page.locator('mark[aria-current]')).toBeInViewport()
  await bar.getByRole('button', { name: 'Undo' }).click()
  await expect(count('2 to decide')).toBeVisible()
  await expect(page.locator('mark[aria-current]')).toHaveText('KSOL-4711')
  for (const left of ['1 to decide', 'Fields (4)']) {
    await use.click()
    await expect(count(left)).toBeVisible()
  }

  await count('Fields (4)').click()
  await expect(groupOf(page, 'Found').getByRole('listitem')).toHaveCount(4)
  await expectNoSideways(page)
  await expectAccessible(page)
  await groupOf(page, 'Found')
    .getByRole('button', { name: /^Vessel/ })
    .click()
  await expect(groupOf(page, 'Found')).toBeHidden()
  await expect(page.locator('mark[aria-current]')).toHaveText('Ocean Meridian')
  await page.getByRole('button', { name: 'Save template' }).click()
  await expect(savedOn(page)).toContainText('The template prints the same page')
  await expectNoSideways(page)
  expect(await templateNamed(api, 'By thumb.dotx')).toMatchObject({ version: 2, problems: [] })
  await page.setViewportSize(DESKTOP)
})

/** Tab by Tab, as one has to without a mouse. */
async function tabTo(wanted: Locator): Promise<void> {
  await expect(wanted).toBeEnabled()
  for (let times = 0; times < 80; times += 1) {
    if (await wanted.evaluate(element => element === element.ownerDocument.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not lead to ${wanted.toString()}.`)
}
const expectFocus = () =>
  expect.poll(() => page.evaluate(() => document.activeElement === document.body)).toBe(false)
const line = () => page.locator('[data-go]:focus')

test('by keys alone: from the list of templates to one that is saved, and the focus is never lost', async () => {
  const job = await newJob()
  await page.goto(`/webapp/shipment?id=${job.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Linen')
  await openTemplates(page)
  await tabTo(page.getByRole('button', { name: 'Upload Template' }))
  // What it opens is the system's own dialog.
  await page
    .getByLabel('Upload Template', { exact: true })
    .and(page.locator('input'))
    .setInputFiles(sample('By keys.docx', templateFile({ isDocument: true, body })))
  await tabTo(page.getByRole('button', { name: 'Use it as a template' }))
  await page.keyboard.press('Enter')
  await tabTo(page.getByRole('button', { name: 'Show the page' }))
  await page.keyboard.press('Enter')
  await expect(groupOf(page, 'To decide').getByRole('listitem')).toHaveCount(2)

  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(keys.getByText('Page of a document template')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(keys).toBeHidden()

  await page.keyboard.press('j')
  await expect(line()).toContainText('KSOL-4711')
  await page.keyboard.press('Enter')
  await expect(groupOf(page, 'To decide').getByRole('listitem')).toHaveCount(1)
  await expect(line()).toContainText('03 Dec 2026')
  await page.keyboard.press('Control+z')
  await expect(groupOf(page, 'To decide').getByRole('listitem')).toHaveCount(2)
  await expect(line()).toContainText('KSOL-4711')
  await page.keyboard.press('c')
  await expect(page.getByRole('combobox', { name: 'Search fields' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(line()).toContainText('KSOL-4711')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect(groupOf(page, 'To decide')).toBeHidden()
  await expectFocus()
  await page.keyboard.press('f')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  // Keys are heard behind a dialog once the focus is back.
  await expect(line()).toContainText('03 Dec 2026')
  await page.keyboard.press('Control+s')
  await expect(savedOn(page)).toContainText('The template prints the same page')
  await expectFocus()
  expect(await templateNamed(api, 'By keys.dotx')).toMatchObject({ version: 2, problems: [] })
})
