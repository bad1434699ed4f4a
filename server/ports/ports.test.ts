import { describe, expect, test } from 'vitest'
import type { Port } from '#contract/ports.ts'
import { buildCompany, buildJob } from '#testing/factories.ts'
import {
  badIds,
  badTexts,
  expectFieldsRefused,
  expectNoChange,
  expectProblem,
  statusesOf,
} from '#testing/refusals.ts'
import { companyPerTest } from '#testing/test-company.ts'

const { product, rows, company } = companyPerTest()

const find = (text: string, query = '') =>
  company.call<Port[]>('GET', `/api/port/${encodeURIComponent(text)}${query}`)
const post = (body?: unknown, headers?: Record<string, string>) =>
  company.call<Port>('POST', '/api/port', body, headers)
const names = async (text: string) => (await find(text)).body.map(port => port.name)
const ownPorts = () =>
  rows.select('select id, name, code, description, country_id from ports where account_id = $1', [
    company.membership.account.id,
  ])

describe('adding a port', () => {
  test('without a body gives a draft and stores nothing', async () => {
    await expectNoChange(rows, company, async () => {
      for (const reply of [
        await post(),
        await post('', { 'content-type': 'application/json' }),
        await post('null', { 'content-type': 'application/json' }),
      ]) {
        const { id } = reply.body
        const empty = { name: null, code: null, description: null, countryId: null, country: null }
        expect(reply).toMatchObject({ status: 200, body: { id, ...empty } })
        expect(reply.body).toEqual({ id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string, ...empty })
      }
    })
  })

  test('stores and answers it, and finds it again', async () => {
    const port = {
      id: crypto.randomUUID(),
      name: 'Qasim Anchorage',
      code: 'PKQAX',
      description: 'Roads',
      countryId: 'PK',
    }
    const reply = await post(port)
    expect(reply.status).toBe(201)
    expect(reply.body).toEqual({ ...port, country: 'Pakistan' })
    const { countryId, ...rest } = port
    expect(await ownPorts()).toEqual([{ ...rest, country_id: countryId }])
    for (const text of ['qasim anch', 'QAX', 'pkqax', 'oads'])
      expect((await find(text)).body).toContainEqual(reply.body)
    const minimal = await post({ Name: '  Minimal ', Code: '', Description: null })
    expect(minimal.body).toEqual({
      id: minimal.body.id,
      name: 'Minimal',
      code: null,
      description: null,
      countryId: null,
      country: null,
    })
  })

  test('answers a repeated call with the stored port, and 409 for one of other content', async () => {
    const port = { id: crypto.randomUUID(), name: 'Roads', code: 'XXROA', description: '', countryId: 'GB' }
    const replies = await Promise.all([post(port), post(port), post({ ...port, id: port.id.toUpperCase() })])
    expect(statusesOf(replies)).toEqual([200, 200, 201])
    const stored = { ...port, description: null, country: 'United Kingdom' }
    expect(replies.map(reply => reply.body)).toEqual([stored, stored, stored])
    await expectNoChange(rows, company, async () => {
      expectProblem(await post({ ...port, name: 'Other' }), 'already_exists', { current: stored })
    })
  })

  test('refuses bad input by name and changes nothing', async () => {
    await expectFieldsRefused(rows, company, {
      method: 'POST',
      url: '/api/port',
      fields: {
        id: [...badIds, null],
        name: [...badTexts(500), '', '   ', null],
        code: badTexts(10),
        description: badTexts(2000),
        countryId: [...badTexts(2), 'pk', 'ZZ', '92', 'P'],
      },
      bodyWith: (path, value) => ({ name: 'Never', [path]: value }),
    })
    await expectNoChange(rows, company, async () => {
      expectProblem(await post({}), 'invalid_input')
      expectProblem(await post([]), 'invalid_input')
    })
  })
})

