import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ZodType } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Job } from '#contract/jobs.ts'
import { leaveCompany } from '#contract/joining.ts'
import { may, roles, type Role } from '#contract/permissions.ts'
import { endpoints } from '#testing/endpoints.ts'
import {
  buildColleague,
  buildJob,
  callerWith,
  formWithFile,
  newPerson,
  send,
  type Caller,
  type Reply,
} from '#testing/factories.ts'
import { validInput } from '#testing/fuzz/valid-input.ts'
import { signUp } from '#testing/identity.ts'
import { expectNoChange, expectProblem } from '#testing/refusals.ts'
import { testCompany } from '#testing/test-company.ts'

const { product, rows, company } = testCompany()
let people: Record<Role, Caller>

beforeAll(async () => {
  people = {
    administrator: company,
    staff: await buildColleague(product, company, 'staff'),
    viewer: await buildColleague(product, company, 'viewer'),
  }
})

const named = endpoints.map(endpoint => [`${endpoint.method} ${endpoint.path}`, endpoint] as const)
const id = crypto.randomUUID()

/** What may not be sent as any valid input is: it would change, for the calls after it, who may do what. */
const bodies: Record<string, object> = {
  'PUT /api/register/permissions': { adjustments: {} },
  // Nobody adds a colleague above their own role.
  'POST /api/register/adduser': { role: 'viewer', password: 'never a password' },
  'POST /api/register/invite': { role: 'viewer' },
  // Nobody changes what somebody else shares: the POST before made one under the other id.
  'PUT /api/sharedview': { id: '5b1f6c1e-6f0a-4b7e-9d52-2f6d1b0c7a11' },
}

/** A call as the contract wants it, with as many fields as go together, about records that are not there. */
async function callWithout(endpoint: Endpoint, token: string | undefined): Promise<Reply> {
  const { method, path, query, body, multipart } = endpoint
  const inputOf = (schema: ZodType) =>
    validInput(schema, field => (/id$/i.test(field) ? id : undefined)) as object
  const asked = query ? new URLSearchParams(inputOf(query) as Record<string, string>).toString() : ''
  const url = path.replaceAll(/:\w+/g, id) + (asked && `?${asked}`)
  const headers = token === undefined ? {} : { authorization: token }
  if (multipart) {
    const form = formWithFile(
      { name: 'never.dotx', content: 'x' },
      body ? (inputOf(body) as Record<string, string>) : {},
    )
    return send(product, { method, url, payload: form.payload, headers: { ...headers, ...form.headers } })
  }
  const payload = body && { ...inputOf(body), ...bodies[`${method} ${path}`] }
  return send(product, { method, url, headers, ...(payload && { payload }) })
}

const guarded = named.filter(([, endpoint]) => endpoint.access !== 'public')

test('three calls alone are open to whoever is not signed in', () => {
  expect(named.filter(one => !guarded.includes(one)).map(([name]) => name)).toEqual([
    'POST /api/enquiry',
    'POST /api/question',
    'GET /api/join/:secret',
  ])
})

describe.each(guarded)('%s', (_name, endpoint) => {
  test('is refused to whoever is not signed in', async () => {
    await expectNoChange(rows, company, async () => {
      const [head, payload, signature] = company.token.split('.')
      const forged = `${head}.${payload}.${signature?.split('').reverse().join('')}`
      for (const token of [
        undefined,
        '',
        'Bearer',
        'Bearer x.y.z',
        `Basic ${company.token}`,
        `Bearer ${forged}`,
      ]) {
        const reply = await callWithout(endpoint, token)
        expectProblem(reply, 'sign_in_required')
        expect(reply.headers['www-authenticate']).toBe('Bearer')
      }
    })
  })

  test.each(roles)('%s may do it if the table says so, and is refused otherwise', async role => {
    const { access } = endpoint
    // Whoever leaves is gone.
    const by = endpoint === leaveCompany ? await buildColleague(product, company, role) : people[role]
    const reply = () => callWithout(endpoint, `Bearer ${by.token}`)
    if (access === 'identity' || access === 'public' || may(role, access))
      expect([401, 403, 500]).not.toContain((await reply()).status)
    else await expectNoChange(rows, by, async () => expectProblem(await reply(), 'not_allowed'))
  })
})

const pathsOfContract = [...new Set(endpoints.map(({ path }) => path.replaceAll(/:\w+/g, id)))]
const methodsOf = (path: string) => {
  const fits = (pattern: string) => new RegExp(`^${pattern.replaceAll(/:\w+/g, '[^/]+')}$`).test(path)
  const own = endpoints.filter(one => fits(one.path)).map(({ method }) => method)
  return new Set<string>([...own, ...(own.includes('GET') ? ['HEAD'] : []), 'OPTIONS'])
}

