import { expect, type Locator, type Page, test } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { attachmentsOfNewJob, type AttachmentsPage } from './attachments-page.ts'
import { type CompanyApi, newCompany } from './company.ts'
import { internetMessage, outlookMessage } from '#testing/mail-files.ts'
import { picture } from '#testing/word/drawings.ts'
import { paragraph } from '#testing/word/markup.ts'
import { templateFile } from '#testing/word/template-file.ts'
import { hostileWordFile, pdfFile, pictureFile, sample, type SampleFile } from './sample-files.ts'

let page: Page
let api: CompanyApi
let tab: AttachmentsPage

test.beforeAll(async ({ browser }) => {
  page = await browser.newPage()
  api = await newCompany(page)
})
test.afterAll(() => page.close())
test.beforeEach(async () => {
  tab = await attachmentsOfNewJob(page, api)
})

async function openPreview(file: SampleFile): Promise<Locator> {
  await tab.attach(file)
  await tab.open()
  await page.getByRole('button', { name: `Preview ${file.name}` }).click()
  return tab.dialog(file.name)
}

test('a PDF is looked at in place', async () => {
  const preview = await openPreview(sample('Invoice.pdf', pdfFile('Invoice 7')))
  const drawn = preview.getByRole('img', { name: 'Page 1 of 1' })
  await expect(drawn).toBeVisible()
  // The green box of the page, somewhere in what was drawn.
  await expect
    .poll(() =>
      drawn.evaluate(element => {
        const canvas = element as HTMLCanvasElement
        const { data } = canvas
          .getContext('2d')
          ?.getImageData(canvas.width * 0.3, canvas.height * 0.24, 1, 1) ?? { data: [] }
        return [...data].slice(0, 3).join(' ')
      }),
    )
    .toBe('15 115 107')
  // Drawn for this screen's own points, neither blurred nor wasted.
  const points = await drawn.evaluate(element => {
    const { width, clientWidth } = element as HTMLCanvasElement
    return width / clientWidth / window.devicePixelRatio
  })
  expect(points).toBeCloseTo(1, 1)
  await expectAccessible(page)
  await page.screenshot({ path: test.info().outputPath('pdf.png') })
})

test('on a touch screen Open shows what can be shown, and says where a file is downloaded', async ({
  browser,
}) => {
  await tab.attach(sample('Damage.png', pictureFile()))
  await tab.attach(sample('Rates.csv', 'port,rate'))
  const letter = templateFile({ body: paragraph('Dear {{Consignee.Name}}') })
  await api.upload('/api/documenttemplate', new File([new Uint8Array(letter)], 'Touched.dotx'), {})
  const context = await browser.newContext({
    storageState: await page.context().storageState(),
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  })
  const phone = await context.newPage()
  const row = (name: string) => phone.getByRole('row').filter({ hasText: name })
  await phone.goto(`/webapp/shipment/document?id=${tab.job.id}`)
  await row('Damage.png').getByRole('button', { name: 'Open', exact: true }).tap()
  await expect(phone.getByRole('dialog', { name: 'Damage.png' }).getByRole('img')).toBeVisible()
  await phone.keyboard.press('Escape')
  const file = phone.waitForEvent('download')
  await row('Rates.csv').getByRole('button', { name: 'Download', exact: true }).tap()
  expect((await file).suggestedFilename()).toBe('Rates.csv')
  await expectAccessible(phone)

  await phone.goto('/webapp/documenttemplates')
  await row('Touched.dotx').getByRole('button', { name: 'Open', exact: true }).tap()
  const template = phone.getByRole('dialog', { name: 'Touched.dotx' })
  await expect(template.getByRole('button', { name: 'Result' })).toHaveAttribute('aria-pressed', 'true')
  const kept = phone.waitForEvent('download')
  await template.getByRole('button', { name: 'Download' }).tap()
  expect((await kept).suggestedFilename()).toBe('Touched.dotx')
  await context.close()
})

test('a picture is looked at in place', async () => {
  const preview = await openPreview(sample('Damage.png', pictureFile()))
  const picture = preview.getByRole('img', { name: 'Damage.png' })
  await expect.poll(() => picture.evaluate(image => (image as HTMLImageElement).naturalWidth)).toBe(160)
  await expectAccessible(page)
})

test('a Word file is looked at in place', async () => {
  const word = templateFile({
    isDocument: true,
    body: `${paragraph('Shipped on board')}<w:p>${picture('stamp', 40, 25, 'Stamp')}</w:p>`,
    pictures: { stamp: pictureFile() },
  })
  const preview = await openPreview(sample('Letter.docx', word))
  const frame = preview.getByTitle('Preview of Letter.docx')
  await expect(frame.contentFrame().getByText('Shipped on board')).toBeVisible()
  const stamp = frame.contentFrame().locator('img')
  await expect.poll(() => stamp.evaluate(image => (image as HTMLImageElement).naturalWidth)).toBe(160)
  await expectAccessible(page)
})

