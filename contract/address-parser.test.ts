import { describe, expect, test } from 'vitest'
import { parseAddress, type ParsedAddress } from './address-parser.ts'

const countries = [
  ['AE', 'United Arab Emirates'],
  ['BD', 'Bangladesh'],
  ['BR', 'Brazil'],
  ['CA', 'Canada'],
  ['CN', 'China'],
  ['DE', 'Germany'],
  ['ES', 'Spain'],
  ['FR', 'France'],
  ['GB', 'United Kingdom'],
  ['IN', 'India'],
  ['IT', 'Italy'],
  ['JP', 'Japan'],
  ['NL', 'Netherlands'],
  ['PK', 'Pakistan'],
  ['SG', 'Singapore'],
  ['TR', 'Türkiye'],
  ['US', 'United States'],
].map(([id = '', name = '']) => ({ id, name }))

const blocks: [string, Partial<ParsedAddress>][] = [
  [
    'Sialkot Surgical (Pvt) Ltd\n12-B Small Industries Estate\nSialkot 51310\nPakistan\nTel +92 52 355 1234\ninfo@surgical.example',
    {
      name: 'Sialkot Surgical (Pvt) Ltd',
      buildingNo: '12-B',
      street: 'Small Industries Estate',
      city: 'Sialkot',
      code: '51310',
      countryId: 'PK',
      telephone: '+92 52 355 1234',
      email: 'info@surgical.example',
    },
  ],
  [
    'Lyari Home Textiles\nPlot No. 7, Sector 12-C\nNorth Karachi Industrial Area\nKarachi-75850, Pakistan\nCell: 0300-2345678',
    {
      name: 'Lyari Home Textiles',
      buildingName: 'Plot No. 7, Sector 12-C',
      street: 'North Karachi Industrial Area',
      city: 'Karachi',
      code: '75850',
      countryId: 'PK',
      mobile: '0300-2345678',
    },
  ],
  [
    'Deccan Spices Pvt. Ltd.\r\n45 MG Road\r\nMumbai, Maharashtra 400 001\r\nIndia',
    {
      name: 'Deccan Spices Pvt. Ltd.',
      buildingNo: '45',
      street: 'MG Road',
      city: 'Mumbai',
      county: 'Maharashtra',
      code: '400 001',
      countryId: 'IN',
    },
  ],
  [
    'Coromandel Exports\nAnna Salai\nChennai - 600002\nTamil Nadu\nIndia',
    {
      name: 'Coromandel Exports',
      street: 'Anna Salai',
      city: 'Chennai',
      code: '600002',
      county: 'Tamil Nadu',
      countryId: 'IN',
    },
  ],
  [
    'Alster Wohntextil GmbH & Co. KG\nAm Sandtorkai 12\n20457 Hamburg\nDeutschland\nTelefon: +49 40 123456\nTelefax: +49 40 123457\nwww.alster.example',
    {
      name: 'Alster Wohntextil GmbH & Co. KG',
      buildingNo: '12',
      street: 'Am Sandtorkai',
      city: 'Hamburg',
      code: '20457',
      countryId: 'DE',
      telephone: '+49 40 123456',
      fax: '+49 40 123457',
      website: 'www.alster.example',
    },
  ],
  [
    'Maas Electronics B.V.\nWaalhaven 5a\n3089 JH Rotterdam\nThe Netherlands\nE-mail: inkoop@maas.example',
    {
      name: 'Maas Electronics B.V.',
      buildingNo: '5a',
      street: 'Waalhaven',
      city: 'Rotterdam',
      code: '3089 JH',
      countryId: 'NL',
      email: 'inkoop@maas.example',
    },
  ],
  [
    'Thames Trading Ltd\nAttn: Ms Jo Field\nUnit 3\n10 Dock Road\nLondon E16 1AA\nUnited Kingdom',
    {
      name: 'Thames Trading Ltd',
      contactName: 'Ms Jo Field',
      buildingName: 'Unit 3',
      buildingNo: '10',
      street: 'Dock Road',
      city: 'London',
      code: 'E16 1AA',
      countryId: 'GB',
    },
  ],
  [
    'Pacific Imports Inc, 1200 Harbor Blvd, Long Beach, CA 90802, USA',
    {
      name: 'Pacific Imports Inc',
      buildingNo: '1200',
      street: 'Harbor Blvd',
      city: 'Long Beach',
      county: 'CA',
      code: '90802',
      countryId: 'US',
    },
  ],
  [
    'Pacific Imports Inc\n1200 Harbor Blvd\nLong Beach, CA 90802-1234\nUSA',
    { street: 'Harbor Blvd', city: 'Long Beach', county: 'CA', code: '90802-1234', countryId: 'US' },
  ],
  [
    'Ningbo Bright Star Co., Ltd.\nNo. 88 Zhongshan Road\nNingbo, Zhejiang 315000\nP.R. China',
    {
      name: 'Ningbo Bright Star Co., Ltd.',
      street: 'No. 88 Zhongshan Road',
      city: 'Ningbo',
      county: 'Zhejiang',
      code: '315000',
      countryId: 'CN',
    },
  ],
  [
    'Gulf Gate Trading LLC\nP.O. Box 12345\nDubai\nU.A.E.\nMob: +971 50 123 4567',
    {
      name: 'Gulf Gate Trading LLC',
      street: 'P.O. Box 12345',
      city: 'Dubai',
      countryId: 'AE',
      mobile: '+971 50 123 4567',
    },
  ],
  [
    'Ege Tekstil A.Ş.\nAtatürk Caddesi 25\n35210 İzmir\nTürkiye',
    {
      name: 'Ege Tekstil A.Ş.',
      buildingNo: '25',
      street: 'Atatürk Caddesi',
      city: 'İzmir',
      code: '35210',
      countryId: 'TR',
    },
  ],
  [
    'Exportadora Paulista Ltda\nAv. Paulista, 1000\nSão Paulo - SP, 01310-100\nBrasil',
    {
      name: 'Exportadora Paulista Ltda',
      street: 'Av. Paulista, 1000',
      city: 'São Paulo',
      county: 'SP',
      code: '01310-100',
      countryId: 'BR',
    },
  ],
  [
    'Padma Garments\nHouse 12, Road 5\nDhaka-1212, Bangladesh',
    { name: 'Padma Garments', street: 'House 12, Road 5', city: 'Dhaka', code: '1212', countryId: 'BD' },
  ],
  [
    'Maison du Thé SARL\n14 rue de Rivoli\n75004 Paris\nFrance\nhttps://maison.example/contact',
    {
      name: 'Maison du Thé SARL',
      buildingNo: '14',
      street: 'rue de Rivoli',
      city: 'Paris',
      code: '75004',
      countryId: 'FR',
      website: 'https://maison.example/contact',
    },
  ],
  [
    'Sakura Trading K.K.\n2-1 Marunouchi\nTokyo 100-0005\nJapan',
    {
      name: 'Sakura Trading K.K.',
      buildingNo: '2-1',
      street: 'Marunouchi',
      city: 'Tokyo',
      code: '100-0005',
      countryId: 'JP',
    },
  ],
  [
    'Merlion Pte Ltd\n1 Raffles Place\nSingapore 048616',
    { buildingNo: '1', street: 'Raffles Place', city: 'Singapore', code: '048616' },
  ],
  [
    'Maple Foods\n55 King Street\nToronto, ON M5H 2N2\nCanada',
    { city: 'Toronto', county: 'ON', code: 'M5H 2N2', countryId: 'CA' },
  ],
  [
    'Bosphorus Lojistik, Kordon Boyu 7, 34349 Istanbul, Turkey, Tel: +90 212 555 0101',
    {
      name: 'Bosphorus Lojistik',
      buildingNo: '7',
      street: 'Kordon Boyu',
      city: 'Istanbul',
      code: '34349',
      countryId: 'TR',
      telephone: '+90 212 555 0101',
    },
  ],
  [
    'Milano Moda S.r.l.\nVia Torino 2\n20123 Milano MI\nItalia\nordini@moda.example, export@moda.example',
    {
      buildingNo: '2',
      street: 'Via Torino',
      city: 'Milano',
      county: 'MI',
      code: '20123',
      countryId: 'IT',
      email: 'ordini@moda.example, export@moda.example',
    },
  ],
  ['Only a name', { name: 'Only a name' }],
  [
    '12 High Street London SW1A 1AA',
    { name: '', buildingNo: '12', street: 'High Street', city: 'London', code: 'SW1A 1AA' },
  ],
  ['', {}],
]