test.each(pathsOfContract)('%s names its methods and answers to no other', async url => {
  const methods = methodsOf(url)
  const allow = [...methods].sort().join(', ')
  const askers = [undefined, `Bearer ${company.token}`, `Bearer ${people.viewer.token}`]
  await expectNoChange(rows, company, async () => {
    for (const token of askers) {
      const headers = token === undefined ? {} : { authorization: token }
      const options = await send(product, { method: 'OPTIONS', url, headers })
      expect(options).toMatchObject({ status: 204, body: null, headers: { allow } })
      for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE'] as const) {
        if (methods.has(method)) continue
        const reply = await send(product, { method, url, headers })
        expect([reply.status, reply.headers.allow]).toEqual([405, allow])
        if (method !== 'HEAD')
          expect(reply.body).toEqual({
            type: 'about:blank',
            status: 405,
            code: 'method_not_allowed',
            title: 'This address does not accept that method',
            detail: `${url} does not accept ${method}, only ${allow}.`,
          })
      }
    }
  })
})

test('a wrong method is refused for itself, whatever its body is', async () => {
  for (const type of ['text/plain', 'application/json', 'multipart/form-data; boundary=x', ''])
    for (const payload of ['{', 'x'.repeat(2_000_000)]) {
      const headers = { 'content-type': type }
      const reply = await send(product, { method: 'PATCH', url: '/api/shipment', payload, headers })
      expectProblem(reply, 'method_not_allowed')
    }
})

test('an id that is longer than any is a mistake in the address, not a wrong method', async () => {
  for (const path of ['shipment', 'organisation', 'item', 'finance', 'documenttemplate'])
    expectProblem(
      await send(product, { method: 'GET', url: `/api/${path}/${'a'.repeat(400)}`, headers: {} }),
      'bad_request',
    )
})

test('an identity without a company account gets no further than registering', async () => {
  const { accessToken } = await signUp(product.app, newPerson())
  for (const endpoint of endpoints) {
    if (endpoint.access === 'identity' || endpoint.access === 'public') continue
    expectProblem(await callWithout(endpoint, `Bearer ${accessToken}`), 'account_required')
  }
})

describe('a body', () => {
  const json = { 'content-type': 'application/json' }
  let job: Job
  beforeEach(async () => {
    job = await buildJob(company)
  })
  const put = (body: unknown, headers: Record<string, string> = json) =>
    company.call('PUT', '/api/shipment', body, headers)
  const text = (fields: string) => `{"id":"${job.id}",${fields}}`

  test('of more than 1 MB is refused as too large, signed out as signed out', async () => {
    const large = text(`"name":"${'x'.repeat(10_000_000)}"`)
    await expectNoChange(rows, company, async () => {
      expectProblem(await put(large), 'too_large')
      const anonymous = await send(product, {
        method: 'PUT',
        url: '/api/shipment',
        payload: large,
        headers: json,
      })
      expectProblem(anonymous, 'sign_in_required')
    })
  })

  test('nested without end is refused', async () => {
    await expectNoChange(rows, company, async () => {
      for (const depth of [33, 10_000, 100_000]) {
        expectProblem(await put(text(`"items":${'['.repeat(depth)}${']'.repeat(depth)}`)), 'bad_request')
        expectProblem(await put(text(`"x":${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`)), 'bad_request')
      }
      expectProblem(await put('['.repeat(500_000)), 'bad_request')
    })
    expect((await put(text(`"items":${'['.repeat(30)}${']'.repeat(30)}`))).status).toBe(200)
  })

  test('that names a field twice, or a prototype, is refused', async () => {
    await expectNoChange(rows, company, async () => {
      const bad = [
        '"name":"a","Name":"b"',
        '"Id":"x"',
        '"quote":{"commodity":"a","Commodity":"b"}',
        '"__proto__":{"name":"x"}',
        '"quote":{"__proto__":{"commodity":"x"}}',
        '"constructor":{"prototype":{"name":"x"}}',
        '"name":"a","name":"b"',
        String.raw`"name":"a","na\u006de":"b"`,
        '"quote":{"commodity":"a"},"quote" : {"commodity":"a"}',
      ]
      for (const fields of bad) expectProblem(await put(text(fields)), 'bad_request')
      expectProblem(await put(text('"name":"a","name":"b"')), 'bad_request', {
        detail: 'The body gives a field twice; give each field once.',
      })
      expectProblem(await put(text('"__proto__":{"name":"x"}')), 'bad_request', {
        detail: 'The body names a field “__proto__” or “constructor”. Leave it out: no call has one.',
      })
    })
    // Colons, quotes and backslashes within texts are no keys.
    const odd = ['a"b":"c\\', '\\', '"name":'].map(value => JSON.stringify(value))
    const saved = await put(text(`"name":${odd[0]},"quote":{"commodity":${odd[1]}},"igm" : ${odd[2]}`))
    expect(saved).toMatchObject({ status: 200, body: { name: 'a"b":"c\\', igm: '"name":' } })
    expect({}).not.toHaveProperty('name')
  })

  test('that is not JSON in UTF-8 is refused', async () => {
    await expectNoChange(rows, company, async () => {
      for (const bad of [
        '{',
        text('"name":"x",'),
        text("'name':'x'"),
        text('"etd":NaN'),
        text('"name":"a\nb"'),
        'id=1',
        'undefined',
      ])
        expectProblem(await put(bad), 'bad_request')
      const latin = Buffer.from(text('"name":"Müller"'), 'latin1')
      expectProblem(await put(latin), 'bad_request')
      expectProblem(await put(Buffer.from(text('"name":"x"'), 'utf16le')), 'bad_request')
    })
    expect(
      await put(Buffer.from(text('"name":"Müller 🚢"')), {
        'content-type': 'application/json; charset=UTF-8',
      }),
    ).toMatchObject({
      status: 200,
      body: { name: 'Müller 🚢' },
    })
  })

  test('that is missing, or of the wrong kind, is refused', async () => {
    await expectNoChange(rows, company, async () => {
      for (const none of [undefined, '', '  \n']) expectProblem(await put(none), 'bad_request')
      expectProblem(await put(undefined, {}), 'bad_request')
      for (const other of ['null', '[]', '"text"', '1', 'true'])
        expectProblem(await put(other), 'invalid_input')
    })
  })

  test('of another content type is refused', async () => {
    await expectNoChange(rows, company, async () => {
      const body = text('"name":"never"')
      const types = [
        'text/plain',
        'text/json',
        'application/xml',
        'application/x-www-form-urlencoded',
        'application/jsonp',
        'x',
        '',
      ]
      for (const type of types)
        expectProblem(await put(body, { 'content-type': type }), 'unsupported_media_type')
      const form = formWithFile(null, { id: job.id, name: 'never' })
      expectProblem(await put(form.payload, form.headers), 'unsupported_media_type')
    })
  })
})

