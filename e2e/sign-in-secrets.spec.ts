import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Page, type Response, test } from '@playwright/test'
import { authenticatorCode } from '#testing/authenticator.ts'
import { linkInMail } from '#testing/outbox.ts'
import { expectDashboard, fillSignIn, fillSignUp, newPerson, skipWelcome } from './people.ts'
import { type Product, startProduct } from './start-product.ts'

/** A product of its own, which logs all that it can, on a database whose sign-in secrets are encrypted. */
const LADING_KEY = 'the key of this journey, long enough'

let product: Product
test.beforeAll(async () => {
  product = await startProduct({ LOG_LEVEL: 'trace', LADING_KEY })
})
test.afterAll(() => product?.stop())

const GRANTS = /"(?:access_token|refresh_token|id_token)":"([^"]+)"/g
const IN_ADDRESS = /[?&#](?:code|code_verifier|code_challenge|nonce|state|id_token_hint)=([^&]{16,})/g
const IN_FORM = /(?:^|&)(?:password|current|code|code_verifier|refresh_token|xsrf)=([^&]{6,})/g

/** Collects every secret that passes between this page and the product. */
function watchSecrets(page: Page): Set<string> {
  const secrets = new Set<string>()
  const keep = (text: string, pattern: RegExp) => {
    for (const [, value = ''] of text.matchAll(pattern)) {
      secrets.add(value)
      secrets.add(decodeURIComponent(value.replaceAll('+', ' ')))
    }
  }
  page.on('request', request => {
    keep(request.url(), IN_ADDRESS)
    keep(request.postData() ?? '', IN_FORM)
    const token = request.headers()['authorization']?.replace('Bearer ', '')
    if (token) secrets.add(token)
  })
  page.on('response', response => {
    if (response.url().endsWith('/token'))
      void response.text().then(
        text => keep(text, GRANTS),
        () => undefined,
      )
    keep(response.headers()['location'] ?? '', IN_ADDRESS)
  })
  return secrets
}

/** Faults in what a page's headers allow. */
function faultsOf(response: Response): string[] {
  const headers = response.headers()
  const policy = new Map(
    (headers['content-security-policy'] ?? '').split(';').map(rule => {
      const [name = '', ...sources] = rule.trim().split(/\s+/)
      return [name, sources.join(' ')] as const
    }),
  )
  const scripts = policy.get('script-src') ?? policy.get('default-src') ?? '*'
  const isSafe: Record<string, boolean> = {
    'scripts from elsewhere or inline': !/unsafe|\*|https?:|data:|blob:/.test(scripts),
    'a base address': /'none'|'self'/.test(policy.get('base-uri') ?? ''),
    'frames of other sites': /^'(none|self)'$/.test(policy.get('frame-ancestors') ?? ''),
    'forms to other sites': policy.get('form-action') === `'self'`,
    plugins: /'none'/.test(policy.get('object-src') ?? policy.get('default-src') ?? ''),
    'guessing of content types': headers['x-content-type-options'] === 'nosniff',
    'addresses told to other sites': /^(no-referrer|same-origin)$/.test(headers['referrer-policy'] ?? ''),
    'caches to keep a sign-in page':
      !response.url().includes('/identity/') || headers['cache-control']?.includes('no-store') === true,
  }
  return Object.entries(isSafe)
    .filter(([, safe]) => !safe)
    .map(([what]) => `${new URL(response.url()).pathname} allows ${what}`)
}

test('no log tells a secret of a whole journey, and every page is locked down', async ({ browser }) => {
  const page = await (await browser.newContext({ baseURL: product.url })).newPage()
  const secrets = watchSecrets(page)
  const faults: string[] = []
  const seen = new Set<string>()
  page.on('response', response => {
    const isPage = response.headers()['content-type']?.includes('text/html')
    if (!isPage || response.request().resourceType() !== 'document') return
    seen.add(new URL(response.url()).pathname.replace(/interaction\/[^/]+/, 'interaction'))
    faults.push(...faultsOf(response))
  })
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  const follow = (name: string) => page.getByRole('link', { name, exact: true }).click()
  const person = newPerson()

  for (const address of ['/', '/about', '/error/404']) await page.goto(address)
  await page.goto('/register')
  await fillSignUp(page, person)
  await skipWelcome(page)
  await press('Create Job')
  await page.waitForURL(/\/webapp\/shipment/)
  await page.goto('/identity/account/second-factor')
  await page.getByLabel('Your password').fill(person.password)
  await press('Continue')
  const key = (await page.locator('code.key').textContent()) ?? ''
  await page.getByLabel('Code', { exact: true }).fill(authenticatorCode(key))
  await press('Turn on')
  const codes = await page.getByRole('listitem').allTextContents()
  await page.goto('/logout')
  await page.waitForURL(url => url.pathname === '/')

  await page.goto('/login')
  await fillSignIn(page, { ...person, password: 'not this one' })
  await follow('Forgot your password?')
  await page.getByLabel('Email').fill(person.email)
  await press('Send the link')
  const link = await linkInMail(join(product.dataDir, 'outbox'), person.email)
  await page.goto(link)
  await page.getByLabel('New password').fill('a fresh pass phrase')
  await press('Save the password')
  await follow('Sign in')
  await fillSignIn(page, { ...person, password: 'a fresh pass phrase' })
  await page.getByLabel('Code', { exact: true }).fill(codes[0] ?? '')
  await press('Sign in')
  await expectDashboard(page)
  await page.goto('/identity/B2C_1_signupsignin1/oauth2/v2.0/authorize?client_id=unknown')
  await page.goto('/identity/account/sign-out')
  await press('Sign out everywhere')
  await expect(page.getByRole('status')).toHaveText('You are signed out in every browser.')

  expect(faults).toEqual([])
  expect([...seen]).toEqual(
    expect.arrayContaining([
      ...[
        '/',
        '/error/404',
        '/webapp',
        '/identity/B2C_1_signup/interaction',
        '/identity/account/second-factor',
      ],
      ...[
        '/identity/password',
        '/identity/account/sign-out',
        '/identity/B2C_1_signupsignin1/oauth2/v2.0/authorize',
      ],
    ]),
  )

  for (const { value } of await page.context().cookies()) secrets.add(value)
  for (const secret of [key, key.replaceAll(' ', ''), ...codes, link.split('/').at(-1) ?? '', LADING_KEY])
    secrets.add(secret)
  for (const secret of [person.password, 'a fresh pass phrase', 'not this one']) secrets.add(secret)
  expect(secrets.size).toBeGreaterThan(40)
  const log = await readFile(product.log, 'utf8')
  expect(log).toContain('Choose your password for')
  expect([...secrets].filter(secret => secret.length > 5 && log.includes(secret))).toEqual([])
})
