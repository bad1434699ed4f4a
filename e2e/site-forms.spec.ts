import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { mailTo } from '#testing/outbox.ts'
import { expectAccessible } from './accessibility.ts'

test.describe.configure({ mode: 'parallel' })

const outbox = () => join(process.env['LADING_DATA_DIR'] ?? '', 'outbox')
const mailsWith = async (text: string) =>
  (await mailTo(outbox(), 'hello@lading.example')).filter(mail => mail.text.includes(text))

let made = 0
/** A sentence that no other journey has written. */
const newMessage = () => `Do you handle groupage? (${process.pid}-${Date.now()}-${(made += 1)})`

const field = (page: Page, name: string) => page.getByRole('textbox', { name })

async function fillContact(page: Page, message: string): Promise<void> {
  await field(page, 'Name').fill('Amina Qureshi')
  await field(page, 'Email').fill('amina@karachi.example')
  await field(page, 'Phone').fill('+92 21 1234567')
  await field(page, 'Subject').fill('Consolidations')
  await field(page, 'Message').fill(message)
}

const send = (page: Page) => page.getByRole('button', { name: 'Send Message' }).click()
const thanks = (page: Page) =>
  page.getByRole('status').filter({ hasText: 'Your message is on its way to us.' })

test('the contact form is confirmed on the page and reaches the company', async ({ page }) => {
  const message = newMessage()
  await page.goto('/contactus')
  await fillContact(page, message)
  await send(page)
  await expect(thanks(page)).toBeVisible()
  await expect(page).toHaveURL(/\/contactus$/)
  await expect(page.getByRole('form')).toBeHidden()
  await expectAccessible(page)
  expect(await mailsWith(message)).toMatchObject([
    {
      subject: 'Contact form: Consolidations',
      text: expect.stringContaining('Phone: +92 21 1234567'),
    },
  ])
})

test('what is missing or wrong is said beside its field before anything is sent', async ({ page }) => {
  const sent: string[] = []
  page.on('request', request => request.method() === 'POST' && sent.push(request.url()))
  await page.goto('/contactus')
  await field(page, 'Email').fill('amina')
  await send(page)
  await expect(field(page, 'Name')).toBeFocused()
  await expect(field(page, 'Name')).toHaveAccessibleDescription('This must not be empty.')
  await expect(field(page, 'Email')).toHaveAccessibleDescription('This must be an e-mail address.')
  await expect(field(page, 'Email')).toHaveAttribute('aria-invalid', 'true')
  await expect(field(page, 'Phone')).toHaveAttribute('aria-invalid', 'false')
  await expectAccessible(page)
  await field(page, 'Email').fill('amina@karachi.example')
  await expect(field(page, 'Email')).toHaveAttribute('aria-invalid', 'false')
  expect(sent).toEqual([])
})

test('the server’s own refusals are shown in the same places', async ({ page }) => {
  await page.goto('/contactus')
  await fillContact(page, newMessage())
  // An address that this browser lets pass and the server does not.
  await field(page, 'Email').fill('amina@karachi')
  await send(page)
  await expect(field(page, 'Email')).toHaveAccessibleDescription('This must be an e-mail address.')
  await expect(page.getByRole('alert')).toHaveText('Please look at the fields that are marked.')
  await expect(field(page, 'Message')).not.toHaveValue('')
})

test('when the connection is broken, what was written stays and can be sent again', async ({ page }) => {
  const message = newMessage()
  await page.goto('/contactus')
  await fillContact(page, message)
  await page.route('**/api/enquiry', route => route.abort())
  await send(page)
  await expect(page.getByRole('alert')).toContainText('the connection is broken')
  await expect(field(page, 'Message')).toHaveValue(message)
  await page.unroute('**/api/enquiry')
  await send(page)
  await expect(thanks(page)).toBeVisible()
})

test('the question form works likewise', async ({ page }) => {
  const question = newMessage()
  await page.goto('/faq')
  await field(page, 'Name').fill('Bo Berg')
  await field(page, 'Email').fill('bo@havn.example')
  await field(page, 'Question').fill(question)
  await page.getByRole('button', { name: 'Send Question' }).click()
  await expect(thanks(page)).toBeVisible()
  expect(await mailsWith(question)).toMatchObject([{ subject: 'Question from Bo Berg' }])
})

test('the field that nobody sees is out of sight and of the keyboard’s way, and stops programs', async ({
  page,
}) => {
  const message = newMessage()
  await page.goto('/contactus')
  const trap = page.locator('[name=website]')
  await expect(trap).not.toBeInViewport()
  await field(page, 'Message').focus()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Send Message' })).toBeFocused()
  await fillContact(page, message)
  await trap.evaluate(input => ((input as HTMLInputElement).value = 'https://buy.example'))
  await send(page)
  await expect(thanks(page)).toBeVisible()
  expect(await mailsWith(message)).toEqual([])
})

test('the map is drawn by the page itself, on the contact page and in every footer', async ({
  page,
  baseURL,
}) => {
  const elsewhere: string[] = []
  page.on('request', request => !request.url().startsWith(baseURL ?? '?') && elsewhere.push(request.url()))
  const places = {
    '/contactus': ['main', 'contentinfo'],
    '/': ['contentinfo'],
    '/error/404': ['contentinfo'],
  } as const
  for (const [address, parts] of Object.entries(places)) {
    await page.goto(address, { waitUntil: 'networkidle' })
    for (const part of parts) {
      const place = page.getByRole(part)
      await expect(
        place.getByRole('img', {
          name: '1 Dock Road, Felixstowe IP11 3SY, United Kingdom on a map of the world',
        }),
      ).toBeVisible()
      await expect(place.getByRole('link', { name: 'Open in a map service' })).toHaveAttribute(
        'href',
        'https://www.openstreetmap.org/?mlat=51.956&mlon=1.315#map=14/51.956/1.315',
      )
    }
  }
  expect(elsewhere).toEqual([])
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the form is sent as forms always were, mistakes and all', async ({ page }) => {
    const message = newMessage()
    await page.goto('/contactus')
    await fillContact(page, message)
    await field(page, 'Email').fill('amina@karachi')
    await send(page)
    await expect(field(page, 'Email')).toHaveAccessibleDescription('This must be an e-mail address.')
    await expect(field(page, 'Email')).toHaveValue('amina@karachi')
    await expect(field(page, 'Message')).toHaveValue(message)
    await expect(page.getByRole('alert')).toHaveText('Please look at the fields that are marked.')
    await field(page, 'Email').fill('amina@karachi.example')
    await send(page)
    await expect(thanks(page)).toBeVisible()
    await expect(page).toHaveURL(/\/contactus\?sent#form$/)
    await page.reload()
    await expect(thanks(page)).toBeVisible()
    expect(await mailsWith(message)).toHaveLength(1)
  })
})
