import { describe, expect, test } from 'vitest'
import type { Job, JobRow } from '#contract/jobs.ts'
import type { SearchReply } from '#contract/search.ts'
import { buildCompany, buildJob } from '#testing/factories.ts'
import { buildCompanies, buildFullJob, buildPorts } from '#testing/job-fixtures.ts'
import { expectProblem } from '#testing/refusals.ts'
import { companyPerTest } from '#testing/test-company.ts'

const { product, rows, company } = companyPerTest()

const search = (text: string, query = '') =>
  company.call<JobRow[]>('GET', `/api/shipment?search=${encodeURIComponent(text)}${query}`)
/** The names of what is found, the same under every order. */
async function found(text: string): Promise<(string | null)[]> {
  const newest = await search(text)
  const oldest = await search(text, '&sort=jobId')
  const filtered = await search(text, '&status=0,1,2,3')
  expect(oldest.body).toEqual([...newest.body].reverse())
  expect(filtered.body).toEqual(newest.body)
  for (const reply of [newest, oldest, filtered])
    expect(reply.headers['x-total-count']).toBe(String(newest.body.length))
  return newest.body.map(row => row.name)
}

describe('searching jobs', () => {
  test('looks at names, numbers of papers, goods, vessels, ports and companies, without regard to case', async () => {
    const companies = await buildCompanies(company, [
      'Consignee Ünal',
      'Shipper Öz',
      'Agent Ål',
      'Carrier Ñu',
      'Clearing Éa',
    ])
    const [consignee, shipper, agent, carrier, clearingAgent] = Object.values(companies)
    const ports = await buildPorts(company, ['Loading Łódź', 'Via Ærø', 'Discharge Ölü', 'Destination Ísa'])
    const [loadingPortId, viaPortId, dischargePortId, destinationPortId] = Object.values(ports)
    await buildJob(company, { name: 'Nothing of it' })
    await buildFullJob(
      company,
      {
        name: 'Büffel Horns',
        mbl: 'MBL/777-X',
        hbl: 'HBL/888-Y',
        igm: 'IGM/999-Z',
        indexNumber: 'IDX-5',
        vesselName: 'MSC Aurora',
        quote: { commodity: 'Cotton Yarn', loadingPortId, viaPortId, dischargePortId, destinationPortId },
      },
      { consignee, shipper, agent, carrier, clearingAgent },
    )
    const fields = ['BÜFFEL h', 'bl/777', 'HBL/888-y', 'igm/99', 'idx-5', 'msc aur', 'cotton', 'n YARN']
    const places = ['ŁÓDŹ', 'via ær', 'ÖLÜ', 'destination í']
    const parties = ['consignee ü', 'SHIPPER Ö', 'ent ål', 'carrier ñu', 'CLEARING É']
    for (const text of [...fields, ...places, ...parties, '  cotton  '])
      expect([text, await found(text)]).toEqual([text, ['Büffel Horns']])
    expect(await found('Büffel Cotton')).toEqual([])
  })

  test('finds a job whichever blanks, and however many, were typed in its texts and in the search', async () => {
    const consignee = { name: 'Sialkot\u{a0}Surgical\u{2009}Ltd' }
    const [organisation] = Object.values(await buildCompanies(company, [consignee.name]))
    await buildFullJob(company, { name: 'Tea\u{3000}sets', hbl: 'KHI  0012\tA' }, { consignee: organisation })
    const everything = async (text: string) => {
      const { body } = await company.call<SearchReply>('GET', `/api/search?text=${encodeURIComponent(text)}`)
      return body.jobs.map(job => job.hbl)
    }
    const texts = ['KHI 0012 A', 'khi  0012\u{a0}a', 'sialkot surgical ltd', 'Surgical\u{2009}L', 'tea sets']
    for (const text of texts) {
      expect([text, await found(text)]).toEqual([text, ['Tea\u{3000}sets']])
      expect([text, await everything(text)]).toEqual([text, ['KHI  0012 A']])
    }
    expect(await found('Teasets')).toEqual([])
  })

  test('finds a job by its whole number, of whatever length', async () => {
    for (const name of ['First', 'Second', 'Third 2']) await buildJob(company, { name })
    expect(await found('2')).toEqual(['Second'])
    expect(await found(' 3 ')).toEqual(['Third 2'])
    expect(await found('99')).toEqual([])
    const busy = await buildCompany(product)
    for (const next of [11, 112]) {
      const account = busy.membership.account.id
      await rows.select('update accounts set last_job_number = $2 where id = $1', [account, next - 1])
      await buildJob(busy)
    }
    const numbers = async (text: string) =>
      (await busy.call<JobRow[]>('GET', `/api/shipment?search=${text}`)).body.map(row => row.jobId)
    expect(await numbers('11')).toEqual([11])
    expect(await numbers('112')).toEqual([112])
    for (const text of ['0', '00', '9007199254740993', '123456789012345678901234567890'])
      expect(await numbers(text)).toEqual([])
  })

  test('follows renamed companies, and parties and ports that come and go', async () => {
    const { Acme } = await buildCompanies(company, ['Acme Traders']).then(all => ({
      Acme: all['Acme Traders'],
    }))
    const { Karachi } = await buildPorts(company, ['Karachi'])
    const job = await buildFullJob(company, { name: 'Job' }, { agent: Acme, consignee: Acme })
    expect(await found('acme tr')).toEqual(['Job'])
    await company.call('PUT', '/api/organisation', { id: Acme?.id, name: 'Zenith Traders' })
    expect([await found('acme tr'), await found('zenith')]).toEqual([[], ['Job']])
    expect((await search('zenith')).body[0]?.shipmentAgents[0]?.party.organisation.name).toBe(
      'Zenith Traders',
    )
    await company.call('PUT', '/api/shipment', { id: job.id, shipmentConsignees: [] })
    expect(await found('zenith')).toEqual(['Job'])
    await company.call('PUT', '/api/shipment', { id: job.id, shipmentAgents: [] })
    expect(await found('zenith')).toEqual([])
    const setPort = (loadingPortId: string | null) =>
      company.call('PUT', '/api/shipment', { id: job.id, quote: { loadingPortId } })
    await setPort(Karachi ?? '')
    expect(await found('karachi')).toEqual(['Job'])
    await setPort(null)
    expect(await found('karachi')).toEqual([])
    await company.call('PUT', '/api/shipment', { id: job.id, name: 'Renamed' })
    expect(await found('renamed')).toEqual(['Renamed'])
  })

  test('takes wildcards, quotes and SQL for the text they are', async () => {
    const names = [
      '100% cotton',
      'under_score',
      'back\\slash',
      "O'Brien; drop table jobs --",
      '🚢🚢🚢 Lines',
      '"double"',
    ]
    for (const name of names) await buildJob(company, { name })
    const cases = {
      '00%': 0,
      '% c': 0,
      er_s: 1,
      'k\\s': 2,
      "o'b": 3,
      '; drop table jobs --': 3,
      '🚢🚢🚢': 4,
      '"double"': 5,
    }
    for (const [text, index] of Object.entries(cases)) expect(await found(text)).toEqual([names[index]])
    for (const text of [
      '%%%',
      '___',
      '\\\\\\',
      "' or '1'='1",
      "'; select 1; --",
      'x%n',
      '%L%s%I',
      '$1$2$3',
      'under-score',
    ])
      expect(await found(text)).toEqual([])
    expect((await company.call<Job[]>('GET', '/api/shipment')).body).toHaveLength(6)
  })

  test('never sees another company', async () => {
    const stranger = await buildCompany(product)
    await buildJob(stranger, { name: 'Secret cargo' })
    await buildJob(company, { name: 'Open cargo' })
    expect(await found('cargo')).toEqual(['Open cargo'])
    expect(await found('secret')).toEqual([])
    expect(await found('1')).toEqual(['Open cargo'])
  })

  test('needs three characters and a text that records can hold; none is no search', async () => {
    await buildJob(company, { name: 'Job' })
    for (const text of ['ab', ' ab ', '1a', '🚢🚢', '-1', '%_', "''", '١٢'])
      expectProblem(await search(text), 'search_too_short', {
        errors: [{ path: 'search', message: expect.any(String) as string }],
      })
    expectProblem(await search('abc\u0000'), 'invalid_input')
    expectProblem(await search('x'.repeat(201)), 'invalid_input')
    expect(await found('x'.repeat(200))).toEqual([])
    for (const text of ['', '   ']) expect(await found(text)).toEqual(['Job'])
    expectProblem(await company.call('GET', '/api/shipment?search=abc&search=def'), 'invalid_input')
  })
})

