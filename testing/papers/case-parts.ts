import type { PaperCase } from './paper-case.ts'

/** What most cases have in common. */
export const SEA = { transportMode: 2, quoteType: 1, clType: 0, commodity: 'Cotton textiles' }
export const seaWords = ['Sea', 'FCL', 'ExWorks', '-', 'Required', 'pickup', 'from', 'shipper']
export const shipper = { name: 'Indus Textiles', street: 'Quay 1', city: 'Karachi', countryId: 'PK' }
export const consignee = { name: 'Orwell Linen', street: 'Dock 2', city: 'Ipswich', countryId: 'GB' }
export const nothing = {
  charges: [],
  subtotals: [],
  total: '',
  items: [],
  packages: '',
  grossWeight: '',
  further: [],
  told: [],
}
export const plainItem = {
  name: 'Yarn',
  grossWeight: 12.5,
  weightUnit: 0,
  numberOfPacks: 3,
  modeOfPacking: 13,
}

export const own = (section: string, name: string, amount: string): PaperCase['read']['charges'][number] => [
  section,
  name,
  amount,
  'USD',
  '',
  amount,
]
