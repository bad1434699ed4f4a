import { describe, expect, test } from 'vitest'
import {
  companyLabels,
  furtherContactLabels,
  itemLabels,
  jobFieldLabels,
  organisationLabels,
} from '#contract/field-labels.ts'
import type { Finance } from '#contract/finance.ts'
import { withSums } from '#contract/finance-totals.ts'
import type { Item } from '#contract/items.ts'
import { job as jobSchema, type Job } from '#contract/jobs.ts'
import { paperKinds, seriesAtFirst } from '#contract/numbering.ts'
import type { Contact, Organisation } from '#contract/organisations.ts'
import { indexFields, normaliseName } from '#server/word/language/known-fields.ts'
import { catalogue, documentValues, knownFields, type TemplateSource } from './catalogue.ts'

const id = '11111111-1111-4111-8111-111111111111'

const contact: Contact = {
  id,
  buildingNo: '7',
  buildingName: 'Haier House',
  street: '1 Haier Road',
  city: 'Qingdao',
  county: 'Shandong',
  code: '266101',
  countryId: 'CN',
  description: null,
  email: 'li@hengxin.example',
  fax: null,
  mobile: '+86 138',
  skype: null,
  telephone: '+86 532',
  twitter: null,
  name: null,
  role: null,
  website: null,
}

const organisation = (name: string, changes: Partial<Contact> = {}): Organisation => ({
  id,
  name,
  description: 'Exporter',
  contactName: 'Ms Li',
  parties: [],
  organisationContacts: [
    { id, contactId: id, organisationId: id, contact: { ...contact, ...changes } },
    { id, contactId: id, organisationId: id, contact: { ...contact, city: 'Second' } },
  ],
  version: 1,
})

const link = (organisation: Organisation) => ({
  id,
  shipmentId: id,
  party: { id, relatedId: id, organisation },
})

const item = (changes: Partial<Item>): Item => ({
  id,
  shipmentId: id,
  name: 'Yarn',
  description: null,
  quantity: 3,
  modeOfPacking: 13,
  grossWeight: 0.1,
  netWeight: null,
  weightUnit: 0,
  numberOfPacks: 1,
  version: 1,
  ...changes,
})

const job: Job = {
  id,
  jobId: 42,
  name: 'Cotton to Felixstowe',
  statusId: 1,
  swbro: '2026-12-01',
  vesselName: 'Ever Given',
  etd: '2026-12-03',
  eta: null,
  customerInstructions: null,
  sisttao: '2026-12-02',
  grossWeight: 1200.5,
  netWeight: null,
  weightUnit: 0,
  volume: 33.2,
  volumeUnit: 1,
  numberOfPackages: 12,
  documentsReceivedDate: null,
  mbl: 'MBL1',
  hbl: 'HBL1',
  dettco: '2026-12-04',
  dsttco: '2026-12-05',
  igm: 'IGM1',
  indexNumber: '9',
  shedNumber: 'S2',
  dopubtco: '2026-12-06',
  direction: 1,
  masterShipmentId: null,
  shipmentDate: '2026-11-30',
  quote: {
    commodity: 'Cotton',
    transportMode: 2,
    quoteType: 2,
    clType: 1,
    loadingPortId: id,
    viaPortId: null,
    dischargePortId: null,
    destinationPortId: null,
    loadingPort: 'Qingdao',
    viaPort: null,
    dischargePort: null,
    destinationPort: null,
    financeId: id,
  },
  version: 5,
  shipmentConsignees: [{ ...link(organisation('Fairholme')), consigneeId: id }],
  shipmentShipers: [{ ...link(organisation('Hengxin', { buildingNo: null, street: '' })), shipperId: id }],
  shipmentAgents: [],
  shipmentCarriers: [],
  shipmentClearingAgents: [
    { ...link({ ...organisation('Clearers'), organisationContacts: [] }), clearingAgentId: id },
  ],
  items: [item({ name: 'Yarn' }), item({ name: 'Cloth', grossWeight: 0.2, modeOfPacking: null })],
  documents: [],
  houses: [{ id, jobId: 43, name: 'House one' }],
  master: { id, jobId: 41, name: 'Master' },
}