describe('the total of a search', () => {
  const total = async () => (await search('linen')).headers['x-total-count']

  test('is right at once after every kind of change, though it is remembered in between', async () => {
    const job = await buildJob(company, { name: 'Bed linen' })
    expect([await total(), await total()]).toEqual(['1', '1'])
    await buildJob(company, { name: 'Table linen' })
    expect([await total(), await total()]).toEqual(['2', '2'])
    await company.call('PUT', '/api/shipment', { id: job.id, name: 'Cotton' })
    expect([await total(), await total()]).toEqual(['1', '1'])
    const stranger = await buildCompany(product)
    await buildJob(stranger, { name: 'Linen of somebody else' })
    expect([await total(), await total()]).toEqual(['1', '1'])
  })

  test('that was counted while somebody was writing is not remembered', async () => {
    await buildJob(company, { name: 'Bed linen' })
    const writer = await product.database.pool.connections.connect()
    try {
      // A writer whose history row is older than any that is seen, and who commits after the count.
      await writer.query('begin')
      await writer.query(`select set_config('app.account_id', '${company.membership.account.id}', true)`)
      await writer.query(`update jobs set name = 'Cotton', version = version + 1
        where account_id = '${company.membership.account.id}'`)
      await company.call('POST', '/api/organisation', { name: 'Somebody' })
      expect(await total()).toBe('1')
      await writer.query('commit')
    } finally {
      writer.release()
    }
    expect(await total()).toBe('0')
  })
})
