import { consignee, nothing, own, plainItem, SEA, seaWords, shipper } from './case-parts.ts'
import type { PaperCase } from './paper-case.ts'

/** Jobs whose charges are unusual. */
export const moneyCases: Record<string, PaperCase> = {
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
        own('Origin Charges', 'Pick-up', '785.50'),
        own('Origin Charges', 'THC', '20.00'),
        // 362.529708 and 0.05438; 26.68 and 10.005.
        ['Freight Charges', 'LCL', '333.33', 'EUR', '1.0876', '362.53'],
        ['Freight Charges', 'Other freight charges', '0.05', 'EUR', '1.0876', '0.05'],
        ['Destination Charges', 'Delivery order', '4,000', 'JPY', '0.00667', '26.68'],
        ['Destination Charges', 'THC', '1,500', 'JPY', '0.00667', '10.01'],
      ],
      subtotals: [
        ['Origin Charges', '805.50', 'USD', '', '805.50'],
        ['Freight Charges', '333.38', 'EUR', '1.0876', '362.58'],
        ['Destination Charges', '5,500', 'JPY', '0.00667', '36.69'],
      ],
      currencies: [
        ['USD', '805.50', '', '805.50'],
        ['EUR', '333.38', '1.0876', '362.58'],
        ['JPY', '5,500', '0.00667', '36.69'],
      ],
      total: '1,204.77',
      items: [['1 Carton', '12.50', 'kg']],
      packages: 'Total 1 Carton',
      grossWeight: '12.50 kg',
      further: [...seaWords, 'LCL', 'One thousand two hundred four US dollars and 77/100'],
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
        own('Origin Charges', 'Pick-up', '100.50'),
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
      items: [['3 Cartons', '12.50', 'kg']],
      packages: 'Total 3 Cartons',
      grossWeight: '12.50 kg',
      further: [...seaWords, 'One thousand one hundred US dollars'],
      told: [
        'The lines of the origin charges come to 120.50 USD; the total is 99.99 USD',
        'The sections of the charges come to 1,149.99 USD; the total is 1,100.00 USD',
        'The freight charges are kept, but not charged or printed by sea: FSC 5.00 (USD)',
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
      currencies: [
        ['JPY', '666', '0.0020123', '1.340'],
        ['KWD', '1.625', '', '1.625'],
      ],
      total: '2.965',
      items: [['3 Cartons', '12.50', 'kg']],
      packages: 'Total 3 Cartons',
      grossWeight: '12.50 kg',
      further: ['Sea', 'FCL', 'Free on board (FOB)', 'Two Kuwaiti dinars and 965/1000'],
    },
  },
}