const charges = { id, currency: null, exchangeRate: null, totalIsTyped: false }
const finance: Finance = {
  id,
  shipmentId: id,
  originCharge: {
    ...charges,
    pickUp: 5,
    handling: null,
    documentation: null,
    customClearance: null,
    portCharges: null,
    thc: null,
    blfee: 6,
    otherCharges: null,
    total: 11,
  },
  freightCharge: {
    ...charges,
    currency: 'EUR',
    exchangeRate: 1.1,
    lcl: 100.25,
    fcl20: null,
    fcl40: null,
    fsc: 9,
    ssc: null,
    fscBasis: 'flat',
    sscBasis: null,
    minimumAirCharges: 8,
    minus45: null,
    plus45: null,
    plus100: null,
    plus250: null,
    plus300: null,
    plus500: null,
    plus1000: null,
    otherAirCharges: null,
    otherFreightCharges: 1,
    total: 101.25,
  },
  destinationCharge: null,
  total: 111.375,
  totalIsTyped: false,
  currency: 'USD',
  quoteType: 2,
  transportMode: 2,
  version: 1,
}

const place = {
  buildingNo: '12',
  buildingName: null,
  street: 'Wharf Road',
  city: 'Karachi',
  county: null,
  code: '74000',
  countryId: 'PK',
}

const source: TemplateSource = {
  job,
  finance,
  ports: {
    Loading: { name: 'Qingdao', code: 'CNTAO', countryId: 'CN' },
    Via: null,
    Discharge: null,
    Destination: null,
  },
  houses: [],
  company: {
    timeZone: 'Asia/Karachi',
    ...place,
    name: 'Karachi Forwarding',
    currency: 'USD',
    telephone: '+92 21 111',
    fax: null,
    email: 'desk@kf.example',
    website: null,
    registrationNumber: '0123',
    taxNumber: null,
    licenceNumber: 'FF-2',
    bankName: 'Habib Bank',
    bankBranch: 'Kemari',
    bankAccountName: null,
    bankAccountNumber: null,
    iban: 'PK36SCBL',
    swift: null,
    tradingTerms: null,
    numberSeries: paperKinds.map(seriesAtFirst),
    logo: { mediaType: 'image/png', size: 3, width: 2, height: 1 },
    version: 1,
  },
  logo: { mediaType: 'image/png', bytes: new Uint8Array(3), width: 2, height: 1 },
  logoKey: 'key',
  numbers: Object.fromEntries(paperKinds.map(kind => [kind, `${kind} 1`])) as TemplateSource['numbers'],
  membership: {
    user: { id, displayName: 'Amina Qureshi', email: 'amina@kf.example', role: 'staff' },
    account: { id, name: 'Karachi Forwarding', currency: 'USD', timeZone: null, country: null },
  },
  today: '2026-11-21',
}

const known = indexFields(knownFields)

/** As a template finds it: by any of its names. */
const valueOf = (name: string, changes: Partial<TemplateSource> = {}) => {
  const field = known.field(name)
  if (!field) throw new Error(`${name} is not known`)
  return documentValues({ ...source, ...changes }).fields[field.name]
}

test('the job that the values are taken from is one that the contract knows', () => {
  expect(jobSchema.parse(job)).toEqual(job)
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
    ['BillTotals.Count', 1],
    ['BillTotals.Volume', 33.2],
    ['Company.AddressLine', '12, Wharf Road, Karachi 74000, Pakistan'],
    ['Company.ContactLine', 'Tel. +92 21 111   desk@kf.example'],
    ['Company.RegistrationLine', 'Reg. No. 0123   Licence FF-2'],
    ['Company.BankDetails', 'Habib Bank, Kemari\nIBAN PK36SCBL'],
    ['Company.Country', 'Pakistan'],
    ['Company.Currency', 'USD'],
    ['Company.Fax', null],
    ['Company.Logo', source.logo],
    ['Numbers.HouseBill', 'houseBill 1'],
    ['Number.Invoice', 'invoice 1'],
    ['Shipment.ChargeableWeight', 1200.5],
    ['Shipper.ContactLine', 'Tel. +86 532   li@hengxin.example'],
    ['User.Name', 'Amina Qureshi'],
    ['Today', '2026-11-21'],
  ])('%s', (name, value) => {
    expect(valueOf(name)).toBe(value)
  })
})