describe('an address', () => {
  test('that nothing answers to is 404 as problem+json', async () => {
    const addresses = [
      '/api',
      '/api/',
      '/api/unknown',
      '/api/shipment/x/y',
      '/api/Shipment',
      '/api//shipment',
      '/api/register/x?y=1',
    ]
    for (const url of addresses)
      for (const headers of [{}, { authorization: `Bearer ${company.token}` }]) {
        const reply = await send(product, { method: 'GET', url, headers })
        expectProblem(reply, 'not_found')
      }
  })

  test('of a file of the API answers to reading alone', async () => {
    for (const url of ['/api/docs', '/api/openapi.json']) {
      const reply = await send(product, { method: 'POST', url })
      expectProblem(reply, 'method_not_allowed')
      expect(reply.headers.allow).toBe('GET, HEAD, OPTIONS')
    }
  })

  test('that cannot be read is refused as problem+json', async () => {
    for (const url of [
      '/api/shipment/%zz',
      '/api/organisation/%E0%A4%A',
      '/api/port/%ff%fe%fd',
      '/api/%C0%AE%C0%AE/x',
    ]) {
      const reply = await company.call('GET', url)
      expectProblem(reply, 'bad_request')
    }
    for (const url of [`/api/item/${'x'.repeat(5000)}`, `/api/port/${'%F0%9F%9A%A2'.repeat(1000)}`])
      expectProblem(await company.call('GET', url), 'bad_request')
  })

  test('may end with a slash, and answers HEAD like GET', async () => {
    const { id } = await buildJob(company)
    expect((await company.call('GET', `/api/shipment/${id}/`)).status).toBe(200)
    const headers = { authorization: `Bearer ${company.token}` }
    const head = await send(product, { method: 'HEAD', url: `/api/shipment/${id}`, headers })
    expect(head).toMatchObject({ status: 200, body: null, headers: { etag: '"1"' } })
    expectProblem(await send(product, { method: 'GET', url: `/api/shipment/${id}` }), 'sign_in_required')
  })
})

test('replies cannot be framed, sniffed or kept, refusals neither', async () => {
  for (const url of ['/api/country', '/api/item/unknown']) {
    const { headers } = await company.call('GET', url)
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'SAMEORIGIN',
      'cache-control': 'no-store',
    })
    expect(headers['content-security-policy']).toContain("script-src 'self';")
    expect(headers['content-security-policy']).toContain("font-src 'self';")
    expect(headers).not.toHaveProperty('x-powered-by')
  }
})

test('a failure on our side says so and tells nothing else', async () => {
  await rows.select('alter table items rename to lost_items')
  try {
    const reply = await company.call('GET', `/api/item/${id}`)
    expectProblem(reply, 'internal')
    expect(JSON.stringify(reply.body)).not.toMatch(/items|relation|select/)
  } finally {
    await rows.select('alter table lost_items rename to items')
  }
})

test('connections that break are replaced', async () => {
  const callers = [1, 2, 3, 4].map(() => callerWith(product, company.token)('GET', '/api/shipment'))
  await Promise.all(callers)
  await rows.select(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'lading'`)
  await expect.poll(() => product.database.pool.connections.totalCount).toBe(0)
  expect((await company.call('GET', '/api/shipment')).status).toBe(200)
})