test('a page that lies on its side fits the width, and is looked at closer', async () => {
  const wide = templateFile({
    isDocument: true,
    body: `${paragraph('Cargo manifest')}<w:sectPr><w:pgSz w:w="16838" w:h="11906" w:orient="landscape"/></w:sectPr>`,
  })
  const preview = await openPreview(sample('Manifest.docx', wide))
  const frame = preview.getByTitle('Preview of Manifest.docx')
  const sheet = frame.contentFrame().locator('section.docx')
  await expect(sheet).toBeVisible()
  /** Where the page stands in its place and how large it is drawn, in CSS pixels. */
  const drawn = async () => {
    const [left, width, height] = await sheet.evaluate(element => {
      const box = element.getBoundingClientRect()
      return [box.left, box.width, box.height]
    })
    return frame.evaluate(
      (element, [inLeft = 0, inWidth = 0, inHeight = 0]) => {
        const outer = element.getBoundingClientRect()
        const scale = outer.width / (element as HTMLIFrameElement).offsetWidth
        const place = element.closest('.preview-zoom__place')?.clientWidth ?? 0
        return { left: inLeft * scale, width: inWidth * scale, height: inHeight * scale, place }
      },
      [left ?? 0, width ?? 0, height ?? 0],
    )
  }
  const fitting = await drawn()
  expect(fitting.left).toBeGreaterThan(0)
  expect(fitting.left + fitting.width).toBeLessThan(fitting.place)
  expect(fitting.width).toBeGreaterThan(fitting.place * 0.9)
  expect(fitting.width / fitting.height).toBeCloseTo(16_838 / 11_906, 1)

  const [closer, smaller] = ['Zoom in', 'Zoom out'].map(name => preview.getByRole('button', { name }))
  await closer?.click()
  await closer?.click()
  await expect(preview.getByRole('status')).toHaveText('200%')
  expect((await drawn()).width).toBeCloseTo(fitting.width * 2, 0)
  await expectAccessible(page)
  await page.keyboard.press('0')
  await expect(preview.getByRole('button', { name: 'Fit width' })).toHaveAttribute('aria-pressed', 'true')
  expect((await drawn()).width).toBeCloseTo(fitting.width, 0)
  await smaller?.click()
  await smaller?.click()
  await expect(preview.getByRole('status')).toHaveText('50%')
  await expect(preview.getByRole('button', { name: 'Zoom out' })).toBeDisabled()
  expect((await drawn()).width).toBeCloseTo(fitting.width / 2, 0)
  await preview.getByRole('button', { name: 'Fit width' }).click()
  expect((await drawn()).width).toBeCloseTo(fitting.width, 0)

  await page.setViewportSize({ width: 390, height: 844 })
  await expect.poll(async () => (await drawn()).width).toBeLessThan(390)
  await page.setViewportSize({ width: 1440, height: 900 })
})

test('in a Word file no script runs and nothing is asked of the net', async () => {
  const asked: string[] = []
  page.on('request', request => {
    if (!request.url().includes('/api/')) asked.push(request.url())
  })
  const preview = await openPreview(sample('Hostile.docx', hostileWordFile()))
  const frame = preview.getByTitle('Preview of Hostile.docx')
  await expect(frame.contentFrame().getByText('These words are safe.')).toBeVisible()
  await expect(frame).toHaveAttribute('sandbox', '')
  const source = (await frame.getAttribute('srcdoc')) ?? ''
  expect(source).toContain('A link')
  expect(source).not.toMatch(/<script|<iframe|onerror|javascript:/i)
  expect(await page.evaluate(() => 'ran' in window)).toBe(false)
  const origin = new URL(page.url()).origin
  expect(asked.filter(url => !url.startsWith(origin) && !/^(blob|data):/.test(url))).toEqual([])
})

test('an e-mail is looked at as text', async () => {
  const preview = await openPreview(sample('Booking.eml', internetMessage()))
  await expect(preview).toContainText('Søren Havn <soren@havn.example>')
  await expect(preview).toContainText('Booking – MV Ocean Meridian')
  await expect(preview).toContainText('Space is confirmed for 2 x 40 HC.')
  await expect(preview).toContainText('Booking.pdf')
  await expectAccessible(page)
})

test('a message of Outlook is looked at as text', async () => {
  const message = outlookMessage({
    subject: 'Arrival notice',
    body: 'The vessel berths on 9 January.',
    sender: 'Anna Visser',
    address: 'anna@maas.example',
  })
  const preview = await openPreview(sample('Arrival.msg', message))
  await expect(preview).toContainText('Anna Visser <anna@maas.example>')
  await expect(preview).toContainText('The vessel berths on 9 January.')
})

test('a file that cannot be shown says so and can be downloaded', async () => {
  const preview = await openPreview(sample('Broken.pdf', '%PDF-1.7 nothing more'))
  await expect(preview).toContainText('Broken.pdf cannot be shown here.')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    preview.getByRole('button', { name: 'Download' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('Broken.pdf')
})

test('what can run code is marked and never previewed', async () => {
  await tab.attach(sample('Setup.exe', 'MZ'))
  await tab.attach(sample('Page.html', '<html><script>1</script></html>'))
  await tab.attach(sample('Drawing.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>'))
  await tab.open()
  for (const [name, type] of [
    ['Setup.exe', 'Program'],
    ['Page.html', 'Web Page'],
    ['Drawing.svg', 'Image'],
  ] as const) {
    await expect(tab.rowOf(name)).toContainText(`${type}, may run code`)
    await expect(page.getByRole('button', { name: `Preview ${name}` })).toBeDisabled()
  }
  await expectAccessible(page)
})