test.each(blocks)('%s', (text, expected) => {
  expect(parseAddress(text, countries)).toMatchObject(expected)
})

test('the first line is the name only where none is known, or where it says the known one', () => {
  const text = 'Dock Mills Ltd\n10 Dock Road\nLondon E16 1AA'
  expect(parseAddress(text, countries)).toMatchObject({ name: 'Dock Mills Ltd', buildingName: '' })
  expect(parseAddress(text, countries, 'DOCK MILLS')).toMatchObject({
    name: 'Dock Mills Ltd',
    buildingName: '',
  })
  expect(parseAddress(text, countries, 'Mills')).toMatchObject({ name: '', buildingName: 'Dock Mills Ltd' })
})

test.each([
  '+1 234567'.padEnd(900, ' , +1 234567') + 'x',
  'tel 12345'.padEnd(990, '/12345'),
  'VAT '.padEnd(990, '1 '),
  'vat no no no no '.padEnd(990, 'a1 '),
  '1 '.padEnd(980, 'a ') + 'road',
  'a.'.padEnd(990, 'a.'),
])(
  'a line that can be parted in many ways comes to its end: %s',
  line => {
    const { name, notRead: _, ...others } = parseAddress(`Dock Mills Ltd\n${line}`, countries)
    expect(name).toBe('Dock Mills Ltd')
    expect(Object.values(others).join('')).not.toBe('')
  },
  10_000,
)

