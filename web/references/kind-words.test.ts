import { expect, test } from 'vitest'
import { readReferenceLines } from './kind-words.ts'

const own = [{ id: '22222222-2222-4222-8222-222222222222', name: 'Dossier (old)' }]
const read = (text: string) => readReferenceLines(text, own, 'booking')

test('lines that begin with a kind in the trade’s words are of that kind', () => {
  expect(read('PO 4711')).toEqual([['Purchase Order', '4711']])
  expect(read('P/O No. 4711\r\nL/C: 88\nInvoice #2026/1\nBkg no EGLV1\nYour ref: A B\nMRN 26DE')).toEqual([
    ['Purchase Order', '4711'],
    ['Letter of Credit', '88'],
    ['Commercial Invoice', '2026/1'],
    ['Booking', 'EGLV1'],
    ['Customer’s Reference', 'A B'],
    ['Customs Declaration', '26DE'],
  ])
  expect(read("customer's reference 7")).toEqual([['Customer’s Reference', '7']])
  expect(read('P.O.No.4711\nLC number 5\nCustoms entry 6\nBooking ref. 8\nPO. 9')).toEqual([
    ['Purchase Order', '4711'],
    ['Letter of Credit', '5'],
    ['Customs Declaration', '6'],
    ['Booking', '8'],
    ['Purchase Order', '9'],
  ])
  expect(read('dossier (old) 9')).toEqual([['Dossier (old)', '9']])
})

test('lines without a kind are of the one above, the first of the usual one', () => {
  expect(read('A1\n\nPO 2\n3\n')).toEqual([
    ['Booking', 'A1'],
    ['Purchase Order', '2'],
    ['Purchase Order', '3'],
  ])
})

test('a number that begins like a kind is a number, and a table is none of these', () => {
  expect(read('PO4711\nPO-2\nINVOICE')).toEqual([
    ['Booking', 'PO4711'],
    ['Booking', 'PO-2'],
    ['Booking', 'INVOICE'],
  ])
  for (const text of ['4711', '', '\n', 'Booking\t1', 'A\t1\nB\t2']) expect(read(text)).toBeNull()
})

test('of two kinds that a line begins with the longer one is meant, and a company’s own of the same length', () => {
  const kinds = [
    { id: '33333333-3333-4333-8333-333333333333', name: 'PO' },
    { id: '44444444-4444-4444-8444-444444444444', name: 'Customs' },
  ]
  expect(readReferenceLines('PO 1\nP.O. 2\nCustoms 3\nCustoms entry 4', kinds, 'booking')).toEqual([
    ['PO', '1'],
    ['Purchase Order', '2'],
    ['Customs', '3'],
    ['Customs Declaration', '4'],
  ])
})
