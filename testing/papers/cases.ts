import type { PaperCase } from './paper-case.ts'

const SEA = { transportMode: 2, quoteType: 1, clType: 0, commodity: 'Cotton textiles' }
const seaWords = ['Sea', 'FCL', 'ExWorks', '-', 'Required', 'pickup', 'from', 'shipper']
const shipper = { name: 'Indus Textiles', street: 'Quay 1', city: 'Karachi', countryId: 'PK' }
const consignee = { name: 'Orwell Linen', street: 'Dock 2', city: 'Ipswich', countryId: 'GB' }
const nothing = {
  charges: [],
  subtotals: [],
  total: '0.00',
  items: [],
  packages: '',
  grossWeight: '',
  further: [],
  told: [],
}
const plainItem = { name: 'Yarn', grossWeight: 12.5, weightUnit: 0, numberOfPacks: 3, modeOfPacking: 13 }

const own = (section: string, name: string, amount: string): PaperCase['read']['charges'][number] => [
  section,
  name,
  amount,
  'USD',
  '',
  amount,
]

export const paperCases: Record<string, PaperCase> = {
  'freight alone': {
    currency: 'USD',
    job: { grossWeight: 12.5, weightUnit: 0, numberOfPackages: 3, volume: 1.25, volumeUnit: 0 },
    quote: SEA,
    items: [plainItem],
    parties: { shipper, consignee },
    finance: { freightCharge: { fcl40: 3250, otherFreightCharges: 120 } },
    read: {
      ...nothing,
      charges: [
        own('Freight Charges', "FCL 40'", '3,250.00'),
        own('Freight Charges', 'Other Freight Charges', '120.00'),
      ],
      subtotals: [['Freight Charges', '3,370.00', 'USD', '', '3,370.00']],
      total: '3,370.00',
      items: [['3 Cartons', '12.50', 'KG']],
      packages: 'Total 3 Cartons',
      grossWeight: '12.50 KG',
      further: [...seaWords, '1.250 Cubic Meter', '208.5', 'Three thousand three hundred seventy US dollars'],
    },
  },
  'three currencies': {
    currency: 'USD',
    job: {},
    quote: { ...SEA, clType: 1 },
    items: [{ ...plainItem, numberOfPacks: 1 }],
    parties: { consignee },
    finance: {
      originCharge: { pickUp: 785.5, thc: 20 },
      freightCharge: { currency: 'EUR', exchangeRate: 1.0876, lcl: 333.33, otherFreightCharges: 0.05 },
      destinationCharge: { currency: 'JPY', exchangeRate: 0.00667, deliveryOrder: 4000, thc: 1500 },
    },
    read: {
      ...nothing,
      charges: [
        own('Origin Charges', 'Pick Up', '785.50'),
        own('Origin Charges', 'THC', '20.00'),
        // 362.529708 and 0.05438; 26.68 and 10.005.
        ['Freight Charges', 'LCL', '333.33', 'EUR', '1.0876', '362.53'],
        ['Freight Charges', 'Other Freight Charges', '0.05', 'EUR', '1.0876', '0.05'],
        ['Destination Charges', 'Delivery Order', '4,000', 'JPY', '0.00667', '26.68'],
        ['Destination Charges', 'THC', '1,500', 'JPY', '0.00667', '10.01'],
      ],
      subtotals: [
        ['Origin Charges', '805.50', 'USD', '', '805.50'],
        ['Freight Charges', '333.38', 'EUR', '1.0876', '362.58'],
        ['Destination Charges', '5,500', 'JPY', '0.00667', '36.69'],
      ],
      total: '1,204.77',
      items: [['1 Carton', '12.50', 'KG']],
      packages: 'Total 1 Carton',
      grossWeight: '12.50 KG',
      further: [...seaWords, 'LCL', 'One thousand two hundred four US dollars and 77/100'],
    },
  },
  'forty items': {
    currency: 'USD',
    job: { grossWeight: 50, weightUnit: 0, numberOfPackages: 119 },
    quote: SEA,
    items: Array.from({ length: 40 }, (_, index) => ({
      ...plainItem,
      name: `Roll ${index + 1}`,
      grossWeight: 1.2501,
    })),
    parties: { shipper, consignee },
    finance: {},
    read: {
      ...nothing,
      items: Array.from({ length: 40 }, () => ['3 Cartons', '1.2501', 'KG'] as const),
      packages: 'Total 120 Cartons',
      grossWeight: '50.004 KG',
      further: [
        ...seaWords,
        '119',
        '50.00',
        '50.0',
        ...Array.from({ length: 40 }, (_, index) => `${index + 1}`),
        'Zero US dollars',
      ],
      told: [
        'Number of packages: the job says 119, its items come to 120',
        'Gross weight: the job says 50 KG, its items come to 50.004 KG',
      ],
    },
  },
  'a job with nothing on it': {
    currency: 'USD',
    job: {},
    quote: {},
    items: [],
    parties: {},
    finance: {},
    read: {
      ...nothing,
      total: '',
      told: ['Shipper is not set', 'Consignee is not set', 'Cargo items: there are none'],
    },
  },
  'Chinese and Arabic': {
    currency: 'USD',
    job: { vesselName: '东方海外' },
    quote: { ...SEA, commodity: '棉纱 خيوط القطن' },
    items: [{ ...plainItem, name: '棉纱', description: 'خيوط القطن المغزولة' }],
    parties: {
      shipper: { name: '青岛恒鑫纺织有限公司', street: '香港中路 8 号', city: '青岛', countryId: 'CN' },
      consignee: { name: 'شركة الخليج للأقمشة', street: 'شارع الميناء', city: 'دبي', countryId: 'AE' },
    },
    finance: {},
    read: {
      ...nothing,
      items: [['3 Cartons', '12.50', 'KG']],
      packages: 'Total 3 Cartons',
      grossWeight: '12.50 KG',
      further: [...seaWords, 'Zero US dollars'],
    },
  },
  'wide spaces': {
    currency: 'USD',
    job: { vesselName: 'MV\u00a0Northern\u2002Jubilee' },
    quote: { ...SEA, commodity: 'Cotton\u3000yarn' },
    items: [{ ...plainItem, name: 'Yarn\u00a020\u2009tex' }],
    parties: { shipper: { ...shipper, name: 'Indus\u00a0Textiles\u3000Ltd' } },
    finance: {},
    read: {
      ...nothing,
      items: [['3 Cartons', '12.50', 'KG']],
      packages: 'Total 3 Cartons',
      grossWeight: '12.50 KG',
      further: [...seaWords, 'Zero US dollars'],
      told: ['Consignee is not set'],
    },
  },
  'an air job': {
    currency: 'USD',
    job: {
      hbl: 'HAWB 77-1',
      vesselName: 'LH 8407',
      grossWeight: 180,
      weightUnit: 0,
      volume: 2.4,
      volumeUnit: 0,
    },
    quote: { transportMode: 0, quoteType: 2, commodity: 'Garments' },
    items: [{ ...plainItem, grossWeight: 180 }],
    parties: { shipper, consignee },
    ports: {
      loading: { name: 'Qingdao', code: 'CNTAO', countryId: 'CN' },
      destination: { name: 'Ajman', code: 'AEAJM', countryId: 'AE' },
    },
    finance: { freightCharge: { plus250: 2.2, fsc: 0.4, otherAirCharges: 6 } },
    read: {
      ...nothing,
      charges: [
        ['Freight Charges', 'FSC: 0.4 USD per kg', '', '', '', ''],
        ['Freight Charges', 'Plus 250: 2.2 USD per kg', '', '', '', ''],
        ['Freight Charges', 'The rates are not in the total', '', '', '', ''],
        own('Freight Charges', 'Other Air Charges', '6.00'),
      ],
      subtotals: [['Freight Charges', '6.00', 'USD', '', '6.00']],
      total: '6.00',
      items: [['3 Cartons', '180.00', 'KG']],
      packages: 'Total 3 Cartons',
      grossWeight: '180.00 KG',
      further: [
        'Air',
        'Free on board (FOB)',
        'TAO',
        'AEAJM',
        '2.400 Cubic Meter',
        '400.0 KG',
        'Six US dollars',
      ],
      told: [
        'Freight Charges: rates are entered, and nothing is charged for them yet',
        'Port of Destination: Ajman has no IATA code; AEAJM is printed',
      ],
    },
  },
  'mixed units': {
    currency: 'USD',
    job: { grossWeight: 1.2345, weightUnit: 1, volume: 0.0004, volumeUnit: 0, numberOfPackages: 4 },
    quote: SEA,
    items: [
      { ...plainItem, grossWeight: 0.5, numberOfPacks: 1 },
      { ...plainItem, grossWeight: 1.2345, weightUnit: 1, modeOfPacking: 44 },
    ],
    parties: { shipper, consignee },
    finance: {},
    read: {
      ...nothing,
      items: [
        ['1 Carton', '0.50', 'KG'],
        ['3 Pallets', '1.2345', 'TON'],
      ],
      packages: 'Total 4 Packages\n1 Carton, 3 Pallets',
      grossWeight: '1,235.00 KG',
      further: [...seaWords, '1.2345 TON', '1,234.5', '0.0004 Cubic Meter', 'Zero US dollars'],
      told: ['Gross weight: the job says 1.2345 TON, its items come to 1,235 KG'],
    },
  },
  'typed totals': {
    currency: 'USD',
    job: {},
    quote: SEA,
    items: [plainItem],
    parties: { shipper, consignee },
    finance: {
      originCharge: { pickUp: 100.5, thc: 20, total: 99.99, totalIsTyped: true },
      freightCharge: { fcl20: 1000, fsc: 5 },
      destinationCharge: { total: 50, totalIsTyped: true },
      total: 1100,
      totalIsTyped: true,
    },
    read: {
      ...nothing,
      charges: [
        own('Origin Charges', 'Pick Up', '100.50'),
        own('Origin Charges', 'THC', '20.00'),
        own('Origin Charges', 'Adjustment', '-20.51'),
        own('Freight Charges', "FCL 20'", '1,000.00'),
        own('Destination Charges', 'Destination Charges', '50.00'),
        own('All charges', 'Adjustment', '-49.99'),
      ],
      subtotals: [
        ['Origin Charges', '99.99', 'USD', '', '99.99'],
        ['Freight Charges', '1,000.00', 'USD', '', '1,000.00'],
        ['Destination Charges', '50.00', 'USD', '', '50.00'],
      ],
      total: '1,100.00',
      items: [['3 Cartons', '12.50', 'KG']],
      packages: 'Total 3 Cartons',
      grossWeight: '12.50 KG',
      further: [...seaWords, 'One thousand one hundred US dollars'],
      told: [
        'Origin Charges: the lines come to 120.5 USD; the total says 99.99 USD',
        'All charges: the sections come to 1,149.99 USD; the total says 1,100 USD',
        'Freight Charges: kept, but not charged or printed by sea: FSC 5 (USD)',
      ],
    },
  },
  'yen for a company of dinars': {
    currency: 'KWD',
    job: {},
    quote: { ...SEA, quoteType: 2 },
    items: [plainItem],
    parties: { shipper, consignee },
    finance: {
      freightCharge: { currency: 'JPY', exchangeRate: 0.0020123, fcl20: 333, fcl40: 333 },
      destinationCharge: { thc: 1.5, insurance: 0.125 },
    },
    read: {
      ...nothing,
      charges: [
        // 0.6700959 each, 1.3401918 together.
        ['Freight Charges', "FCL 20'", '333', 'JPY', '0.0020123', '0.670'],
        ['Freight Charges', "FCL 40'", '333', 'JPY', '0.0020123', '0.670'],
        ['Destination Charges', 'Insurance', '0.125', 'KWD', '', '0.125'],
        ['Destination Charges', 'THC', '1.500', 'KWD', '', '1.500'],
      ],
      subtotals: [
        ['Freight Charges', '666', 'JPY', '0.0020123', '1.340'],
        ['Destination Charges', '1.625', 'KWD', '', '1.625'],
      ],
      total: '2.965',
      items: [['3 Cartons', '12.50', 'KG']],
      packages: 'Total 3 Cartons',
      grossWeight: '12.50 KG',
      further: ['Sea', 'FCL', 'Free on board (FOB)', 'Two Kuwaiti dinars and 965/1000'],
    },
  },
}
