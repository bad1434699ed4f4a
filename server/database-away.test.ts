import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '#testing/endpoints.ts'
import { formWithFile } from '#testing/factories.ts'
import { type Authorization, signIn, signInWith, signUp, startAuthorization } from '#testing/identity.ts'
import { type StallingProxy, startStallingProxy } from '#testing/stalling-proxy.ts'
import { TestVisitor } from '#testing/visitor.ts'
import { CLIENT_ID, SIGN_IN_POLICY } from '#server/identity/provider/policies.ts'
import { testCompany } from '#testing/test-company.ts'

let proxy: StallingProxy
afterAll(() => proxy?.close())
const { product, company } = testCompany({
  database: {
    through: async url => {
      proxy = await startStallingProxy(url)
      return proxy.through(url)
    },
    patience: { connect: 3_000, answer: 4_000 },
  },
})

const ann = { email: 'ann@away.example', name: 'Ann Lee', company: 'Harbour', password: 'seven silver seas' }

beforeAll(async () => {
  await signUp(product.app, ann)
})
afterAll(() => proxy?.resume())

const works = () => company.call('POST', '/api/shipment').then(({ status }) => status)
afterEach(async () => {
  proxy.resume()
  await expect.poll(works, { timeout: 20_000 }).toBe(201)
  await expect
    .poll(() => signIn(product.app, ann).then(() => 'signed in'), { timeout: 20_000 })
    .toBe('signed in')
})

type Answer = { what: string; status: number; type: string; body: string }

const ID = '11111111-1111-4111-8111-111111111111'

async function ask(what: string, request: object): Promise<Answer> {
  const reply = await product.app.inject(request)
  return {
    what,
    status: reply.statusCode,
    type: String(reply.headers['content-type']).split(';')[0] ?? '',
    body: reply.body,
  }
}

/** Each call of the API once, as well as one can without knowing what it takes. */
function askEverything(): Promise<Answer[]> {
  const authorization = `Bearer ${company.token}`
  const { payload, headers } = formWithFile({ name: 'a.txt', content: 'x' }, { shipmentId: ID })
  return Promise.all(
    endpoints.map(({ method, path, multipart, body }) =>
      ask(`${method} ${path}`, {
        method,
        url: path.replaceAll(/:\w+/g, ID),
        headers: { authorization, ...(multipart ? headers : {}) },
        ...(multipart ? { payload } : body ? { payload: { id: ID } } : {}),
      }),
    ),
  )
}

type SignIn = { underWay: Authorization; signedIn: Authorization; refreshToken: string }

async function beginSignIn(): Promise<SignIn> {
  const underWay = await startAuthorization(product.app, SIGN_IN_POLICY)
  const { visit, tokens } = await signInWith(new TestVisitor(product.app), ann)
  return { underWay, signedIn: visit, refreshToken: tokens.refreshToken }
}

/** What a browser sends between “Sign in” and signing out, all begun before the database went. */
async function askSignIn({ underWay, signedIn, refreshToken }: SignIn): Promise<Answer[]> {
  const { origin, page, visitor } = underWay
  const answers: Answer[] = []
  const send = async (of: TestVisitor, url: string, form?: Record<string, string>, accept?: string) => {
    const { status, headers, text } = await of.send(form ? 'POST' : 'GET', url, form, accept)
    const type = headers.get('content-type')?.split(';')[0] ?? ''
    answers.push({ what: url.replace(page.url, '').replace(/\?.*/, ''), status, type, body: text })
  }
  const pages = [
    send(visitor, page.url),
    send(visitor, `${page.url}/sign-in`, ann),
    send(visitor, `${page.url}/cancel`, {}),
    send(visitor, `${origin}/identity/password`, ann),
    send(signedIn.visitor, `${origin}/identity/account`),
    send(signedIn.visitor, `${origin}/identity/account/name`, { name: 'Ann' }),
    send(signedIn.visitor, `${origin}/identity/${SIGN_IN_POLICY}/oauth2/v2.0/logout`),
  ]
  const token = { client_id: CLIENT_ID, grant_type: 'refresh_token', refresh_token: refreshToken }
  await Promise.all(pages)
  await send(visitor, `${origin}/identity/${SIGN_IN_POLICY}/oauth2/v2.0/token`, token, '*/*')
  return answers
}

const CUT = /^The (database (is busy or )?cannot be reached|connection to the database broke)/
const SILENT = /^The database (did not answer in time|is busy or cannot be reached|cannot be reached)/

describe.each([
  ['breaks', () => proxy.cut(), CUT],
  ['falls silent', () => proxy.stall(), SILENT],
])('a database that %s', (_, fail, words) => {
  test('is named by every call of the API, and back without a restart', async () => {
    fail()
    const answers = await askEverything()
    const others = answers.filter(({ status }) => status !== 503)
    // What asks nothing of the database before it refuses what was sent.
    expect(others.filter(({ status }) => status !== 400)).toEqual([])
    expect(others.length).toBeLessThan(10)
    for (const { what, type, status, body } of answers.filter(one => one.status === 503)) {
      expect([what, type]).toEqual([what, 'application/problem+json'])
      const { code, detail } = JSON.parse(body) as { code: string; detail: string }
      expect([what, status, code]).toEqual([what, 503, 'unavailable'])
      expect([what, detail]).toEqual([what, expect.stringMatching(words)])
    }
  })

  test('is told by a page wherever people sign in, and in OAuth’s words to programs', async () => {
    const begun = await beginSignIn()
    fail()
    const answers = await askSignIn(begun)
    const [tokens] = answers.splice(-1)
    expect(tokens).toMatchObject({ status: 503, type: 'application/json' })
    expect(JSON.parse(tokens?.body ?? '')).toEqual({
      error: 'temporarily_unavailable',
      error_description: expect.stringMatching(words),
    })
    for (const { what, status, type, body } of answers) {
      expect([what, status, type]).toEqual([what, 503, 'text/html'])
      expect([what, />([^<>]*)<\/p>/.exec(body)?.[1]]).toEqual([what, expect.stringMatching(words)])
    }
  })
})
