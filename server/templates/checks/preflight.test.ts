import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import type { MissingValue, Preflight } from '#contract/generation.ts'
import type { Job } from '#contract/jobs.ts'
import type { DocumentTemplate } from '#contract/templates.ts'
import {
  buildCompany,
  buildItem,
  buildJob,
  buildOrganisation,
  buildParty,
  buildColleague,
  type Caller,
} from '#testing/factories.ts'
import { buildPorts } from '#testing/job-fixtures.ts'
import { expectNoChange } from '#testing/refusals.ts'
import { buildTemplateCompany } from '#testing/template-company.ts'
import { companyPerTest } from '#testing/test-company.ts'
import { emptyJob } from './empty-job.ts'

const { product, rows, company } = companyPerTest({}, buildTemplateCompany)
let job: Job

beforeEach(async () => {
  job = await buildJob(company, { name: 'Cotton' })
})

const check = <Body = Preflight>(
  templates: { id: string }[],
  jobs: { id: string }[] = [job],
  by: Caller = company,
) =>
  by.call<Body>('POST', '/api/documenttemplate/preflight', {
    templateIds: templates.map(one => one.id),
    shipmentIds: jobs.map(one => one.id),
  })
const missingOf = async (template: DocumentTemplate): Promise<Omit<MissingValue, 'templateIds'>[]> => {
  const { body } = await check([template])
  return (body.jobs[0]?.missing ?? []).map(({ templateIds: _ids, ...one }) => one)
}
const details = (field: string) => ({ screen: 'details' as const, field })

