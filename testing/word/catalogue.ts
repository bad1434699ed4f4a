import type {
  FieldKind,
  FieldValue,
  FieldValues,
  KnownField,
  KnownFields,
} from '#server/word/language/known-fields.ts'

/** The fields and values that the engine's own tests fill templates with. */

const text = (...names: string[]): KnownField[] => names.map(name => ({ name, kind: 'text' }))
const of = (kind: FieldKind, ...names: string[]): KnownField[] => names.map(name => ({ name, kind }))
const within = (group: string, fields: readonly KnownField[]): KnownField[] =>
  fields.map(field => ({ ...field, name: `${group}.${field.name}` }))

const party = text('Name', 'Description', 'ContactName', 'Address', 'Telephone', 'Mobile', 'Email')
const port = text('Name', 'Code', 'Country')

export const catalogue: KnownFields = {
  fields: [
    ...within('Shipment', [
      ...text('JobId', 'Name', 'Status', 'VesselName', 'CustomerInstructions', 'WeightUnit', 'VolumeUnit'),
      { name: 'MasterBl', kind: 'text', aliases: ['Shipment.Mbl', 'Mbl'] },
      { name: 'HouseBl', kind: 'text', aliases: ['Shipment.Hbl', 'Hbl'] },
      ...text('Igm', 'IndexNumber', 'ShedNumber'),
      ...of('number', 'GrossWeight', 'NetWeight', 'Volume', 'NumberOfPackages'),
      { name: 'ReadyOn', kind: 'date', aliases: ['Shipment.Swbro', 'Swbro'] },
      ...of('date', 'Etd', 'Eta'),
    ]),
    ...['Shipper', 'Consignee', 'Agent', 'Carrier', 'ClearingAgent'].flatMap(role => within(role, party)),
    ...['LoadingPort', 'ViaPort', 'DischargePort', 'DestinationPort'].flatMap(role => within(role, port)),
    ...within('Quote', text('Commodity', 'TransportMode', 'QuoteType', 'LoadType')),
    ...text('Company.Name'),
    ...of('date', 'Today'),
  ],
  lists: [
    {
      name: 'Items',
      fields: [
        ...text('Name', 'Description', 'PackingMode', 'WeightUnit'),
        ...of('number', 'Quantity', 'GrossWeight', 'NetWeight', 'NumberOfPacks'),
      ],
    },
  ],
}

const parties: Record<string, Record<string, string>> = {
  Shipper: {
    Name: 'Qingdao Hengxin Textiles & Garments Co., Ltd.',
    Description: 'Exporter',
    ContactName: 'Ms Li Wenjing',
    Address:
      'Building 7, Haier Industrial Park\n\nNo. 1 Haier Road, Laoshan District\nQingdao, Shandong 266101\nChina',
    Telephone: '+86 532 8893 4410',
    Mobile: '+86 138 6421 7705',
    Email: 'li.wenjing@hengxin.example',
  },
  Consignee: {
    Name: 'Fairholme & Daughters Outfitters Ltd',
    Description: 'Importer',
    ContactName: 'Joan Fairholme',
    Address: 'Unit 14, Castle Wharf\nQuayside Street\nLeeds, West Yorkshire LS10 1JE\nUnited Kingdom',
    Telephone: '+44 113 496 0182',
    Mobile: '+44 7700 900417',
    Email: 'imports@fairholme.example',
  },
  Agent: {
    Name: 'Harrow Lane Forwarding Ltd',
    Description: 'Delivery agent',
    ContactName: 'Imran Sheikh',
    Address: 'Suite 3, Dock Gate House\nFelixstowe, Suffolk IP11 3SY\nUnited Kingdom',
    Telephone: '+44 1394 555 014',
    Mobile: '',
    Email: 'ops@harrowlane.example',
  },
  Carrier: {
    Name: 'Meridian Ocean Lines',
    Description: 'Carrier',
    ContactName: 'Booking desk',
    Address: 'Pier Head 2\n20457 Hamburg\nGermany',
    Telephone: '+49 40 555 0133',
    Mobile: '',
    Email: 'bookings@meridian.example',
  },
  ClearingAgent: {
    Name: 'Suffolk Customs Services',
    Description: 'Clearing agent',
    ContactName: 'Ruth Okafor',
    Address: '22 Walton Avenue\nFelixstowe IP11 3HH\nUnited Kingdom',
    Telephone: '+44 1394 555 077',
    Mobile: '',
    Email: 'entries@suffolkcustoms.example',
  },
}

