import { cargoOfHouses } from './cargo-of-houses.ts'
import { containerNumber, type Sample } from './sample.ts'

/** What the master and its houses have in common; houses take the voyage, the ports and the carrier from the master. */
const shared = {
  direction: 1,
  sisttao: '2027-02-16',
  weightUnit: 0,
  volumeUnit: 0,
  dettco: '2027-02-24',
  dsttco: '2027-02-17',
  placeOfReceipt: 'Felixstowe, United Kingdom',
  placeOfDelivery: 'Singapore',
  placeOfIssue: 'Felixstowe',
  dateOfIssue: '2027-02-22',
  service: 3,
  freeDays: 5,
  documentsCutOff: '2027-02-17T12:00',
  vgmCutOff: '2027-02-18T12:00',
  cargoCutOff: '2027-02-17T16:00',
  validUntil: '2027-02-28',
  handlingInformation: 'Groupage: keep the lots of the houses apart',
  insuranceAmount: 12_000,
  attachedDocuments: 'Commercial invoice, packing list',
} as const

export const sharedQuote = { transportMode: 2, quoteType: 1, clType: 1 } as const
export const sharedByHouses = {
  ...shared,
  originals: 3,
  swbro: '2027-02-12',
  receivedAtCfs: '2027-02-15',
} as const

/** One container that three shippers share, under one bill of the carrier. */
export const consolidation: Sample = {
  key: 'lcl-master',
  title: 'LCL consolidation: the master',
  job: {
    ...shared,
    name: 'Consolidation Felixstowe to Singapore, week 8',
    swbro: '2027-02-16',
    vesselName: 'Kestrel Venture',
    vesselFlag: 'Malta',
    voyage: '208E',
    etd: '2027-02-22',
    eta: '2027-03-24',
    onBoardDate: '2027-02-22',
    mbl: 'KSOL270222907',
    customerInstructions: 'Stow the glassware last and at the doors. Nothing goes on top of it.',
    grossWeight: 6620,
    netWeight: 5933,
    volume: 49.95,
    numberOfPackages: 406,
    incoterm: 1,
    incotermPlace: 'Felixstowe, United Kingdom',
    freightPayment: 0,
    freightPayableAt: 'Felixstowe',
    originals: 0,
    receivedAtCfs: '2027-02-16',
    costSplit: 0,
  },
  quote: { ...sharedQuote, commodity: 'General cargo, consolidated' },
  ports: { loadingPortId: 'GBFXT', viaPortId: 'NLRTM', dischargePortId: 'SGSIN', destinationPortId: 'SGSIN' },
  parties: {
    shipper: 'harbourForwarding',
    consignee: 'straitsAgents',
    agent: 'straitsAgents',
    carrier: 'kestrelLine',
    clearingAgent: 'stourClearing',
    notifyParty: 'straitsAgents',
    secondNotifyParty: 'straitsWarehouse',
    customer: 'straitsAgents',
    haulier: 'gippingHaulage',
    warehouse: 'orwellWarehouse',
  },
  containers: [
    {
      number: containerNumber('KSOU633172'),
      sizeType: '45G1',
      seals: ['KS0633172', 'HFL00418'],
      packages: 406,
      cargoWeight: 6620,
      tareWeight: 3890,
      volume: 49.95,
      vgm: 10510,
      vgmMethod: 1,
      vgmDate: '2027-02-17',
      vgmSignatory: 'Amina Qureshi',
      emptyPickedUp: '2027-02-15',
      gatedIn: '2027-02-18',
    },
  ],
  // All in the one container.
  items: Object.values(cargoOfHouses)
    .flat()
    .map(item => ({ ...item, stowed: [{ container: 0 }] })),
  references: [
    { kind: 'booking', number: 'KSOL7711530', date: '2027-02-03' },
    { kind: 'customsDeclaration', number: '27GB9C4H7RT63ZM2D8', date: '2027-02-17' },
    { kind: 'customerReference', number: 'SBC-W08-FXT', date: '2027-02-02' },
    { kind: 'agentReference', number: 'HKA-CN-5518', date: '2027-02-02' },
  ],
  charges: {
    originCharge: { handling: 420, documentation: 45, portCharges: 90, thc: 215, blfee: 60 },
    freightCharge: { fcl40: 1850, otherFreightCharges: 140 },
    destinationCharge: { deliveryOrder: 75, thc: 260, splitting: 330 },
  },
  note: 'All three shippers have delivered. The container is stuffed on the 17th in the morning.',
}