describe('before documents are made', () => {
  test('what the templates print and the jobs lack is listed, each once, with its place', async () => {
    const other = await buildJob(company, { name: 'Yarn', hbl: 'H-2', etd: '2026-12-03' })
    const bill = await company.addTemplate('{{Shipment.Hbl}} {{Shipment.Name}} {{Today}}', 'Bill.dotx')
    const notice = await company.addTemplate(
      '{{Job.HouseBl}} {{Shipment.Nmae}} {{Shipment.Etd}}',
      'Notice.dotx',
    )
    const { status, body } = await expectNoChange(rows, company, () => check([bill, notice], [job, other]))
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        templates: [
          { id: bill.id, name: 'Bill.dotx', problems: [], refused: null, asksOriginalOrCopy: false },
          {
            id: notice.id,
            name: 'Notice.dotx',
            problems: [
              {
                name: 'Shipment.Nmae',
                message: '“Shipment.Nmae” is not a known field; did you mean “Shipment.Name”?',
                place: expect.stringContaining('body') as string,
                suggestion: 'Shipment.Name',
              },
            ],
            refused: null,
            asksOriginalOrCopy: false,
          },
        ],
        jobs: [
          {
            id: job.id,
            jobId: job.jobId,
            name: 'Cotton',
            missing: [
              { ...emptyJob, place: details('etd'), templateIds: [notice.id] },
              {
                label: 'ETD',
                message: 'ETD is empty',
                place: details('etd'),
                templateIds: [notice.id],
              },
              {
                label: 'House BL',
                message: 'House BL is empty',
                place: details('hbl'),
                templateIds: [bill.id, notice.id],
              },
            ],
            numbers: [],
            isEmpty: false,
            refusals: [],
          },
          {
            id: other.id,
            jobId: other.jobId,
            name: 'Yarn',
            missing: [],
            numbers: [],
            isEmpty: false,
            refusals: [],
          },
        ],
      },
    })
  })

  test('a House B/L that is about to be given is not missing, and the number is told', async () => {
    const bill = await company.addTemplate('{{Numbers.HouseBill}} {{Shipment.Etd}}', 'Bill.dotx')
    const order = await company.addTemplate('{{Shipment.Hbl}} {{Numbers.DeliveryOrder}}', 'Order.dotx')
    const second = await buildJob(company, { quote: { commodity: 'Yarn' } })
    const typed = await buildJob(company, { hbl: 'KHI 77', quote: { commodity: 'Yarn', transportMode: 2 } })
    const { body } = await expectNoChange(rows, company, () => check([bill, order], [job, second, typed]))
    const number = (kind: string, label: string, text: string, isNew: boolean) => ({
      kind,
      label,
      number: text,
      isNew,
      templateIds: [kind === 'houseBill' ? bill.id : order.id],
    })
    expect(body.jobs.map(({ missing }) => missing.map(({ message }) => message))).toEqual([
      ['ETD is empty'],
      ['ETD is empty'],
      ['ETD is empty'],
    ])
    expect(body.jobs.map(({ numbers, isEmpty }) => ({ numbers, isEmpty }))).toEqual([
      {
        numbers: [
          number('houseBill', 'House bill of lading', 'HBL-00001', true),
          number('deliveryOrder', 'Delivery order', 'DO-00001', true),
        ],
        isEmpty: true,
      },
      {
        numbers: [
          number('houseBill', 'House bill of lading', 'HBL-00002', true),
          number('deliveryOrder', 'Delivery order', 'DO-00002', true),
        ],
        isEmpty: false,
      },
      {
        numbers: [
          number('houseBill', 'House bill of lading', 'KHI 77', false),
          number('deliveryOrder', 'Delivery order', 'DO-00003', true),
        ],
        isEmpty: false,
      },
    ])
  })

  test('a paper of another mode of transport is refused, and its number is not told', async () => {
    const bill = await company.addTemplate('{{Numbers.HouseBill}}', 'Bill.dotx')
    const waybill = await company.addTemplate('{{Numbers.HouseAirWaybill}}', 'Waybill.dotx')
    const jobs = []
    for (const transportMode of [0, 1, 2])
      jobs.push(await buildJob(company, { quote: { commodity: 'Yarn', transportMode } }))
    const { body } = await check([bill, waybill], jobs)
    expect(body.jobs.map(({ numbers, refusals }) => [numbers.map(({ number }) => number), refusals])).toEqual(
      [
        [
          ['HAWB-00001'],
          [
            {
              templateId: bill.id,
              message: `A house bill of lading is made for a sea job, and job ${jobs[0]?.jobId} goes by air. Make a house air waybill, or change the job’s Mode of Transport.`,
            },
          ],
        ],
        [['HBL-00001', 'HAWB-00002'], []],
        [
          ['HBL-00002'],
          [
            {
              templateId: waybill.id,
              message: `A house air waybill is made for an air job, and job ${jobs[2]?.jobId} goes by sea. Make a house bill of lading, or change the job’s Mode of Transport.`,
            },
          ],
        ],
      ],
    )
  })

  test('a party that is not set is one line; what its company lacks leads to the contact', async () => {
    const template = await company.addTemplate(
      '{{Shipper.Name}} {{Shipper.Address}} {{Agent.Name}} {{Agent.Email}}',
    )
    const shipper = await buildOrganisation(company, { name: 'Indus' })
    await buildParty(company, job.id, 'shipper', shipper.partyId)
    expect(await missingOf(template)).toEqual([
      {
        label: 'Shipper: Address',
        message: 'The shipper has no address',
        place: { screen: 'contact', id: shipper.id },
      },
      { label: 'Agent', message: 'Agent is not set', place: details('agent') },
    ])
  })

  test('a port that is not set is one line, by whichever of its names the template goes', async () => {
    const template = await company.addTemplate(
      '{{Quote.DischargePort}} {{DischargePort.Code}} {{LoadingPort.Name}} {{LoadingPort.Code}}',
    )
    const { Karachi = '' } = await buildPorts(company, ['Karachi'])
    await company.call('PUT', '/api/shipment', { id: job.id, quote: { loadingPortId: Karachi } })
    expect(await missingOf(template)).toEqual([
      {
        label: 'Port of Discharge',
        message: 'Port of discharge is not set',
        place: details('quote.dischargePortId'),
      },
      {
        label: 'Port of Loading: UN/LOCODE',
        message: 'The port of loading has no UN/LOCODE',
        place: details('quote.loadingPortId'),
      },
    ])
  })

  test('items are counted, charges lead to the Finance tab', async () => {
    const template = await company.addTemplate(
      '{{#Items}}{{Name}} {{Items.GrossWeight}}{{/Items}} {{OriginCharge.Thc}}',
    )
    const items = { screen: 'items' }
    const thc = {
      label: 'Origin Charges: THC',
      message: 'Nothing is entered for THC in the origin charges',
      place: { screen: 'finance' },
    }
    const before = await missingOf(template)
    expect(before).toEqual([
      emptyJob,
      thc,
      { label: 'Cargo items', message: 'There are no cargo items', place: items },
    ])
    await buildItem(company, job.id, { name: 'Yarn', grossWeight: 5 })
    await buildItem(company, job.id, { name: 'Cloth' })
    expect((await missingOf(template))[1]).toEqual({
      label: 'Cargo items: Gross Weight',
      message: '1 of 2 cargo items has no gross weight',
      place: items,
    })
  })

  test('sums of items that are not there are one line, with the items or without them', async () => {
    const sums = '{{ItemTotals.Quantity}} {{ItemTotals.GrossWeight}} {{ItemTotals.WeightUnit}}'
    const none = [{ label: 'Cargo items', message: 'There are no cargo items', place: { screen: 'items' } }]
    const alone = await company.addTemplate(sums)
    const withList = await company.addTemplate(`{{#Items}}{{Name}}{{/Items}} ${sums}`, 'List.dotx')
    expect(await missingOf(alone)).toEqual(none)
    expect(await missingOf(withList)).toEqual(none)
    await buildItem(company, job.id, { name: 'Yarn', grossWeight: 5, weightUnit: 0 })
    expect(await missingOf(alone)).toEqual([
      {
        label: 'Cargo items: Quantity',
        message: 'The cargo item has no quantity',
        place: { screen: 'items' },
      },
    ])
  })

  test('rates for which nothing is charged are named by whatever prints charges', async () => {
    const papers = [
      await company.addTemplate('{{#Charges}}{{Name}} {{Charges.Total}}{{/Charges}}', 'Charges.dotx'),
      await company.addTemplate('{{Finance.Total}}', 'Total.dotx'),
      await company.addTemplate('{{FreightCharge.Total}}', 'Freight.dotx'),
      await company.addTemplate('{{Finance.Currency}}', 'None.dotx'),
    ]
    const missing = async (quote: object, freightCharge: object) => {
      await company.call('PUT', '/api/shipment', { id: job.id, quote })
      await company.call('PUT', '/api/finance', { id: job.quote.financeId, freightCharge })
      return (await check(papers)).body.jobs[0]?.missing
    }
    const rates = {
      label: 'Freight Charges',
      message: 'The freight charges have rates, and nothing is charged for them yet',
      place: { screen: 'finance' },
      check: true,
      templateIds: papers.slice(0, 3).map(one => one.id),
    }
    expect(await missing({ quoteType: 2, transportMode: 0 }, { plus45: 3, fsc: 0.4 })).toEqual([rates])
    expect(await missing({}, { total: 135, totalIsTyped: true })).toEqual([
      {
        ...rates,
        message:
          'The freight charges have rates by weight, and the job has neither a gross weight nor a volume: ' +
          'nothing shows how their total, 135.00 USD, comes about',
      },
    ])
    expect(await missing({}, { totalIsTyped: false })).toEqual([rates])
    expect(await missing({ transportMode: 2 }, { lcl: 5 })).toMatchObject([
      {
        message:
          'The freight charges are kept, but not charged or printed by sea: FSC 0.40, Plus 45 3.00 (USD)',
        templateIds: papers.slice(0, 2).map(one => one.id),
      },
    ])
    expect(await missing({ quoteType: 0, transportMode: 0 }, {})).toMatchObject([
      {
        message:
          'The freight charges are kept, but not charged or printed under Cost & Freight (C&F): ' +
          'LCL 5.00, FSC 0.40, Plus 45 3.00 (USD)',
      },
    ])
  })

  test('a freight total that is not what its rates come to now is named by whatever prints it', async () => {
    const papers = [
      await company.addTemplate('{{#Charges}}{{Name}} {{Charges.Total}}{{/Charges}}', 'Charges.dotx'),
      await company.addTemplate('{{Finance.Total}}', 'Total.dotx'),
      await company.addTemplate('{{FreightCharge.Total}}', 'Freight.dotx'),
      await company.addTemplate('{{Finance.Currency}}', 'None.dotx'),
    ]
    const missing = async (change: object, finance: object) => {
      await company.call('PUT', '/api/shipment', { id: job.id, ...change })
      await company.call('PUT', '/api/finance', { id: job.quote.financeId, ...finance })
      return (await check(papers)).body.jobs[0]?.missing
    }
    const stale = (now: string, prints: number[] = [0, 1, 2]) => ({
      label: 'Freight Charges',
      message: `The rates and amounts of the freight charges come to ${now}; the total is 1,040.00 USD`,
      place: { screen: 'finance' },
      check: true,
      templateIds: prints.map(index => papers[index]?.id),
    })
    const taken = { plus250: 2.2, fsc: 0.4, total: 1040, totalIsTyped: true }
    const cargo = { grossWeight: 180, weightUnit: 0, volume: 2.4, volumeUnit: 0 }
    const byAir = { ...cargo, quote: { quoteType: 2, transportMode: 0 } }
    expect(await missing(byAir, { freightCharge: taken })).toEqual([])
    expect(await missing({ grossWeight: 500 }, {})).toEqual([stale('1,300.00 USD now (500\u{a0}kg)')])
    expect(await missing({ grossWeight: 180 }, { freightCharge: { otherAirCharges: 20.5 } })).toEqual([
      stale('1,060.50 USD now (400\u{a0}kg)'),
    ])
    expect(await missing({}, { total: 7 })).toEqual([
      stale('1,060.50 USD now (400\u{a0}kg)', [0, 2]),
      {
        label: 'All charges',
        message: 'The sections of the charges come to 1,040.00 USD; the total is 7.00 USD',
        place: { screen: 'finance' },
        check: true,
        templateIds: [papers[0]?.id, papers[1]?.id],
      },
    ])
    const gone = { grossWeight: null, volume: null }
    expect(await missing(gone, { totalIsTyped: false })).toEqual([
      {
        ...stale('', [0, 1, 2]),
        message:
          'The freight charges have rates by weight, and the job has neither a gross weight nor a volume: ' +
          'nothing shows how their total, 1,040.00 USD, comes about',
      },
    ])
    expect(await missing(gone, { freightCharge: { total: 20.5 } })).toEqual([])
  })

  test('typed totals beside other lines, hidden figures and figures finer than coins are named', async () => {
    const papers = [
      await company.addTemplate('{{#GroupedCharges}}{{Name}}{{/GroupedCharges}}', 'Charges.dotx'),
      await company.addTemplate('{{OriginCharge.Total}}', 'Origin.dotx'),
    ]
    const messages = async (quote: object, finance: object) => {
      await company.call('PUT', '/api/shipment', { id: job.id, quote })
      await company.call('PUT', '/api/finance', { id: job.quote.financeId, ...finance })
      const { body } = await check(papers)
      return (body.jobs[0]?.missing ?? []).map(one => [
        one.message,
        papers.flatMap(({ id }, index) => (one.templateIds.includes(id) ? [index] : [])),
      ])
    }
    const charges = {
      originCharge: { pickUp: 100.5, thc: 20, total: 99.999, totalIsTyped: true },
      freightCharge: { currency: 'JPY', exchangeRate: 0.0067, lcl: 1200.5, fcl20: 1 },
      destinationCharge: { currency: 'KWD', exchangeRate: 3.25, insurance: 1.2345, thc: 1.234 },
    }
    expect(await messages({ quoteType: 1, transportMode: 2 }, charges)).toEqual([
      ['The lines of the origin charges come to 120.50 USD; the total is 99.999 USD', [0, 1]],
      ['In the origin charges, the total 99.999 has more decimals than USD', [0, 1]],
      ['In the freight charges, LCL 1,200.5 has more decimals than JPY', [0]],
      ['In the destination charges, Insurance 1.2345 has more decimals than KWD', [0]],
    ])
    const kept = 'are kept, but not charged or printed without a quote type'
    expect(await messages({ quoteType: null }, { total: 5.005, totalIsTyped: true })).toEqual([
      ['The origin charges have no total', [1]],
      ['The total of the charges, 5.005, has more decimals than USD; 5.01 is printed', [0]],
      ['Without a quote type no charges are printed', [0]],
      [`The origin charges ${kept}: Pick Up 100.50, THC 20.00, Total 99.999 (USD)`, [0]],
      [`The freight charges ${kept}: LCL 1,200.5, FCL 20' 1 (JPY)`, [0]],
      [`The destination charges ${kept}: Insurance 1.2345, THC 1.234 (KWD)`, [0]],
    ])
  })

  test('a foreign currency without an exchange rate is named section by section', async () => {
    const template = await company.addTemplate('{{#Charges}}{{Name}}{{/Charges}}', 'Charges.dotx')
    const total = await company.addTemplate('{{Finance.Total}}', 'Total.dotx')
    await company.call('PUT', '/api/shipment', { id: job.id, quote: { quoteType: 2, transportMode: 2 } })
    const charge = (change: object) =>
      company.call('PUT', '/api/finance', { id: job.quote.financeId, ...change })
    const lacking = (label: string, currency: string) => ({
      label,
      message: `The ${label.toLowerCase()} are in ${currency} without an exchange rate: 1 ${currency} counts as 1 USD`,
      place: { screen: 'finance' },
      check: true,
    })
    await charge({
      originCharge: { currency: 'EUR', thc: 5 },
      freightCharge: { currency: 'PKR', lcl: 5 },
      destinationCharge: { currency: 'EUR', thc: 5 },
    })
    const both = [lacking('Freight Charges', 'PKR'), lacking('Destination Charges', 'EUR')]
    const kept = {
      label: 'Origin Charges',
      message:
        'The origin charges are kept, but not charged or printed under Free on board (FOB): THC 5.00 (EUR)',
      place: { screen: 'finance' },
      check: true,
    }
    expect(await missingOf(template)).toEqual([...both, kept])
    expect(await missingOf(total)).toEqual([...both, kept])
    await charge({ freightCharge: { exchangeRate: 0.0036 }, total: 9 })
    const sections = {
      label: 'All charges',
      message: 'The sections of the charges come to 5.018 USD; the total is 9.00 USD',
      place: { screen: 'finance' },
      check: true,
    }
    expect(await missingOf(template)).toEqual([...both.slice(1), sections, kept])
    expect(await missingOf(total)).toEqual([sections])
    await charge({ destinationCharge: { currency: null } })
    expect(await missingOf(template)).toEqual([sections, kept])
  })

  test('a load type is asked for by sea alone, and a port of call by nothing', async () => {
    const template = await company.addTemplate('{{Quote.LoadType}} {{Quote.ViaPort}} {{ViaPort.Code}}')
    const missing = async (quote: object) => {
      await company.call('PUT', '/api/shipment', { id: job.id, quote })
      return missingOf(template)
    }
    const loadType = { label: 'Load Type', message: 'Load type is empty', place: details('quote.clType') }
    expect(await missing({})).toEqual([loadType])
    expect(await missing({ transportMode: 2 })).toEqual([loadType])
    expect(await missing({ transportMode: 0 })).toEqual([])
    expect(await missing({ transportMode: 1 })).toEqual([])
    const { Karachi = '' } = await buildPorts(company, ['Karachi'])
    expect(await missing({ viaPortId: Karachi })).toEqual([
      {
        label: 'Via Port: UN/LOCODE',
        message: 'The via port has no UN/LOCODE',
        place: details('quote.viaPortId'),
      },
    ])
  })

  test('an air job’s port without an IATA code is told with the code that is printed', async () => {
    const template = await company.addTemplate(
      '{{LoadingPort.Name}} {{LoadingPort.ModeCode}} {{Shipment.Name}}',
    )
    const port = async (name: string, code: string) => {
      const { body } = await company.call<{ id: string }>('POST', '/api/port', { name, code })
      await company.call('PUT', '/api/shipment', {
        id: job.id,
        quote: { transportMode: 0, loadingPortId: body.id },
      })
    }
    await port('Ajman', 'AEAJM')
    expect(await missingOf(template)).toEqual([
      {
        label: 'Port of Loading',
        message: 'Ajman, the port of loading, has no IATA code; AEAJM is printed',
        place: details('quote.loadingPortId'),
        check: true,
      },
    ])
    await port('Dubai', 'AEDXB')
    expect(await missingOf(template)).toEqual([])
  })

  test('another company’s job or template is not found', async () => {
    const template = await company.addTemplate('x')
    const stranger = await buildCompany(product)
    const foreign = await buildJob(stranger)
    expect((await check([template], [foreign])).status).toBe(404)
    expect((await check([{ id: randomUUID() }])).status).toBe(404)
  })

  test('a viewer makes no documents', async () => {
    const template = await company.addTemplate('x')
    const viewer = await buildColleague(product, company, 'viewer')
    expect((await check([template], [job], viewer)).status).toBe(403)
  })

  test('nothing, and more than can be listed, are refused', async () => {
    const one = { id: randomUUID() }
    expect((await check([])).status).toBe(400)
    expect((await check([one], [])).status).toBe(400)
    expect((await check(Array.from({ length: 21 }, () => one))).status).toBe(400)
    expect(
      (
        await check(
          [one],
          Array.from({ length: 101 }, () => one),
        )
      ).status,
    ).toBe(400)
  })
})
