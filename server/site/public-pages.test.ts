import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { errorPages, pageFile, sitePages } from '#contract/site.ts'
import { createServer } from '#server/app.ts'
import { openSignUp } from '#server/identity/sign-up/sign-up-rules.ts'
import type { Brand } from '#server/brand.ts'
import { servePages } from '#server/pages.ts'
import { borrowDatabase } from '#testing/database.ts'
import { openTestDatabase } from '#testing/identity-app.ts'
import { mailTo, openTestOutbox, type TestOutbox } from '#testing/outbox.ts'

const publicUrl = 'https://freight.example'
const brand: Brand = {
  name: 'Indus & Sons',
  tagline: 'cargo with care',
  email: 'desk@indus.example',
  phone: '+92 (21) 000-000',
  address: 'West Wharf Road, Karachi',
  social: 'https://social.example/indus',
  copyrightYear: 2026,
  map: { latitude: 24.84, longitude: 66.98 },
  plans: [{ name: 'One', price: 'Free', per: '', includes: ['Everything'] }],
}

let folder: string
let app: FastifyInstance
let outbox: TestOutbox
const closing: (() => Promise<unknown>)[] = []

const form =
  '{{#form.sent}}SENT{{/form.sent}}{{^form.sent}}<i>{{form.value.name}}</i><b>{{form.mistake.email}}{{form.problem}}</b>{{/form.sent}}'
const contents: Record<string, string> = {
  home: '{{brand.name}}|{{brand.headline}}|{{#signedIn}}in{{/signedIn}}{{^signedIn}}out{{/signedIn}}|{{site.url}}',
  contact: `tel:{{brand.phoneLink}} {{#brand.map}}{{x}} {{y}} {{link}}{{/brand.map}} ${form}`,
  faq: form,
  pricing: '{{#brand.plans}}{{name}} {{price}} {{#includes}}{{it}}{{/includes}}{{/brand.plans}}',
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lading-pages-'))
  for (const name of [...Object.keys(sitePages), ...Object.keys(errorPages)]) {
    const file = join(folder, pageFile(name as 'home'))
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, contents[name] ?? name)
  }
  await writeFile(
    join(folder, 'app.html'),
    '<title>{{brand.name}}</title><!--configuration-->{{#firstPaint}}FRAME{{/firstPaint}}',
  )
  await mkdir(join(folder, 'assets'))
  const borrowed = await borrowDatabase()
  const database = openTestDatabase(borrowed.ownerUrl)
  app = await createServer({ logLevel: 'silent', trustedProxies: [], publicUrl })
  outbox = await openTestOutbox(app)
  const logError = (err: unknown, what: string) => app.log.error({ err }, what)
  const enquiries = { pool: database.signIn, mailer: outbox.mailer, to: 'desk@indus.example', logError }
  await servePages(app, { folder, publicUrl, brand, signIn: undefined, signUp: openSignUp, enquiries })
  await app.ready()
  closing.push(
    () => app.close(),
    () => database.close(),
    () => borrowed.release(),
    () => rm(folder, { recursive: true, force: true }),
  )
})
afterAll(async () => {
  for (const close of closing) await close()
})

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ method: 'GET', url, headers })

test('pages say whose they are and where, without a build', async () => {
  expect((await get('/')).body).toBe('Indus &#38; Sons|Cargo with care|out|https://freight.example')
  expect((await get('/pricing')).body).toBe('One Free Everything')
  expect((await get('/contactus')).body).toContain(
    'tel:+9221000000 66.98 -24.84 https://www.openstreetmap.org/?mlat=24.84&#38;mlon=66.98#map=14/24.84/66.98',
  )
  expect((await get('/webapp/contacts')).body).toContain('<title>Indus &#38; Sons</title>')
})

test('whoever is signed in is offered the way back, told by a cookie that opens nothing', async () => {
  for (const cookie of ['lading-signed-in=yes', 'a=b; lading-signed-in=yes; c=d'])
    expect((await get('/', { cookie })).body).toContain('|in|')
  for (const cookie of ['lading-signed-in=no', 'not-lading-signed-in=yes', 'lading-signed-in=yesterday', ''])
    expect((await get('/', { cookie })).body).toContain('|out|')
})

test('the application brings its frame to whoever is signed in, where it is about to be shown', async () => {
  const cookie = 'lading-signed-in=yes'
  for (const address of ['/webapp', '/webapp/contacts']) {
    expect((await get(address, { cookie })).body).toContain('FRAME')
    expect((await get(address)).body).not.toContain('FRAME')
  }
  for (const address of ['/login', '/logout', '/join'])
    expect((await get(address, { cookie })).body).not.toContain('FRAME')
  const { headers } = await get('/webapp', { cookie })
  expect(headers).toMatchObject({ vary: 'accept-encoding, cookie', 'cache-control': 'no-cache' })
})