test('an address has a line for each part that is there, of the first contact', () => {
  expect(valueOf('Consignee.Address')).toBe('7 Haier House\n1 Haier Road\nQingdao\nShandong\n266101\nChina')
  expect(valueOf('Shipper.Address')).toBe('Haier House\nQingdao\nShandong\n266101\nChina')
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
      GrossWeight: 0.1,
      NetWeight: null,
      WeightUnit: 'KG',
      NumberOfPacks: 1,
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
  expect(valueOf('BillTotals.GrossWeight', totals)).toBeNull()
  expect(valueOf('BillTotals.Volume', totals)).toBe(66.4)
  const alone = documentValues(source).lists
  expect(alone.Houses).toEqual([])
  expect(alone.Bills).toMatchObject([{ Number: 1, JobId: 42 }])
})

describe('the charges', () => {
  const rowsOf = (changes: Partial<Finance>) =>
    documentValues({ ...source, finance: withSums({ ...finance, ...changes }) }).lists.Charges?.map(row => [
      row.Section,
      row.Name,
      row.Amount,
      row.Currency,
      row.Total,
    ])

  test('are a row for each line that holds an amount, of the sections that the quote type shows', () => {
    expect(rowsOf({ quoteType: 1 })).toEqual([
      ['Origin Charges', 'Pick Up', 5, 'USD', 5],
      ['Origin Charges', 'B/L Fee', 6, 'USD', 6],
      // 110.275 and 1.1 in full: what is printed adds up to 122.38, as the total is printed.
      ['Freight Charges', 'LCL', 100.25, 'EUR', 110.28],
      ['Freight Charges', 'Other Freight Charges', 1, 'EUR', 1.1],
    ])
    expect(rowsOf({})).toHaveLength(2)
    expect(rowsOf({ quoteType: null })).toEqual([])
    expect(documentValues({ ...source, finance: null }).lists.Charges).toEqual([])
  })

  const withFreight = (
    changes: Partial<NonNullable<Finance['freightCharge']>>,
    more: Partial<Finance> = {},
  ) =>
    withSums({
      ...finance,
      ...more,
      freightCharge: { ...finance.freightCharge, ...changes } as Finance['freightCharge'],
    })

  test('add up to the section’s total; what rounding each of them leaves is a row of its own', () => {
    const tiny = withFreight({ lcl: 0.0049, otherFreightCharges: 0.0049, exchangeRate: 0.5 })
    expect(tiny.total).toBe(0.0049)
    expect(rowsOf(tiny)?.map(row => row[4])).toEqual([0, 0])
    expect(rowsOf(withFreight({ lcl: 0.335, otherFreightCharges: 0.335, exchangeRate: 1 }))).toEqual([
      ['Freight Charges', 'LCL', 0.335, 'EUR', 0.34],
      ['Freight Charges', 'Other Freight Charges', 0.335, 'EUR', 0.34],
      ['Freight Charges', 'Rounding', null, null, -0.01],
    ])
  })

  test('are rounded to what the company’s currency has: nothing of yen, thousandths of dinars', () => {
    const changes = { lcl: 100.25, otherFreightCharges: 1.0075, exchangeRate: 1 }
    expect(rowsOf(withFreight(changes, { currency: 'JPY' }))?.map(row => row[4])).toEqual([100, 1])
    expect(rowsOf(withFreight(changes, { currency: 'KWD' }))?.map(row => row[4])).toEqual([100.25, 1.008])
    const total = (currency: string) =>
      valueOf('Finance.Total', { finance: withFreight(changes, { currency }) })
    expect([total('JPY'), total('USD'), total('KWD')]).toEqual([101, 101.26, 101.258])
  })

  test('come with a subtotal for each section too, in its currency and in the company’s', () => {
    const { lists } = documentValues({
      ...source,
      finance: withSums({
        ...withFreight({ otherFreightCharges: null }),
        quoteType: 1,
        originCharge: { ...finance.originCharge, pickUp: 0.005, blfee: 0.005 } as Finance['originCharge'],
      }),
    })
    const rows = lists.GroupedCharges?.map(row => [
      row.Name || `Subtotal ${String(row.Subtotal)}`,
      row.Amount ?? row.SubtotalAmount,
      row.Currency,
      row.ExchangeRate,
      row.Total ?? row.SubtotalTotal,
    ])
    expect(rows).toEqual([
      ['Pick Up', 0.005, 'USD', null, 0.01],
      ['B/L Fee', 0.005, 'USD', null, 0.01],
      ['Rounding', null, null, null, -0.01],
      ['Subtotal Origin Charges', 0.01, 'USD', null, 0.01],
      ['LCL', 100.25, 'EUR', 1.1, 110.28],
      ['Subtotal Freight Charges', 100.25, 'EUR', 1.1, 110.28],
    ])
    expect(lists.ChargeCurrencies).toEqual([
      { Name: 'USD', Amount: 0.01, Currency: 'USD', ExchangeRate: null, Total: 0.01 },
      { Name: 'EUR', Amount: 100.25, Currency: 'EUR', ExchangeRate: 1.1, Total: 110.28 },
    ])
    expect(lists.Charges?.map(row => row.Name)).toEqual(['Pick Up', 'B/L Fee', 'Rounding', 'LCL'])
  })

  test('are not told by currency where all are in the company’s own', () => {
    const own = withFreight({ currency: null, exchangeRate: null }, { total: 90, totalIsTyped: true })
    expect(documentValues({ ...source, finance: own }).lists.ChargeCurrencies).toEqual([])
    const foreign = withFreight({}, { total: 90.005, totalIsTyped: true })
    expect(documentValues({ ...source, finance: foreign }).lists.ChargeCurrencies).toMatchObject([
      { Name: 'EUR', Amount: 101.25, Total: 111.38 },
      { Name: 'Adjustment', Amount: -21.37, Currency: 'USD', Total: -21.37 },
    ])
  })

  const freight = (changes: object) =>
    withSums({
      ...finance,
      transportMode: 0,
      freightCharge: {
        ...finance.freightCharge,
        currency: null,
        exchangeRate: null,
        ...changes,
      } as NonNullable<Finance['freightCharge']>,
    })

  test('are rates by their words, with no amount, and what was charged for them', () => {
    const rates = { plus45: 2.25, sscBasis: 'perKg', ssc: 0.4 }
    const prices = [
      ['Freight Charges', 'SSC: 0.4 USD per kg', null, null, null],
      ['Freight Charges', 'Minimum Air Charges: at least 8 USD', null, null, null],
      ['Freight Charges', 'Plus 45: 2.25 USD per kg', null, null, null],
    ]
    const amounts = [
      ['Freight Charges', 'FSC', 9, 'USD', 9],
      ['Freight Charges', 'Other Freight Charges', 1, 'USD', 1],
    ]
    const notCharged = ['Freight Charges', 'The rates are not in the total', null, null, null]
    const uncharged = [...prices, notCharged, ...amounts]
    const printed = [...prices, ...amounts]
    expect(rowsOf(freight(rates))).toEqual(uncharged)
    const byWeight = ['Freight Charges', 'Charged by weight', 3181.325, 'USD', 3181.33]
    expect(rowsOf(freight({ ...rates, total: 3191.325, totalIsTyped: true }))).toEqual([...printed, byWeight])
    expect(rowsOf(freight({ ...rates, total: 3000, totalIsTyped: true }))).toEqual([
      ...printed,
      byWeight,
      ['Freight Charges', 'Adjustment', -191.325, 'USD', -191.33],
    ])
    expect(rowsOf(freight({ ...rates, total: 10, totalIsTyped: true }))).toEqual(uncharged)
  })

  test('say what a typed total is more or less than its lines', () => {
    const typed = { ...finance.freightCharge, total: 90, totalIsTyped: true } as Finance['freightCharge']
    const rows = [
      ['Freight Charges', 'LCL', 100.25, 'EUR', 110.28],
      ['Freight Charges', 'Other Freight Charges', 1, 'EUR', 1.1],
      ['Freight Charges', 'Adjustment', -11.25, 'EUR', -12.38],
    ]
    expect(rowsOf({ freightCharge: typed })).toEqual(rows)
    const alone = { ...typed, lcl: null, otherFreightCharges: null } as Finance['freightCharge']
    expect(rowsOf({ freightCharge: alone })).toEqual([['Freight Charges', 'Freight Charges', 90, 'EUR', 99]])
    expect(rowsOf({ freightCharge: typed, total: 80, totalIsTyped: true })).toEqual([
      ...rows,
      ['All charges', 'Adjustment', -19, 'USD', -19],
    ])
    expect(rowsOf({ freightCharge: null, total: 80, totalIsTyped: true })).toEqual([
      ['All charges', 'All charges', 80, 'USD', 80],
    ])
  })

  test('have a surcharge’s basis in words where it has a figure', () => {
    expect(valueOf('FreightCharge.FscBasis')).toBeNull()
    expect(valueOf('FreightCharge.FscBasis', { finance: freight({}) })).toBe('flat')
    expect(valueOf('FreightCharge.SscBasis', { finance: freight({ sscBasis: 'perKg' }) })).toBeNull()
    expect(valueOf('FreightCharge.SscBasis', { finance: freight({ ssc: 1, sscBasis: 'perKg' }) })).toBe(
      'per kg',
    )
  })
})

