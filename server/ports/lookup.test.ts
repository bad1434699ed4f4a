import { expect, test } from 'vitest'
import type { PortChoice } from '#contract/lookups.ts'
import { TransportMode } from '#contract/choices.ts'
import type { Port } from '#contract/ports.ts'
import { buildCompany, buildJob } from '#testing/factories.ts'
import { expectProblem } from '#testing/refusals.ts'
import { companyPerTest } from '#testing/test-company.ts'
import { worldPortId } from './world-ports.ts'

const { product, company } = companyPerTest()

const lookUp = (query: Record<string, string | number>) => {
  const sent = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) sent.set(name, String(value))
  return company.call<PortChoice[]>('GET', `/api/port/lookup?${sent.toString()}`)
}
const codes = async (search: string, mode?: number) =>
  (await lookUp({ search, ...(mode !== undefined && { mode }) })).body.map(port => port.code)
const { air, sea, road } = TransportMode

test('a code comes first, then other names, then names that begin with the text, and the search is in the same order', async () => {
  expect((await lookUp({ search: 'isb' })).body[0]).toEqual({
    id: worldPortId('PKISB'),
    name: 'Islamabad',
    code: 'PKISB',
    description: 'Airport',
    countryId: 'PK',
    country: 'Pakistan',
    iata: 'ISB',
    kinds: ['airport'],
    alias: null,
    otherMode: false,
  })
  expect((await codes('HAM')).slice(0, 2)).toEqual(['DEHAM', 'CAHAM'])
  for (const mode of [air, sea, road]) expect((await codes('khi', mode))[0]).toBe('PKKHI')
  const firsts = { cnsha: 'CNSHA', bombay: 'INBOM', madras: 'INMAA', calcutta: 'INCCU', saigon: 'VNSGN' }
  const others = { rangoon: 'MMRGN', canton: 'CNCAN', 'são p': 'BRSAO', 'HO CHI': 'VNSGN', angeles: 'USLAX' }
  for (const [text, code] of Object.entries({ ...firsts, ...others })) {
    const [first] = (await lookUp({ search: text })).body
    expect([text, first?.code?.replace(/BR.../, 'BRSAO')]).toEqual([text, code])
    const { body } = await company.call<Port[]>('GET', `/api/port/${encodeURIComponent(text)}`)
    expect([text, body[0]?.code]).toEqual([text, first?.code])
  }
  const bombay = (await lookUp({ search: 'bombay' })).body
  expect(bombay.map(port => [port.code, port.alias])).toEqual([
    ['INBOM', 'Bombay'],
    ['INNSA', 'Bombay'],
  ])
})

test('a code with the blank behind its country is that code, and other texts stay texts', async () => {
  const made = await company.call('POST', '/api/port', { name: 'Roads', code: 'xxmue' })
  expect(made.status).toBe(201)
  for (const [text, whole] of [
    ['NL RTM', 'NLRTM'],
    ['de ham', 'DEHAM'],
    ['XX MUE', 'xxmue'],
  ] as const) {
    const written = (await lookUp({ search: text, mode: sea })).body
    expect([text, written.map(port => port.code)]).toEqual([text, [whole]])
    expect(written).toEqual((await lookUp({ search: whole, mode: sea })).body)
    const [listed, wanted] = await Promise.all(
      [text, whole].map(one => company.call<Port[]>('GET', `/api/port/${encodeURIComponent(one)}`)),
    )
    expect(listed?.body).toEqual(wanted?.body)
  }
  // The code is taken whatever the mode, and a name of two and three letters is found as ever.
  expect((await lookUp({ search: 'gb fxt', mode: air })).body).toMatchObject([
    { code: 'GBFXT', otherMode: true },
  ])
  const named = (await lookUp({ search: 'la paz' })).body
  expect(named.length).toBeGreaterThan(1)
  expect(named.filter(port => !/la paz/i.test(`${port.name} ${port.alias}`))).toEqual([])
  expect(await codes('zz zzz')).toEqual([])
})

