import { expect, test } from 'vitest'
import { readCell } from '#web/ui/grid/columns.ts'
import { referenceColumns } from './reference-columns.ts'

const OWN = '22222222-2222-4222-8222-222222222222'
const read = (text: string, ...names: string[]) => {
  const own = names.map(name => ({ id: OWN, name, version: 1 }))
  const [kind] = referenceColumns(own, { today: '2026-12-03', country: null, locale: 'en' })
  return kind && readCell(kind, text)
}

test.each([
  ['booking', ['BKG', 'bkg no.', 'Booking No', 'Booking Number', 'Carrier Booking']],
  ['purchaseOrder', ['PO', 'P.O.', 'P. O.', 'PO No.', 'PO-Nr.', 'P/O', 'P.O.No.', 'Order No']],
  ['commercialInvoice', ['INV', 'Inv. No.', 'CI', 'Invoice', 'invoice #', 'Comm. Invoice']],
  ['letterOfCredit', ['LC', 'L/C', 'L / C No', 'L.C.', 'Documentary Credit']],
  ['customsDeclaration', ['customs entry', 'Entry No.', 'MRN', 'Bill of Entry']],
  ['customerReference', ['Customer Ref', 'Customers Reference', 'Your ref.:', 'Customer’s ref no']],
  ['agentReference', ['Agent Ref.', 'Agent’s Reference', 'agents ref']],
])('usual words for %s mean the built-in kind', (kind, texts) => {
  expect(texts.map(text => read(text))).toEqual(texts.map(() => kind))
})

test('a company’s own kind of exactly that name comes first, and what is no word of the trade is a new kind', () => {
  expect([read('po', 'PO'), read('P.O.', 'PO')]).toEqual([OWN, 'purchaseOrder'])
  expect([read('Dossier'), read('PO Box'), read('Pro'), read('Invoicing')]).toEqual([
    'Dossier',
    'PO Box',
    'Pro',
    'Invoicing',
  ])
})
