import { readdir } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import type { Company } from '#contract/company.ts'
import type { Membership } from '#contract/users.ts'
import { buildCompany, buildJob, formWithFile, type Reply, send, buildColleague } from '#testing/factories.ts'
import { smallJpeg } from '#testing/pictures.ts'
import {
  badTexts,
  expectFieldsRefused,
  expectNoChange,
  expectProblem,
  statusesOf,
} from '#testing/refusals.ts'
import { companyPerTest } from '#testing/test-company.ts'
import { png } from '#testing/word/png.ts'

const { product, rows, company } = companyPerTest()

const read = async (by = company) => (await by.call<Company>('GET', '/api/company')).body
const save = (body: unknown, headers = {}, by = company) =>
  by.call<Company>('PUT', '/api/company', body, headers)
const accountId = () => company.membership.account.id

const details = {
  timeZone: 'Asia/Karachi',
  dateOrder: 'ymd',
  paperSize: 'Letter',
  airDivisor: 5000,
  roadDensity: 250,
  buildingNo: '12',
  buildingName: 'Marine House',
  street: 'Wharf Road',
  city: 'Karachi',
  county: 'Sindh',
  code: '74000',
  countryId: 'PK',
  telephone: '+92 21 111 000 111',
  fax: '+92 21 111 000 112',
  email: 'desk@harbour.example',
  website: 'https://harbour.example',
  registrationNumber: '0123456',
  taxNumber: 'NTN 7654321-0',
  licenceNumber: 'FF-2211',
  iataAgentCode: '23-4 7601/0015',
  bankName: 'Habib Bank',
  bankBranch: 'Kemari',
  bankAccountName: 'Harbour Forwarding',
  bankAccountNumber: '0001 2345 6789',
  iban: 'PK36SCBL0000001123456702',
  swift: 'HABBPKKA',
  tradingTerms: 'All business is done under our standard trading conditions.',
}

