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
