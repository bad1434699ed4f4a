import { gunzipSync } from 'node:zlib'
import pg from 'pg'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { seldomListed } from '#contract/job-columns.ts'
import type { JobTableRow } from '#contract/job-table.ts'
import type { Job, JobRow } from '#contract/jobs.ts'
import { type WrittenPage, writtenPage } from '#server/written-pages.ts'
import { buildColleague, buildCompany, buildJob, type Caller } from '#testing/factories.ts'
import { buildCompanies, buildFullJob, buildPorts } from '#testing/job-fixtures.ts'
import { expectProblem } from '#testing/refusals.ts'
import { sentIn } from '#testing/sent-statements.ts'
import { fewestStatements } from '#testing/statements.ts'
import { testCompany } from '#testing/test-company.ts'
import { PageCache } from './page-cache.ts'

const { product, rows, company } = testCompany()
const paths = ['/api/shipment', '/api/shipment/table']
let job: Job

beforeAll(async () => {
  const companies = await buildCompanies(company, ['Acme', 'Zenith', 'Nordic', 'Hansa', 'Clearing'])
  await company.call('PUT', '/api/organisation', { id: companies['Hansa']?.id, name: null })
  const ports = await buildPorts(company, ['Karachi', 'Singapore', 'Rotterdam', 'Felixstowe'])
  const master = await buildJob(company, { name: 'Master' })
  job = await buildFullJob(
    company,
    {
      name: 'Cotton “yarn”',
      direction: 1,
      etd: '2026-03-01',
      eta: '2026-04-01',
      ...{
        grossWeight: 12.5,
        netWeight: 0.125,
        weightUnit: 0,
        volume: 3,
        volumeUnit: 1,
        numberOfPackages: 40,
      },
      ...{ mbl: 'MBL 1', hbl: 'HBL 1', igm: 'IGM 1', indexNumber: 'I 1', shedNumber: 'S 1' },
      masterShipmentId: master.id,
      quote: {
        ...{ commodity: 'Yarn\n\\', transportMode: 1, quoteType: 1, clType: 1 },
        loadingPortId: ports['Karachi'],
        viaPortId: ports['Singapore'],
        dischargePortId: ports['Rotterdam'],
        destinationPortId: ports['Felixstowe'],
      },
    },
    {
      consignee: companies['Acme'],
      shipper: companies['Zenith'],
      agent: companies['Nordic'],
      carrier: companies['Hansa'],
      clearingAgent: companies['Clearing'],
    },
  )
  await buildJob(company, {})
})

const seldomOf = (row: JobRow) => {
  const filled = seldomListed.flatMap(field => (row[field] === null ? [] : [[field, row[field]]]))
  return filled.length > 0 ? Object.fromEntries(filled) : null
}

/** What the table has of a whole row. */
function tableRow(row: JobRow): JobTableRow {
  const nameOf = (links: { party: { organisation: { name: string | null } } }[]) =>
    links[0] ? (links[0].party.organisation.name ?? '') : null
  const { quote } = row
  return {
    id: row.id,
    jobId: row.jobId,
    name: row.name,
    statusId: row.statusId,
    direction: row.direction,
    etd: row.etd,
    eta: row.eta,
    grossWeight: row.grossWeight,
    netWeight: row.netWeight,
    weightUnit: row.weightUnit,
    volume: row.volume,
    volumeUnit: row.volumeUnit,
    numberOfPackages: row.numberOfPackages,
    mbl: row.mbl,
    hbl: row.hbl,
    igm: row.igm,
    indexNumber: row.indexNumber,
    shedNumber: row.shedNumber,
    voyage: row.voyage,
    templateName: row.templateName,
    placeOfReceipt: row.placeOfReceipt,
    placeOfDelivery: row.placeOfDelivery,
    incoterm: row.incoterm,
    incotermPlace: row.incotermPlace,
    freightPayment: row.freightPayment,
    freightPayableAt: row.freightPayableAt,
    originals: row.originals,
    placeOfIssue: row.placeOfIssue,
    dateOfIssue: row.dateOfIssue,
    onBoardDate: row.onBoardDate,
    service: row.service,
    atd: row.atd,
    ata: row.ata,
    freeDays: row.freeDays,
    validUntil: row.validUntil,
    documentsCutOff: row.documentsCutOff,
    vgmCutOff: row.vgmCutOff,
    cargoCutOff: row.cargoCutOff,
    receivedAtCfs: row.receivedAtCfs,
    vesselFlag: row.vesselFlag,
    emptyDepot: row.emptyDepot,
    containerTerminal: row.containerTerminal,
    releaseValidUntil: row.releaseValidUntil,
    commodity: quote.commodity,
    transportMode: quote.transportMode,
    quoteType: quote.quoteType,
    clType: quote.clType,
    loadingPort: quote.loadingPort,
    viaPort: quote.viaPort,
    dischargePort: quote.dischargePort,
    destinationPort: quote.destinationPort,
    consignee: nameOf(row.shipmentConsignees),
    shipper: nameOf(row.shipmentShipers),
    agent: nameOf(row.shipmentAgents),
    carrier: nameOf(row.shipmentCarriers),
    seldom: seldomOf(row),
    parties: null,
    master: row.master,
    owner: row.owner?.displayName ?? null,
    containers: null,
    containerTypes: null,
    bookings: null,
    purchaseOrders: null,
    customerReferences: null,
    ...{ commercialInvoices: null, lettersOfCredit: null, customsDeclarations: null },
    ...{ agentReferences: null, otherReferences: null },
    ...{ seals: null, vgm: null, emptyPickedUp: null, gatedIn: null, loaded: null, discharged: null },
    ...{ gatedOut: null, emptyReturned: null, marks: null, hsCodes: null, unNumbers: null },
  }
}

