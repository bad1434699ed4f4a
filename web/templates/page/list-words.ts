type Words = { one: string; many: string }

const lists: Readonly<Record<string, Words>> = {
  Items: { one: 'item', many: 'items' },
  Containers: { one: 'container', many: 'containers' },
  References: { one: 'reference', many: 'references' },
  Charges: { one: 'charge', many: 'charges' },
  GroupedCharges: { one: 'charge', many: 'charges' },
  ChargeCurrencies: { one: 'currency', many: 'currencies' },
  Bills: { one: 'house bill', many: 'house bills' },
}

/** What the entries of a template's list are called in a sentence. */
export const entriesOf = (list: string): Words => lists[list] ?? { one: 'entry', many: 'entries' }