const ports: Record<string, Record<string, string>> = {
  LoadingPort: { Name: 'Qingdao', Code: 'CNTAO', Country: 'China' },
  ViaPort: { Name: 'Singapore', Code: 'SGSIN', Country: 'Singapore' },
  DischargePort: { Name: 'Felixstowe', Code: 'GBFXT', Country: 'United Kingdom' },
  DestinationPort: { Name: 'Leeds', Code: 'GBLEE', Country: 'United Kingdom' },
}

const goods = [
  ['Cotton shirts', 'Men’s woven cotton shirts, 40 pcs per carton', 'Cartons', 12.4],
  ['Denim jeans', 'Ladies’ denim jeans, stone-washed', 'Cartons', 18.75],
  ['Wool blankets', 'Wool-blend blankets 150 × 200 cm, vacuum packed', 'Bales', 31.2],
  ['Leather belts', 'Belts, bovine leather <brass buckle>', 'Wooden Boxes', 9.05],
  ['Rain jackets', 'Children’s rain jackets, PU coated', 'Palletized Carton', 14.6],
] as const

/** One row of cargo; its figures depend on its number alone. */
export function sampleItem(number: number): Record<string, string | number> {
  const [name, description, packingMode, weight] = goods[number % goods.length] ?? goods[0]
  const packs = 4 + ((number * 7) % 45)
  return {
    Name: `${name} ${String(number + 1).padStart(3, '0')}`,
    Description: description,
    Quantity: packs * 40,
    PackingMode: packingMode,
    GrossWeight: (packs * weight).toFixed(3),
    NetWeight: (packs * weight * 0.94).toFixed(3),
    WeightUnit: 'KG',
    NumberOfPacks: packs,
  }
}

/** A job with every field set and this many cargo items. */
export function sampleValues(items: number): FieldValues {
  const fields: Record<string, FieldValue> = {
    'Shipment.JobId': '1042',
    'Shipment.Name': 'Autumn garments, Qingdao to Leeds',
    'Shipment.Status': 'In Progress',
    'Shipment.ReadyOn': '2026-11-23',
    'Shipment.VesselName': 'MERIDIAN AURORA / 047W',
    'Shipment.Etd': '2026-12-03',
    'Shipment.Eta': '2027-01-09',
    'Shipment.CustomerInstructions': 'Deliver to rear dock.\nCall one hour before arrival.',
    'Shipment.GrossWeight': '18450.500',
    'Shipment.NetWeight': '17343.470',
    'Shipment.WeightUnit': 'KG',
    'Shipment.Volume': '58.340',
    'Shipment.VolumeUnit': 'Cubic Meter',
    'Shipment.NumberOfPackages': 1040,
    'Shipment.MasterBl': 'MEDU8841207',
    'Shipment.HouseBl': 'LAD-26-01042',
    'Shipment.Igm': '2026/4471',
    'Shipment.IndexNumber': '118',
    'Shipment.ShedNumber': 'C4',
    'Quote.Commodity': 'Garments and textiles',
    'Quote.TransportMode': 'Sea',
    'Quote.QuoteType': 'Free on board (FOB)',
    'Quote.LoadType': 'FCL',
    'Company.Name': 'Northgate Freight Ltd',
    Today: '2026-11-20',
  }
  for (const [group, values] of Object.entries({ ...parties, ...ports })) {
    for (const [name, value] of Object.entries(values)) fields[`${group}.${name}`] = value
  }
  return { fields, lists: { Items: Array.from({ length: items }, (_, number) => sampleItem(number)) } }
}
