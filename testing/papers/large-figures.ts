import { consignee, nothing, own, SEA, seaWords, shipper } from './case-parts.ts'
import type { PaperCase } from './paper-case.ts'

const WEIGHT = 1_234_567_890.1235
const COUNT = 1_234_567_890

/** Every figure has ten digits before the point: none may be broken over two lines of its column. */
export const largeFigures: PaperCase = {
  currency: 'USD',
  job: {
    grossWeight: WEIGHT,
    weightUnit: 1,
    volume: WEIGHT,
    volumeUnit: 0,
    numberOfPackages: COUNT,
  },
  quote: SEA,
  items: [
    {
      name: 'Cement clinker',
      quantity: COUNT,
      netWeight: WEIGHT,
      grossWeight: WEIGHT,
      weightUnit: 1,
      numberOfPacks: COUNT,
      modeOfPacking: 13,
    },
  ],
  parties: { shipper, consignee },
  finance: {
    originCharge: { thc: 1_234_567_890.12 },
    freightCharge: { currency: 'EUR', exchangeRate: 1.08761234, fcl40: 1_234_567_890.12 },
  },
  read: {
    ...nothing,
    charges: [
      own('Origin Charges', 'THC', '1,234,567,890.12'),
      // 1342731271.8622760808
      ['Freight Charges', "FCL 40'", '1,234,567,890.12', 'EUR', '1.08761234', '1,342,731,271.86'],
    ],
    subtotals: [
      ['Origin Charges', '1,234,567,890.12', 'USD', '', '1,234,567,890.12'],
      ['Freight Charges', '1,234,567,890.12', 'EUR', '1.08761234', '1,342,731,271.86'],
    ],
    currencies: [
      ['USD', '1,234,567,890.12', '', '1,234,567,890.12'],
      ['EUR', '1,234,567,890.12', '1.08761234', '1,342,731,271.86'],
    ],
    total: '2,577,299,161.98',
    items: [['1,234,567,890 Cartons', '1,234,567,890.1235', 't']],
    packages: 'Total 1,234,567,890 Cartons',
    grossWeight: '1,234,567,890.1235 t',
    further: [
      ...seaWords,
      '1,234,567,890.1235 m³',
      'Two billion five hundred seventy-seven million two hundred ninety-nine thousand one hundred sixty-one US dollars and 98/100',
    ],
  },
}
