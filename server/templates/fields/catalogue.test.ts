import { describe, expect, test } from 'vitest'
import { companyLabels } from '#contract/company.ts'
import { contactLabels, organisationLabels } from '#contract/organisations.ts'
import type { FurtherRole } from '#contract/parties.ts'
import { itemLabels } from '#contract/items.ts'
import { jobFieldLabels } from '#contract/job-fields.ts'
import { job as jobSchema } from '#contract/jobs.ts'
import { normaliseName } from '#server/word/language/known-fields.ts'
import { finance, item, job, source, valueOf } from '#testing/template-source.ts'
import { catalogue, documentValues, knownFields } from './catalogue.ts'

test('the job that the values are taken from is one that the contract knows', () => {
  expect(jobSchema.parse(job)).toEqual(job)
})

test('a company’s own kind of reference counts as the built-in one of its name', () => {
  const reference = (kind: string, kindName: string, number: string) => ({
    kind,
    kindName,
    number,
    date: null,
  })
  const references = [
    reference('agentReference', 'Agent’s Reference', 'A 1'),
    reference(source.job.id, "Agent's reference", 'A 2'),
    reference(source.job.id, 'Agent', 'A 3'),
  ]
  expect(documentValues({ ...source, references }).fields['Shipment.AgentReference']).toBe('A 1, A 2')
})

describe('a field is known by plain and by the specification’s names:', () => {
  test.each([
    ['Shipment.JobId', 42],
    ['Job.Number', 42],
    ['Shipment.Status', 'In Progress'],
    ['Shipment.StatusId', 'In Progress'],
    ['Shipment.ReadyOn', '2026-12-01'],
    ['shipment_swbro', '2026-12-01'],
    ['Shipment.ShippingInstructionsSentOn', '2026-12-02'],
    ['Shipment.Sisttao', '2026-12-02'],
    ['Shipment.Dettco', '2026-12-04'],
    ['Shipment.DocumentsEmailedToCustomerOn', '2026-12-04'],
    ['Shipment.Dsttco', '2026-12-05'],
    ['Shipment.Dopubtco', '2026-12-06'],
    ['Shipment.MasterBl', 'MBL1'],
    ['Shipment.Mbl', 'MBL1'],
    ['Shipment.Hbl', 'HBL1'],
    ['Shipment.WeightUnit', 'KG'],
    ['Shipment.VolumeUnit', 'Cubic Feet'],
    ['Shipment.GrossWeight', 1200.5],
    ['Shipment.Direction', 'Export'],
    ['Shipment.Eta', null],
    ['Quote.TransportMode', 'Sea'],
    ['Shipment.TransportMode', 'Sea'],
    ['Shipment.Quote.ClType', 'LCL'],
    ['Quote.LoadType', 'LCL'],
    ['Quote.QuoteType', 'Free on board (FOB)'],
    ['Shipment.LoadingPort', 'Qingdao'],
    ['LoadingPort.Code', 'CNTAO'],
    ['LoadingPort.IataCode', 'TAO'],
    ['LoadingPort.ModeCode', 'CNTAO'],
    ['LoadingPort.Country', 'China'],
    ['ViaPort.Name', null],
    ['Consignee.Name', 'Fairholme'],
    ['Shipment.Consignee.Name', 'Fairholme'],
    ['ShipmentConsignee.Name', 'Fairholme'],
    ['Shipper.PostCode', '266101'],
    ['Shipper.Code', '266101'],
    ['Shipper.CountryId', 'CN'],
    ['Shipper.Country', 'China'],
    ['Agent.Name', null],
    ['ClearingAgent.Name', 'Clearers'],
    ['ClearingAgent.Address', null],
    // To be paid: in whole cents.
    ['Finance.Total', 111.38],
    ['Finance.Currency', 'USD'],
    ['FreightCharge.Lcl', 100.25],
    ['Finance.FreightCharge.OtherFreightCharges', 1],
    ['FreightCharges.Total', 101.25],
    ['FreightCharge.Currency', 'EUR'],
    ['Master.JobId', 41],
    ['Company.Name', 'Karachi Forwarding'],
    ['Customer.Name', 'Hengxin'],
    ['NotifyParty.Name', null],
    ['Consignee.TaxNumber', 'DE 811 907 980'],
    ['Shipper.VatNumber', 'DE 811 907 980'],
    ['Customer.PaymentTerms', '30 days from invoice date'],
    ['ClearingAgent.Scac', 'HXLU'],
    ['Consignee.IataPrefix', '176'],
    ['Shipper.IataAgentCode', '12-3 4567/0015'],
    ['Shipper.Block', 'Hengxin\nHaier House\nQingdao, Shandong 266101\nChina'],
    ['ClearingAgent.NameAndAddress', 'Clearers'],
    ['BillTotals.Count', 1],
    ['BillTotals.Volume', 33.2],
    ['Company.AddressLine', '12 Wharf Road, Karachi-74000, Pakistan'],
    ['Company.ContactLine', 'Tel. +92 21 111   desk@kf.example'],
    ['Company.RegistrationLine', 'Reg. No. 0123   Licence FF-2'],
    ['Company.BankDetails', 'Habib Bank, Kemari\nIBAN PK36SCBL'],
    ['Company.Country', 'Pakistan'],
    ['Company.Currency', 'USD'],
    ['Company.Fax', null],
    ['Company.Logo', source.logo],
    ['Numbers.HouseBill', 'houseBill 1'],
    ['Number.Invoice', 'invoice 1'],
    ['Number.ProformaInvoice', 'proformaInvoice 1'],
    ['Shipment.ChargeableWeight', 1200.5],
    ['Shipper.ContactLine', 'Tel. +86 532   li@hengxin.example'],
    ['User.Name', 'Amina Qureshi'],
    ['Today', '2026-11-21'],
  ])('%s', (name, value) => {
    expect(valueOf(name)).toBe(value)
  })
})

