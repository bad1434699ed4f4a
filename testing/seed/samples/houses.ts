import { cargoOfHouses } from './cargo-of-houses.ts'
import { consolidation, sharedByHouses, sharedQuote } from './consolidation.ts'
import type { Sample } from './sample.ts'

type Own = Pick<Sample, 'key' | 'title' | 'items' | 'references' | 'charges' | 'note'> & {
  job: Sample['job']
  commodity: string
  shipper: string
  consignee: string
}

/** All houses are handled by the same people at both ends. */
const house = ({ job, commodity, shipper, consignee, items, ...own }: Own): Sample => ({
  ...own,
  // All in the one container of the master.
  items: items.map(item => ({ ...item, stowed: [{ container: 0 }] })),
  master: consolidation.key,
  job: { ...sharedByHouses, ...job },
  quote: { ...sharedQuote, commodity },
  ports: {},
  parties: {
    shipper,
    consignee,
    agent: 'straitsAgents',
    clearingAgent: 'rochorBrokers',
    notifyParty: consignee,
    secondNotifyParty: 'straitsAgents',
    customer: shipper,
    haulier: 'gippingHaulage',
    warehouse: 'orwellWarehouse',
  },
  containers: [],
})

const helmets = house({
  key: 'lcl-house-1',
  title: 'LCL consolidation: first house',
  shipper: 'fensHelmets',
  consignee: 'jurongCycles',
  commodity: 'Bicycle helmets',
  job: {
    name: 'Bicycle helmets for Jurong Cycle',
    customerInstructions: 'Keep the cartons upright and dry.',
    grossWeight: 1440,
    netWeight: 1248,
    volume: 14.4,
    numberOfPackages: 96,
    hbl: 'HFL-FXT-27-0051',
    incoterm: 2,
    incotermPlace: 'Singapore',
    freightPayment: 0,
    freightPayableAt: 'Felixstowe',
  },
  items: cargoOfHouses.helmets,
  references: [
    { kind: 'booking', number: 'KSOL7711530', date: '2027-02-03' },
    { kind: 'purchaseOrder', number: 'JCD-2027-018', date: '2027-01-08' },
    { kind: 'commercialInvoice', number: 'FCS 10442', date: '2027-02-12' },
    { kind: 'letterOfCredit', number: 'DC-SIN-270058', date: '2027-01-20' },
    { kind: 'customsDeclaration', number: '27GB2M6P8WS75XC3E1', date: '2027-02-15' },
    { kind: 'customerReference', number: 'FCS-SO-7741', date: '2027-02-02' },
    { kind: 'agentReference', number: 'HKA-H-5519', date: '2027-02-02' },
  ],
  charges: {
    originCharge: { pickUp: 160, handling: 85, documentation: 45, customClearance: 70, blfee: 45 },
    freightCharge: { lcl: 864 },
    destinationCharge: { deliveryOrder: 60, thc: 130 },
  },
  note: 'The shipper asks for three originals by courier.',
})

const glassware = house({
  key: 'lcl-house-2',
  title: 'LCL consolidation: second house',
  shipper: 'camGlass',
  consignee: 'kentRidgeScience',
  commodity: 'Laboratory glassware and supplies',
  job: {
    name: 'Laboratory glassware for Kent Ridge',
    customerInstructions: 'Fragile. Nothing may stand on these cases.',
    grossWeight: 1820,
    netWeight: 1640,
    volume: 7.2,
    numberOfPackages: 100,
    hbl: 'HFL-FXT-27-0052',
    incoterm: 3,
    incotermPlace: 'Singapore',
    freightPayment: 0,
    freightPayableAt: 'Felixstowe',
  },
  items: cargoOfHouses.glassware,
  references: [
    { kind: 'booking', number: 'KSOL7711530', date: '2027-02-03' },
    { kind: 'purchaseOrder', number: 'KRS/PO/0911', date: '2027-01-12' },
    { kind: 'commercialInvoice', number: 'CLG-27-0093', date: '2027-02-11' },
    { kind: 'letterOfCredit', number: 'DC-SIN-270061', date: '2027-01-21' },
    { kind: 'customsDeclaration', number: '27GB5J1D4QF86NB7G3', date: '2027-02-15' },
    { kind: 'customerReference', number: 'CLG-90233', date: '2027-02-03' },
    { kind: 'agentReference', number: 'HKA-H-5520', date: '2027-02-03' },
  ],
  charges: {
    originCharge: { pickUp: 140, handling: 65, documentation: 45, customClearance: 70, blfee: 45 },
    freightCharge: { lcl: 432 },
    destinationCharge: { deliveryOrder: 60, insurance: 55, thc: 75 },
  },
  note: 'Glassware is loaded last and stands at the doors.',
})

const biscuits = house({
  key: 'lcl-house-3',
  title: 'LCL consolidation: third house',
  shipper: 'ipswichBiscuits',
  consignee: 'tanglinFoods',
  commodity: 'Biscuits in tins',
  job: {
    name: 'Biscuits for Tanglin Fine Foods',
    customerInstructions: 'Foodstuffs. Keep away from goods that smell.',
    grossWeight: 3360,
    netWeight: 3045,
    volume: 28.35,
    numberOfPackages: 210,
    hbl: 'HFL-FXT-27-0053',
    incoterm: 9,
    incotermPlace: 'Singapore',
    freightPayment: 0,
    freightPayableAt: 'Felixstowe',
  },
  items: cargoOfHouses.biscuits,
  references: [
    { kind: 'booking', number: 'KSOL7711530', date: '2027-02-03' },
    { kind: 'purchaseOrder', number: 'TFF-44120', date: '2027-01-15' },
    { kind: 'commercialInvoice', number: 'IBC 200781', date: '2027-02-12' },
    { kind: 'letterOfCredit', number: 'DC-SIN-270064', date: '2027-01-22' },
    { kind: 'customsDeclaration', number: '27GB8V3K6YL97HT5J9', date: '2027-02-15' },
    { kind: 'customerReference', number: 'IBC-EX-318', date: '2027-02-04' },
    { kind: 'agentReference', number: 'HKA-H-5521', date: '2027-02-04' },
  ],
  charges: {
    originCharge: { pickUp: 110, handling: 150, documentation: 45, customClearance: 70, blfee: 45 },
    freightCharge: { lcl: 1701 },
    destinationCharge: { deliveryOrder: 60, thc: 245 },
  },
  note: 'A health certificate goes with the documents.',
})

export const houses: readonly Sample[] = [helmets, glassware, biscuits]