test('the customer is the shipper of an export and the consignee of everything else', () => {
  expect(valueOf('Customer.Name', { job: { ...job, direction: 0 } })).toBe('Fairholme')
  expect(valueOf('Customer.Name', { job: { ...job, direction: null } })).toBe('Fairholme')
})

test('item totals are exact, and weights are not added across units', () => {
  expect(valueOf('ItemTotals.Quantity')).toBe(6)
  expect(valueOf('ItemTotals.GrossWeight')).toBe(0.3)
  expect(valueOf('ItemTotals.NetWeight')).toBeNull()
  expect(valueOf('ItemTotals.WeightUnit')).toBe('KG')
  const mixed = { job: { ...job, items: [item({}), item({ weightUnit: 1 })] } }
  expect(valueOf('ItemTotals.GrossWeight', mixed)).toBeNull()
  expect(valueOf('ItemTotals.WeightUnit', mixed)).toBeNull()
  expect(valueOf('ItemTotals.Quantity', { job: { ...job, items: [] } })).toBeNull()
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

test('what a screen has a label for bears the same one everywhere', () => {
  const labelOfField = (group: string, field: string) => {
    const own = normaliseName(`${group}.${field}`)
    return catalogue.fields.find(one => [one.name, ...one.aliases].map(normaliseName).includes(own))?.label
  }
  for (const [field, label] of Object.entries(jobFieldLabels))
    if (field !== 'masterShipmentId')
      expect([field, labelOfField('Shipment', field.replace(/^quote\.|Id$/g, ''))]).toEqual([field, label])
  // No paper prints the zone by which days are told.
  for (const [field, label] of Object.entries(companyLabels))
    if (field !== 'countryId' && field !== 'timeZone')
      expect([field, labelOfField('Company', field)]).toEqual([field, label])
  for (const [field, label] of Object.entries({ ...organisationLabels, fax: furtherContactLabels.fax }))
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