test('the mode leaves out what does not suit it, or says that nothing does', async () => {
  const both = (await lookUp({ search: 'shanghai', limit: 20 })).body
  const airports = both.filter(port => port.kinds.includes('airport'))
  expect(await codes('shanghai', air)).toEqual(airports.map(port => port.code))
  expect(await codes('shanghai', sea)).not.toContain('CNPVG')
  expect(await codes('shanghai', road)).toEqual(both.map(port => port.code))
  expect((await lookUp({ search: 'Felixstowe', mode: air })).body).toMatchObject([
    { code: 'GBFXT', otherMode: true },
  ])
  // Sea freight is delivered to depots inland.
  expect((await codes('Lahore', sea))[0]).toBe('PKLHE')
})

test('a company’s own ports are among them, its others never', async () => {
  const own = { name: 'Müller’s Roads', code: 'XXMUE', description: 'Roads', countryId: 'DE' }
  const made = (await company.call<Port>('POST', '/api/port', own)).body
  const stranger = await buildCompany(product)
  await stranger.call('POST', '/api/port', { name: 'Muller Secret Jetty' })
  const expected = { ...made, iata: null, kinds: [], alias: null, otherMode: false }
  for (const search of ['muller', 'MÜLLER', 'xxmue', 'mue', 'oads'])
    expect([search, (await lookUp({ search, mode: sea, limit: 20 })).body]).toEqual([
      search,
      expect.arrayContaining([expected]),
    ])
  expect((await lookUp({ search: 'muller' })).body).toEqual([expected])
  await company.call('POST', '/api/port', { name: 'Field', code: 'qqz' })
  expect((await lookUp({ search: 'QQZ' })).body).toMatchObject([{ name: 'Field', code: 'qqz', iata: 'QQZ' }])
})

test('without a text, the last used at the place, those of the same mode first', async () => {
  const use = (code: string, transportMode: number | null, more: object = {}) =>
    buildJob(company).then(job =>
      company.call('PUT', '/api/shipment', {
        id: job.id,
        quote: { loadingPortId: worldPortId(code), transportMode, ...more },
      }),
    )
  await use('PKISB', air)
  await use('DEHAM', sea, { dischargePortId: worldPortId('SGSIN') })
  await use('PKKHI', sea)
  await use('GBLHR', air)
  const last = async (query: Record<string, string | number>) =>
    (await lookUp(query)).body.map(port => port.code)
  expect(await last({ portType: 'Loading' })).toEqual(['GBLHR', 'PKKHI', 'DEHAM', 'PKISB'])
  expect(await last({ portType: 'Loading', mode: sea })).toEqual(['PKKHI', 'DEHAM', 'GBLHR', 'PKISB'])
  expect(await last({ portType: 'Discharge' })).toEqual(['SGSIN'])
  expect(await last({ portType: 'Via' })).toEqual([])
  expect((await last({})).slice(0, 2)).toEqual(['GBLHR', 'PKKHI'])
  // Taken over by the company, it is found by its other names as before, and once.
  await use('INBOM', sea)
  expect((await lookUp({ search: 'bombay', portType: 'Loading' })).body.map(port => port.code)).toEqual([
    'INBOM',
    'INNSA',
  ])
  const [hamburg] = (await lookUp({ search: 'deham' })).body
  expect((await lookUp({ portType: 'Loading', mode: sea })).body[2]).toEqual(hamburg)
})

test('bad input is refused in plain words', async () => {
  for (const search of ['ab', ' ab ', '🚢🚢']) expectProblem(await lookUp({ search }), 'search_too_short')
  for (const query of [{ limit: 0 }, { limit: 21 }, { mode: 3 }, { mode: 'sea' }, { portType: 'loading' }])
    expectProblem(await lookUp(query as Record<string, string>), 'invalid_input')
  for (const search of ['%%%', '___', '🚢🚢🚢', "' or '1'='1", '[a-z]{3}', String.raw`\\\ `])
    expect([search, (await lookUp({ search })).body]).toEqual([search, []])
})