test('an address has the lines of its country, of the first contact', () => {
  expect(valueOf('Consignee.Address')).toBe('7 Haier House\n1 Haier Road\nQingdao, Shandong 266101\nChina')
  expect(valueOf('Shipper.Address')).toBe('Haier House\nQingdao, Shandong 266101\nChina')
})

test('the further parties have groups of their own; whoever is billed is the customer', () => {
  const { party } = source.job.shipmentConsignees[0] ?? { party: null }
  const link = (role: FurtherRole, name: string) => {
    const organisation = party?.organisation ? { ...party.organisation, name } : null
    return {
      id: crypto.randomUUID(),
      shipmentId: source.job.id,
      role,
      partyId: party?.id ?? null,
      party: party && { ...party, organisation },
    }
  }
  const job = {
    ...source.job,
    shipmentParties: [
      link('notifyParty', 'Bank of Bremen'),
      link('customer', 'Fairholme Holding'),
      link('haulier', 'Weser Trucks'),
      link('warehouse', 'Shed 12'),
    ],
  }
  const filled = (name: string) => valueOf(name, { job })
  expect(filled('NotifyParty.NameAndAddress')).toBe(
    'Bank of Bremen\n7 Haier House\n1 Haier Road\nQingdao, Shandong 266101\nChina',
  )
  expect(filled('Shipment.NotifyParty.City')).toBe('Qingdao')
  expect(filled('SecondNotifyParty.Name')).toBeNull()
  expect(filled('Customer.Name')).toBe('Fairholme Holding')
  expect(filled('Haulier.Name')).toBe('Weser Trucks')
  expect(filled('Warehouse.Country')).toBe('China')
})

test('charges that the screen hides stay off documents', () => {
  expect(valueOf('OriginCharge.PickUp')).toBeNull()
  expect(valueOf('OriginCharge.Total')).toBeNull()
  expect(valueOf('FreightCharge.Fsc')).toBeNull()
  expect(valueOf('FreightCharge.MinimumAirCharges')).toBeNull()
  const exWorksByAir = { finance: { ...finance, quoteType: 1, transportMode: 0 } }
  expect(valueOf('OriginCharge.PickUp', exWorksByAir)).toBe(5)
  expect(valueOf('OriginCharge.BlFee', exWorksByAir)).toBe(6)
  expect(valueOf('OriginCharge.Currency', exWorksByAir)).toBe('USD')
  expect(valueOf('FreightCharge.Lcl', exWorksByAir)).toBeNull()
  expect(valueOf('FreightCharge.MinimumAirCharges', exWorksByAir)).toBe(8)
  expect(valueOf('Finance.Total', { finance: null })).toBeNull()
})