describe('the company settings', () => {
  test('of a new account hold its name, its currency and every series of numbers', async () => {
    const body = await read()
    expect(body).toMatchObject({
      name: 'Karachi Forwarding',
      currency: 'USD',
      isCurrencyFixed: false,
      logo: null,
      version: 1,
    })
    expect(Object.keys(details).map(field => body[field as keyof Company])).toEqual(
      Object.keys(details).map(() => null),
    )
    expect(body.numberSeries[0]).toEqual({ kind: 'houseBill', prefix: 'HBL-', digits: 5, nextNumber: 1 })
    expect(body.numberSeries).toHaveLength(9)
  })

  test('are kept as they were saved, and the name is the one that the shell shows', async () => {
    const saved = await save({ name: 'Harbour Forwarding', currency: 'PKR', ...details })
    expect(saved).toMatchObject({
      status: 200,
      body: { name: 'Harbour Forwarding', currency: 'PKR', ...details, version: 2 },
    })
    expect(saved.headers['etag']).toBe('"2"')
    expect(await read()).toEqual(saved.body)
    const { body } = await company.call<Membership>('GET', '/api/register')
    expect(body.account).toEqual({
      id: accountId(),
      dateOrder: 'ymd',
      paperSize: 'Letter',
      name: 'Harbour Forwarding',
      currency: 'PKR',
      timeZone: 'Asia/Karachi',
      country: 'PK',
    })
  })

  test('keep what a save does not mention, and an emptied field is null', async () => {
    await save(details)
    const { body } = await save({ city: '', street: null, telephone: '1' })
    expect(body).toEqual({ ...(await read()), ...details, city: null, street: null, telephone: '1' })
  })

  test('a save of an old version is refused and says what was changed by whom', async () => {
    const numberSeries = [{ kind: 'quotation', prefix: 'Q/', nextNumber: 7 }]
    await save({ city: 'Lahore', currency: 'EUR', numberSeries })
    const late = await save({ city: 'Multan' }, { 'if-match': '"1"' })
    expectProblem(late, 'changed_meanwhile', { current: await read() })
    const { changes } = late.body as unknown as { changes: { field: string; old: unknown; by: string }[] }
    expect(changes.map(({ field, old, by }) => [field, old, by])).toEqual(
      expect.arrayContaining([
        ['city', null, 'Amina Qureshi'],
        ['currency', 'USD', 'Amina Qureshi'],
        ['numberSeries.2.prefix', 'QUO-', 'Amina Qureshi'],
        ['numberSeries.2.nextNumber', 1, 'Amina Qureshi'],
      ]),
    )
    expect(changes).toHaveLength(4)
  })

  test('two saves of one version at once: one is kept', async () => {
    const replies = await Promise.all(['Lahore', 'Multan'].map(city => save({ city }, { 'if-match': '"1"' })))
    expect(statusesOf(replies)).toEqual([200, 412])
  })

  test('what is no such value is refused by its field', async () => {
    await expectFieldsRefused(rows, company, {
      method: 'PUT',
      url: '/api/company',
      fields: {
        name: [...badTexts(200), '', ' ', null],
        currency: ['usd', 'US', '', null, 1],
        city: badTexts(500),
        countryId: ['XX', 'PAK', 1],
        email: [...badTexts(320), 'ops@hasty,de', 'ops', 'ops@hasty'],
        iataAgentCode: [...badTexts(50), '123456', '12-3 4567/001', 'AB-C DEFG'],
        tradingTerms: badTexts(2000),
      },
      bodyWith: (path, value) => ({ [path]: value }),
    })
    await expectFieldsRefused(rows, company, {
      method: 'PUT',
      url: '/api/company',
      fields: {
        'numberSeries.0.kind': ['packingList', '', null],
        'numberSeries.0.prefix': ['x'.repeat(31), null, 1, 'HST/{yy}-', 'A}'],
        'numberSeries.0.digits': [0, 13, 1.5, '5', null],
        'numberSeries.0.nextNumber': [0, -1, 1_000_000_000, 1.5, '7', null],
      },
      bodyWith: (path, value) => ({
        numberSeries: [{ kind: 'invoice', [path.split('.').at(-1) ?? '']: value }],
      }),
    })
  })

  test('are changed by administrators and read by everyone', async () => {
    for (const role of ['staff', 'viewer'] as const) {
      const other = await buildColleague(product, company, role)
      expect(await read(other)).toEqual(await read())
      await expectNoChange(rows, company, async () => {
        expectProblem(await save({ city: 'Lahore' }, {}, other), 'not_allowed')
        expectProblem(await putLogo({}, other), 'not_allowed')
        expectProblem(await other.call('DELETE', '/api/company/logo'), 'not_allowed')
      })
    }
    expectProblem(await send(product, { method: 'GET', url: '/api/company' }), 'sign_in_required')
  })

  test('are the company’s own', async () => {
    const stranger = await buildCompany(product)
    await putLogo()
    await save(details)
    expect(await read(stranger)).toMatchObject({ city: null, logo: null })
    expectProblem(await stranger.call('GET', '/api/company/logo'), 'not_found')
  })
})

describe('the currency', () => {
  test('is refused another once any job holds an amount in it', async () => {
    const job = await buildJob(company, { quote: { quoteType: 1 } })
    expect(await save({ currency: 'PKR' })).toMatchObject({ status: 200, body: { isCurrencyFixed: false } })
    await company.call('PUT', '/api/finance', { id: job.quote.financeId, freightCharge: { fcl40: 0 } })
    await expectNoChange(rows, company, async () => {
      const refused = await save({ currency: 'EUR', city: 'Lahore' })
      expectProblem(refused, 'in_use')
      expect((refused.body as unknown as { detail: string }).detail).toContain('stays PKR')
    })
    expect(await read()).toMatchObject({ currency: 'PKR', isCurrencyFixed: true })
    expect((await save({ currency: 'PKR', city: 'Lahore' })).status).toBe(200)
  })

  test('is refused another where a total was typed', async () => {
    const job = await buildJob(company)
    await company.call('PUT', '/api/finance', { id: job.quote.financeId, total: 12, totalIsTyped: true })
    expectProblem(await save({ currency: 'EUR' }), 'in_use')
    expect(await read()).toMatchObject({ currency: 'USD', isCurrencyFixed: true })
  })
})

