import type { Finance } from '#contract/finance.ts'
import type { Item } from '#contract/items.ts'
import type { Job } from '#contract/jobs.ts'
import { paperKinds, defaultSeries } from '#contract/numbering.ts'
import type { Contact, Organisation } from '#contract/organisations.ts'
import { documentValues, knownFields, type TemplateSource } from '#server/templates/fields/catalogue.ts'
import { indexFields } from '#server/word/language/known-fields.ts'

export const id = '11111111-1111-4111-8111-111111111111'

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

export const item = (changes: Partial<Item>): Item => ({
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

export const job: Job = {
  id,
  jobId: 42,
  name: 'Cotton to Felixstowe',
  statusId: 1,
  swbro: '2026-12-01',
  vesselName: 'Ever Given',
  voyage: '042W',
  placeOfReceipt: 'Sialkot',
  placeOfDelivery: 'Ipswich',
  incoterm: 8,
  incotermPlace: 'Karachi',
  freightPayment: 1,
  freightPayableAt: 'Felixstowe',
  originals: 3,
  placeOfIssue: 'Karachi',
  dateOfIssue: '2026-12-04',
  onBoardDate: '2026-12-03',
  service: 0,
  atd: '2026-12-03',
  ata: null,
  freeDays: 7,
  validUntil: null,
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
  ownerId: id,
  templateName: null,
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
  owner: { id, displayName: 'Sana Malik', email: 'sana@example.com' },
}

const charges = { id, currency: null, exchangeRate: null, totalIsTyped: false }
export const finance: Finance = {
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

export const source: TemplateSource = {
  job,
  finance,
  ports: {
    Loading: { name: 'Qingdao', code: 'CNTAO', countryId: 'CN', iata: 'TAO' },
    Via: null,
    Discharge: null,
    Destination: null,
  },
  containers: { rows: [], areShared: false },
  houses: [],
  master: null,
  company: {
    timeZone: 'Asia/Karachi',
    dateOrder: null,
    paperSize: 'A4',
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
    numberSeries: paperKinds.map(defaultSeries),
    logo: { mediaType: 'image/png', size: 3, width: 2, height: 1 },
    version: 1,
  },
  logo: { mediaType: 'image/png', bytes: new Uint8Array(3), width: 2, height: 1 },
  logoKey: 'key',
  numbers: Object.fromEntries(paperKinds.map(kind => [kind, `${kind} 1`])) as TemplateSource['numbers'],
  membership: {
    user: { id, displayName: 'Amina Qureshi', email: 'amina@kf.example', role: 'staff' },
    account: {
      id,
      name: 'Karachi Forwarding',
      currency: 'USD',
      timeZone: null,
      country: null,
      dateOrder: null,
      paperSize: 'A4',
    },
  },
  today: '2026-11-21',
}

export const known = indexFields(knownFields)

/** As a template finds it: by any of its names. */
export const valueOf = (name: string, changes: Partial<TemplateSource> = {}) => {
  const field = known.field(name)
  if (!field) throw new Error(`${name} is not known`)
  return documentValues({ ...source, ...changes }).fields[field.name]
}