describe('finding ports', () => {
  test('gives the world’s whole, the code that is meant first', async () => {
    const { status, body, headers } = await find('sgsin')
    expect(status).toBe(200)
    expect(body[0]).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      name: 'Singapore',
      code: 'SGSIN',
      description: expect.stringContaining('Port') as string,
      countryId: 'SG',
      country: 'Singapore',
    })
    expect(headers['x-total-count']).toBe(String(body.length))
  })

  test('gives the airport of an IATA code before what only holds those letters', async () => {
    const { body } = await find('khi')
    expect(body[0]).toMatchObject({ code: 'PKKHI' })
  })

  test('gives what begins with the text before what only holds it', async () => {
    const found = await names('hamb')
    const begins = found.map(name => name?.toLowerCase().startsWith('hamb'))
    expect(found).toContain('Hamburg')
    expect(begins.slice(0, 2)).toEqual([true, true])
    expect(begins).toEqual([...begins].sort((one, other) => Number(other) - Number(one)))
  })

  test('gives a port of the world once, though the company has taken it over', async () => {
    const [before] = (await find('SGSIN')).body
    const job = await buildJob(company)
    await company.call('PUT', '/api/shipment', { id: job.id, quote: { loadingPortId: before?.id } })
    expect((await find('SGSIN')).body.filter(port => port.code === 'SGSIN')).toEqual([before])
  })

  test('gives no other company’s ports', async () => {
    const stranger = await buildCompany(product)
    await stranger.call('POST', '/api/port', { name: 'Secret Jetty' })
    expect(await find('Secret Jetty')).toMatchObject({
      status: 200,
      body: [],
      headers: { 'x-total-count': '0' },
    })
  })

  test('takes wildcards, quotes and SQL for the text they are', async () => {
    await post({ name: "100%_safe\\'; drop table ports; --" })
    const all = ['0%_s', "safe\\'", "'; drop table ports; --", '100%']
    for (const text of all) expect(await names(text)).toEqual(["100%_safe\\'; drop table ports; --"])
    for (const text of ['%%%', '___', '100_', "' or '1'='1", '🚢🚢🚢', '(select 1)', '1e400', '__proto__'])
      expect((await find(text)).body).toEqual([])
    await post({ name: 'Pier 🚢🚢🚢 Ünal' })
    expect(await names('🚢🚢🚢')).toEqual(['Pier 🚢🚢🚢 Ünal'])
    expect(await names('ÜNAL')).toEqual(['Pier 🚢🚢🚢 Ünal'])
  })

  test('pages through what it finds and says how much there is', async () => {
    const all = (await find('port', '?limit=500')).body
    expect(all.length).toBeGreaterThan(20)
    const second = await find('port', '?limit=5&offset=5')
    expect(second.body).toEqual(all.slice(5, 10))
    expect(second.headers).toMatchObject({
      'x-total-count': String(all.length),
      link: '</api/port/port?limit=5&offset=0>; rel="prev", </api/port/port?limit=5&offset=10>; rel="next"',
    })
    const beyond = await find('port', '?offset=100000&limit=1')
    expect(beyond).toMatchObject({ status: 200, body: [], headers: { 'x-total-count': String(all.length) } })
  })

  test('needs three characters, and refuses what no name can hold', async () => {
    for (const text of ['ab', ' ab ', '12', '🚢🚢']) {
      const reply = await find(text)
      expectProblem(reply, 'search_too_short')
    }
    expectProblem(await find('abc\u0000'), 'invalid_input')
    expectProblem(await find('x'.repeat(201)), 'invalid_input')
    expect((await find('🚢'.repeat(100))).body).toEqual([])
    for (const query of [
      '?limit=0',
      '?limit=501',
      '?limit=x',
      '?offset=-1',
      '?offset=1.5',
      '?offset=1e300',
      '?limit=1&limit=2',
    ])
      expectProblem(await find('port', query), 'invalid_input')
  })
})