describe('the rows of the table', () => {
  test.for([
    '',
    '?sort=name&limit=2',
    '?sort=-consignee&offset=1',
    '?search=cotton',
    '?search=cot&sort=eta',
    '?search=2',
    '?status=1&mode=1',
    '?offset=50',
    '?search=nothing%20like%20it',
  ])('for "%s" are those of the list, with the columns of the dashboard alone', async query => {
    const full = await company.call<JobRow[]>('GET', `/api/shipment${query}`)
    const table = await company.call<JobTableRow[]>('GET', `/api/shipment/table${query}`)
    expect(table.body).toEqual(full.body.map(tableRow))
    const { 'x-total-count': total, link } = full.headers
    expect(table.headers['x-total-count']).toBe(total)
    expect(table.headers['link']).toBe(
      typeof link === 'string' ? link.replaceAll('/api/shipment', '/api/shipment/table') : undefined,
    )
  })

  test('tell a company without a name from none', async () => {
    const { body } = await company.call<JobTableRow[]>('GET', '/api/shipment/table')
    expect(body.map(({ consignee, carrier }) => [consignee, carrier])).toEqual([
      [null, null],
      ['Acme', ''],
      [null, null],
    ])
  })
})

describe('a remembered page', () => {
  test.for(paths)('of %s takes one statement, as when it is read', async path => {
    let fresh = 0
    const read = () => company.call('GET', `${path}?limit=${50 + (fresh += 1)}`)
    const again = () => company.call('GET', `${path}?limit=50`)
    await again()
    for (const one of [read, again]) {
      const sent = await fewestStatements(product, one)
      expect(sent.map(text => text.split(/\s/)[0])).toEqual(['with'])
    }
  })

  test.for([...paths, ...paths.map(path => `${path}?search=cotton&sort=name`)])(
    'of %s is not read again by the database',
    async path => {
      const first = await company.call('GET', path)
      const query = vi.spyOn(pg.Client.prototype, 'query')
      const second = await company.call('GET', path)
      const sent = query.mock.calls
        .flatMap(([given]) => sentIn(given))
        .find(({ text }) => text.startsWith('with'))
      query.mockRestore()
      expect(second.body).toEqual(first.body)
      expect(second.headers['etag']).toBe(first.headers['etag'])
      type Plan = { 'Relation Name'?: string; 'Actual Loops': number; Plans?: Plan[] }
      const executed = ({ 'Relation Name': table, 'Actual Loops': loops, Plans = [] }: Plan): string[] => [
        ...(table && loops > 0 ? [table] : []),
        ...Plans.flatMap(executed),
      ]
      const [explained] = await rows.select<{ 'QUERY PLAN': { Plan: Plan }[] }>(
        `explain (analyze, format json) ${sent?.text}`,
        [...(sent?.values ?? [])],
      )
      expect(explained?.['QUERY PLAN'].flatMap(({ Plan }) => executed(Plan))).toEqual(['account_revisions'])
    },
  )

  test.for(paths)('of %s is not sent again to whoever has it', async path => {
    const first = await company.call('GET', path)
    const tag = String(first.headers['etag'])
    expect(tag).toMatch(/^W\/"[\w-]{27}"$/)
    for (const header of [tag, tag.slice(2), `"other", ${tag}`, '*']) {
      const again = await company.call('GET', path, undefined, { 'if-none-match': header })
      expect(again).toMatchObject({ status: 304, body: null })
      const { etag, vary, 'cache-control': kept, 'x-total-count': total } = again.headers
      expect([etag, vary, kept, total]).toEqual([tag, 'accept-encoding', 'no-store', '3'])
    }
    const other = await company.call('GET', path, undefined, { 'if-none-match': '"other"' })
    expect(other).toMatchObject({ status: 200, body: first.body })
    await company.call('PUT', '/api/shipment', { id: job.id, mbl: `MBL ${path}` })
    const changed = await company.call<{ mbl: string | null }[]>('GET', path, undefined, {
      'if-none-match': tag,
    })
    expect(changed.status).toBe(200)
    expect(changed.headers['etag']).not.toBe(tag)
    expect(changed.body[1]?.mbl).toBe(`MBL ${path}`)
  })

  test('is the same compressed, and for HEAD', async () => {
    for (let count = 0; count < 5; count++) await buildJob(company, { name: 'Compressed' })
    const ask = (method: 'GET' | 'HEAD', encoding: string) =>
      product.app.inject({
        method,
        url: '/api/shipment/table',
        headers: { authorization: `Bearer ${company.token}`, 'accept-encoding': encoding },
      })
    const plain = await ask('GET', 'identity')
    // The first of them compresses it, the second finds it compressed.
    for (const encoding of ['gzip', 'gzip']) {
      const packed = await ask('GET', encoding)
      expect(packed.headers).toMatchObject({
        'content-encoding': encoding,
        'content-type': 'application/json; charset=utf-8',
        vary: 'accept-encoding',
        etag: plain.headers.etag,
        'x-total-count': plain.headers['x-total-count'],
      })
      expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length)
      expect(gunzipSync(packed.rawPayload).toString()).toBe(plain.body)
      const head = await ask('HEAD', encoding)
      expect(head.headers['content-length']).toBe(packed.headers['content-length'])
      expect(head.headers.etag).toBe(plain.headers.etag)
    }
  })

  test('is refused to whoever may not see it, and is another company’s own', async () => {
    const viewer = await buildColleague(product, company, 'viewer')
    const stranger = await buildCompany(product)
    const ask = (one: Caller) => one.call<Job[]>('GET', '/api/shipment?limit=7')
    const mine = await ask(company)
    expect((await ask(viewer)).body).toEqual(mine.body)
    expect((await ask(stranger)).body).toEqual([])
    await company.call('PUT', '/api/register/user', { id: viewer.membership.user.id, active: false })
    expectProblem(await ask(viewer), 'not_allowed')
    expectProblem(
      await viewer.call('GET', '/api/shipment?limit=7', undefined, { 'if-none-match': '*' }),
      'not_allowed',
    )
    expect((await ask(company)).body).toEqual(mine.body)
  })
})

describe('what is remembered', () => {
  const page = (bytes: number): WrittenPage => writtenPage({ text: 'x'.repeat(bytes), count: 1, total: 1 })

  test('stays below its bound, and is what was asked for last', () => {
    const known = new PageCache(100_000)
    for (let number = 0; number < 100; number++) {
      known.remember(`page ${number}`, { revision: '1', page: page(5000) })
      expect(known.get('page 0')).toBeDefined()
      expect(known.bytes).toBeLessThanOrEqual(100_000)
    }
    expect(known.get('page 99')?.page.body).toHaveLength(5000)
    expect(known.get('page 50')).toBeUndefined()
    expect(known.bytes).toBeGreaterThan(80_000)
  })

  test('is no page that is too large, and none twice', () => {
    const known = new PageCache()
    known.remember('large', { revision: '1', page: page(600_000) })
    expect(known.get('large')).toBeUndefined()
    for (const revision of ['1', '2', '3']) known.remember('page', { revision, page: page(1000) })
    expect(known.get('page')?.revision).toBe('3')
    expect(known.bytes).toBeLessThan(4000)
  })
})