test('items come in their order, numbered, with labels', () => {
  expect(documentValues(source).lists.Items).toEqual([
    {
      Number: 1,
      Name: 'Yarn',
      Description: null,
      Quantity: 3,
      PackingMode: 'Cartons',
      Packaging: 'Carton',
      GrossWeight: 0.1,
      NetWeight: null,
      WeightUnit: 'KG',
      NumberOfPacks: 1,
      MarksAndNumbers: null,
      HsCode: null,
      Length: null,
      Width: null,
      Height: null,
      DimensionUnit: '',
      Dimensions: null,
      Volume: null,
      VolumeUnit: '',
      ChargeableWeight: 0.1,
      Containers: '',
      UnNumber: null,
      HazardClass: '',
      PackingGroup: '',
      ProperShippingName: null,
      Flashpoint: null,
      MarinePollutant: '',
      LimitedQuantity: '',
      DangerousGoods: '',
    },
    expect.objectContaining({ Number: 2, Name: 'Cloth', PackingMode: '' }),
  ])
})

test('a consolidation has a bill for each house, any other job is its own; houses are the former alone', () => {
  const houses = [
    { ...job, jobId: 43, hbl: 'H43', shipmentConsignees: [] },
    { ...job, jobId: 44 },
  ]
  const { lists } = documentValues({ ...source, houses })
  expect(lists.Houses).toEqual(lists.Bills)
  expect(lists.Bills).toMatchObject([
    { Number: 1, JobId: 43, HouseBl: 'H43', 'Shipper.Name': 'Hengxin', 'Consignee.Name': null },
    { Number: 2, JobId: 44, HouseBl: 'HBL1', Commodity: 'Cotton', 'Consignee.Name': 'Fairholme' },
  ])
  const totals = { houses: [...houses, { ...job, numberOfPackages: 3, weightUnit: 1, volume: null }] }
  expect(valueOf('BillTotals.NumberOfPackages', totals)).toBe(27)
  // Twice 1,200.5 kg, and 1,200.5 tons.
  expect(valueOf('BillTotals.GrossWeight', totals)).toBe(1_202_901)
  expect(valueOf('BillTotals.WeightUnit', totals)).toBe('KG')
  expect(valueOf('BillTotals.Volume', totals)).toBe(66.4)
  const alone = documentValues(source).lists
  expect(alone.Houses).toEqual([])
  expect(alone.Bills).toMatchObject([{ Number: 1, JobId: 42 }])
})

test('the customer is the shipper of an export and the consignee of everything else', () => {
  expect(valueOf('Customer.Name', { job: { ...job, direction: 0 } })).toBe('Fairholme')
  expect(valueOf('Customer.Name', { job: { ...job, direction: null } })).toBe('Fairholme')
})

test('a port’s code on papers is the airport’s by air, where it has one', () => {
  const byAir = { ...job, quote: { ...job.quote, transportMode: 0 } }
  expect(valueOf('LoadingPort.ModeCode', { job: byAir })).toBe('TAO')
  expect(valueOf('LoadingPort.Code', { job: byAir })).toBe('CNTAO')
  const ports = { ...source.ports, Loading: { name: 'Ajman', code: 'AEAJM', countryId: 'AE', iata: null } }
  expect(valueOf('LoadingPort.ModeCode', { job: byAir, ports })).toBe('AEAJM')
})