test('numbers alone on a line are telephones, however they are parted', () => {
  expect(
    parseAddress('Dock Mills Ltd\n+44 20 7946 0000 / +44 20 7946 0001, 0002 345 678', countries),
  ).toMatchObject({
    telephone: '+44 20 7946 0000 / +44 20 7946 0001, 0002 345 678',
    street: '',
  })
})

test('a text that is no address is named as not read, without a long look through it', () => {
  const long = 'VAT '.repeat(1_000)
  expect(parseAddress(`Dock Mills Ltd\n${long}`, countries)).toMatchObject({
    name: 'Dock Mills Ltd',
    notRead: [long],
  })
})

const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? []
// What names a field, or the country, whose code stands for it.
const told = new Set(
  'ntn tel turkey italia telefon telefax fax cell mob mail e attn pakistan india deutschland the netherlands united kingdom usa china p r u a brasil türkiye bangladesh france japan canada uae dubai'.split(
    ' ',
  ),
)

describe('every word stands in exactly one field', () => {
  const odd = [
    'A\nB\nC\nD\nE',
    'X, Y, Z',
    '123\n456\n789',
    'Ltd\nTel\nFax\n@\n+',
    'N\nNTN 1234567-8\nGate 4, behind the mill\nLahore',
  ]
  test.each([...blocks.map(([text]) => text), ...odd])('%s', text => {
    const { countryId: _, ...fields } = parseAddress(text, countries)
    const kept = Object.values(fields).flat().flatMap(wordsOf)
    const missing = wordsOf(text)
    for (const word of kept) {
      const index = missing.indexOf(word)
      expect([word, index >= 0]).toEqual([word, true])
      missing.splice(index, 1)
    }
    expect(missing.filter(word => !told.has(word.toLowerCase()))).toEqual([])
  })
})