test('pages come compressed, are asked for again by their tag, and differ by cookie', async () => {
  const plain = await get('/')
  const br = await get('/', { 'accept-encoding': 'gzip, deflate, br' })
  const gzip = await get('/', { 'accept-encoding': 'br;q=0, gzip;q=1.0' })
  expect(brotliDecompressSync(br.rawPayload).toString()).toBe(plain.body)
  expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain.body)
  expect([br, gzip, plain].map(({ headers }) => headers['content-encoding'])).toEqual([
    'br',
    'gzip',
    undefined,
  ])
  expect(plain.headers).toMatchObject({ vary: 'accept-encoding, cookie', 'cache-control': 'no-cache' })
  const etag = String(plain.headers.etag)
  expect((await get('/', { 'if-none-match': etag })).statusCode).toBe(304)
  const cookie = 'lading-signed-in=yes'
  expect((await get('/', { 'if-none-match': etag, cookie })).statusCode).toBe(200)
})

test('the sitemap lists the pages under the public address, and robots are told of it', async () => {
  const sitemap = await get('/sitemap.xml')
  expect(sitemap.headers['content-type']).toContain('application/xml')
  expect([...sitemap.body.matchAll(/<loc>(.*?)<\/loc>/g)].map(match => match[1])).toEqual(
    Object.values(sitePages).map(path => `https://freight.example${path}`),
  )
  const robots = await get('/robots.txt')
  expect(robots.body).toBe(
    'User-agent: *\nDisallow: /webapp\nDisallow: /api/\nDisallow: /identity/\nDisallow: /error\n\nSitemap: https://freight.example/sitemap.xml\n',
  )
})

test('an unknown address leads to error/404, whatever is accepted; for a call it is a plain 404', async () => {
  for (const accept of ['text/html,application/xhtml+xml', '*/*', 'application/json', undefined])
    for (const method of ['GET', 'HEAD'] as const) {
      const ask = (url: string) =>
        app.inject({ method, url, headers: accept === undefined ? {} : { accept } })
      for (const url of [
        '/no/such/page',
        '/error/418',
        '/about/us',
        '/pricing.html',
        '/apiary',
        '/x?api=/api/',
      ]) {
        const reply = await ask(url)
        expect([reply.statusCode, reply.headers.location]).toEqual([302, '/error/404'])
      }
      for (const url of ['/api', '/api/', '/api/none', '/api/none?x=1']) {
        const reply = await ask(url)
        expect([reply.statusCode, reply.headers['content-type']]).toEqual([404, 'application/problem+json'])
      }
    }
  expect(await get('/error/404')).toMatchObject({ statusCode: 404, body: 'missing' })
  expect(await get('/error')).toMatchObject({ statusCode: 200, body: 'failure' })
  // A script of an older build: an answer of another kind would only hide what is wrong.
  expect((await get('/assets/gone.js')).statusCode).toBe(404)
})

const post = (url: string, payload: string, remoteAddress = '127.0.0.1') =>
  app.inject({
    method: 'POST',
    url,
    payload,
    remoteAddress,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
const wholeForm = 'name=Amina&email=amina%40x.example&phone=&subject=Rates&message=Hello%0D%0Athere&website='

test('the contact form works as forms always did', async () => {
  const reply = await post('/contactus', wholeForm)
  expect([reply.statusCode, reply.headers.location]).toEqual([303, '/contactus?sent#form'])
  expect((await get('/contactus?sent')).body).toContain('SENT')
  expect(await mailTo(outbox.folder, 'desk@indus.example')).toMatchObject([
    { subject: 'Contact form: Rates', text: expect.stringContaining('Hello\nthere') as string },
  ])
})

test('what is wrong comes back with what was typed, as text', async () => {
  const reply = await post('/faq', 'name=%3Cb%3EBo&email=bo&question=Why%3F')
  expect(reply.statusCode).toBe(400)
  expect(reply.body).toBe('<i>&#60;b&#62;Bo</i><b>This must be an e-mail address.</b>')
  expect(reply.headers['cache-control']).toBe('no-store')
})

test('whoever sends too much is told on the page, and loses nothing', async () => {
  for (let count = 0; count < 5; count += 1)
    expect((await post('/contactus', wholeForm, '198.51.100.9')).statusCode).toBe(303)
  const refused = await post('/contactus', wholeForm, '198.51.100.9')
  expect(refused.statusCode).toBe(429)
  expect(refused.body).toContain('<i>Amina</i><b>Too many messages came from your network.')
})

test('what cannot be read or is too large gets a page that says something went wrong', async () => {
  const json = await app.inject({ method: 'POST', url: '/contactus', payload: { name: 'x' } })
  expect([json.statusCode, json.body]).toEqual([415, 'failure'])
  expect((await post('/contactus', `message=${'x'.repeat(70_000)}`)).statusCode).toBe(413)
})