describe('item totals', () => {
  const totals = (...items: Partial<Parameters<typeof item>[0]>[]) => {
    const { fields } = documentValues({ ...source, job: { ...job, items: items.map(item) } })
    const names = [
      'GrossWeight',
      'NetWeight',
      'WeightUnit',
      'GrossWeightByUnit',
      'Packaging',
      'PackagesByKind',
    ]
    return names.map(name => fields[`ItemTotals.${name}`])
  }

  test('are exact', () => {
    expect(valueOf('ItemTotals.Quantity')).toBe(6)
    expect(valueOf('ItemTotals.GrossWeight')).toBe(0.3)
    expect(valueOf('ItemTotals.NetWeight')).toBeNull()
    expect(valueOf('ItemTotals.WeightUnit')).toBe('KG')
    expect(valueOf('ItemTotals.Quantity', { job: { ...job, items: [] } })).toBeNull()
  })

  test('are in kilograms where the units differ, and by unit where some have none', () => {
    expect(totals({ grossWeight: 0.5 }, { grossWeight: 1.2345, weightUnit: 1, netWeight: 1 })).toEqual([
      1235,
      1000,
      'KG',
      null,
      'Cartons',
      null,
    ])
    expect(totals({ grossWeight: 2.5, weightUnit: 1 }, { grossWeight: 1, weightUnit: 1 })).toEqual([
      3.5,
      null,
      'TON',
      null,
      'Cartons',
      null,
    ])
    expect(totals({ grossWeight: 5 }, { grossWeight: 7, weightUnit: null })).toEqual([
      null,
      null,
      null,
      '5.00\u00a0kg + 7.00\u00a0without\u00a0a\u00a0unit',
      'Cartons',
      null,
    ])
    // What has no weight has no say in the unit.
    expect(totals({ grossWeight: 5 }, { grossWeight: null, weightUnit: 1 })[2]).toBe('KG')
  })

  test('name the packages, and each kind where there are several', () => {
    expect(totals({ numberOfPacks: 1 }).slice(4)).toEqual(['Carton', null])
    const kinds = totals({ numberOfPacks: 1 }, { modeOfPacking: null, numberOfPacks: 1 })
    expect(kinds.slice(4)).toEqual(['Packages', '1 Carton, 1 Package'])
  })
})

test('no two fields share a name, and each has a label', () => {
  const names = catalogue.fields.flatMap(field => [field.name, ...field.aliases]).map(normaliseName)
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
  for (const field of [
    ...catalogue.fields,
    ...catalogue.lists.Items,
    ...catalogue.lists.Charges,
    ...catalogue.lists.Bills,
  ])
    expect(field.label).not.toBe('')
  expect(Object.keys(documentValues(source).fields)).toEqual(knownFields.fields.map(field => field.name))
})

/** Paper prints a house's share, and not how it came about. */
const unprinted = ['masterShipmentId', 'templateName', 'costSplit', 'costShareByHand']

test('what a screen has a label for bears the same one everywhere', () => {
  const labelOfField = (group: string, field: string) => {
    const own = normaliseName(`${group}.${field}`)
    return catalogue.fields.find(one => [one.name, ...one.aliases].map(normaliseName).includes(own))?.label
  }
  // A paper prints the master's number, and no paper says what its job is called where jobs are created.
  for (const [field, label] of Object.entries(jobFieldLabels))
    if (!unprinted.includes(field))
      expect([field, labelOfField('Shipment', field.replace(/^quote\.|Id$/g, ''))]).toEqual([field, label])
  // No paper prints the zone by which days are told.
  for (const [field, label] of Object.entries(companyLabels))
    if (!['countryId', 'timeZone', 'dateOrder', 'paperSize', 'airDivisor', 'roadDensity'].includes(field))
      expect([field, labelOfField('Company', field)]).toEqual([field, label])
  for (const [field, label] of Object.entries({ ...organisationLabels, fax: contactLabels.fax }))
    if (field !== 'countryId')
      expect([field, labelOfField('Shipper', field)]).toEqual([field, `Shipper: ${label}`])
  for (const [field, label] of Object.entries(itemLabels))
    expect([
      field,
      catalogue.lists.Items.find(one =>
        [one.name, ...one.aliases].map(normaliseName).includes(normaliseName(field)),
      )?.label,
    ]).toEqual([field, label])
})

test('numbers are numbers, dates are dates, and a job with nothing on it fills to blanks', () => {
  const { fields } = documentValues(source)
  for (const field of knownFields.fields) {
    const value = fields[field.name]
    if (value === null || value === undefined || value === '') continue
    if (field.kind === 'number') expect([field.name, typeof value]).toEqual([field.name, 'number'])
    if (field.kind === 'date') expect(value).toMatch(/^\d{4}-\d\d-\d\d$/)
    if (field.kind === 'text') expect([field.name, typeof value]).toEqual([field.name, 'string'])
  }
})