test('an e-mail address that was stored before it was checked stays until it is changed', async () => {
  await rows.select(`update company_settings set email = 'ops@hasty,de' where account_id = $1`, [
    company.membership.account.id,
  ])
  expect((await save({ email: 'ops@hasty,de', city: 'Kiel' })).body).toMatchObject({
    email: 'ops@hasty,de',
    city: 'Kiel',
  })
  expectProblem(await save({ email: 'ops@hasty,com' }), 'invalid_input')
  expect((await save({ email: null })).body.email).toBe(null)
})

describe('a series of numbers', () => {
  test('keeps what a save does not mention of it', async () => {
    await save({ numberSeries: [{ kind: 'invoice', prefix: 'KHI/26/', nextNumber: 300 }] })
    const { body } = await save({ numberSeries: [{ kind: 'invoice', digits: 3 }] })
    expect(body.numberSeries.find(one => one.kind === 'invoice')).toEqual({
      kind: 'invoice',
      prefix: 'KHI/26/',
      digits: 3,
      nextNumber: 300,
    })
  })
})

type Picture = { name?: string; content?: Uint8Array | string }
const smallPng = () => png(5, 4, () => [15, 76, 92, 255])

function putLogo({ name = 'logo.png', content = smallPng() }: Picture = {}, by = company, more = {}) {
  const { payload, headers } = formWithFile({ name, content })
  return by.call<Company>('PUT', '/api/company/logo', payload, { ...headers, ...more })
}

const storedFiles = async () =>
  (await readdir(product.filesFolder, { recursive: true, withFileTypes: true }))
    .filter(entry => entry.isFile() && entry.parentPath.includes(accountId()))
    .map(entry => entry.name)

describe('the logo', () => {
  test('is kept, shown and told with its size', async () => {
    const put = await putLogo()
    expect(put).toMatchObject({
      status: 200,
      body: { logo: { mediaType: 'image/png', width: 5, height: 4, size: smallPng().length }, version: 2 },
    })
    const shown: Reply<string> = await company.call('GET', '/api/company/logo')
    expect(shown.status).toBe(200)
    expect(shown.headers).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(smallPng().length),
      'x-content-type-options': 'nosniff',
    })
  })

  test('is what its content says, whatever its name says', async () => {
    const { body } = await putLogo({ name: 'logo.png', content: smallJpeg() })
    expect(body.logo).toMatchObject({ mediaType: 'image/jpeg', width: 3, height: 2 })
  })

  test('another takes its place, and the file of the first is left to the nightly purge', async () => {
    await putLogo()
    const [first = ''] = await storedFiles()
    await putLogo({ content: smallJpeg() })
    const left = await rows.select<{ key: string }>(
      `select content_key as key from started_uploads where account_id = $1`,
      [accountId()],
    )
    expect(left.map(({ key }) => key)).toEqual([expect.stringContaining(first)])
    const removed = await company.call<Company>('DELETE', '/api/company/logo')
    expect(removed.body.logo).toBe(null)
    expectProblem(await company.call('GET', '/api/company/logo'), 'not_found')
  })

  test('what is no whole picture of a fitting size is refused, and no file of it stays', async () => {
    await putLogo()
    const [files, before] = [await storedFiles(), await read()]
    const wrong: Picture[] = [
      {
        content: '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
        name: 'logo.svg',
      },
      { content: 'GIF89a', name: 'logo.png' },
      { content: smallPng().subarray(0, -8) },
      { content: '' },
      { content: png(4001, 1, () => [0, 0, 0, 255]) },
    ]
    for (const picture of wrong) expectProblem(await putLogo(picture), 'invalid_input')
    expectProblem(await putLogo({ content: Buffer.alloc(1024 * 1024 + 1) }), 'too_large')
    expectProblem(await putLogo({}, company, { 'if-match': '"1"' }), 'changed_meanwhile')
    expect(await storedFiles()).toEqual(files)
    expect(await read()).toEqual(before)
  })
})
