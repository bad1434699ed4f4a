import { describe, expect, test } from 'vitest'
import { findable } from '#server/templates/fields/findable.ts'
import { readPage } from '#server/word/finding/template-page.ts'
import type { FieldValues } from '#server/word/language/known-fields.ts'
import { cell, paragraph, row, table } from '#testing/word/markup.ts'
import { templateFile } from '#testing/word/template-file.ts'

type Fields = FieldValues['fields']

const lines = (...texts: readonly string[]) => texts.map(text => paragraph(text)).join('')
const box = (...texts: readonly string[]) =>
  table([row([cell(lines(...texts), { width: 3_000 }), cell(lines('Remarks'), { width: 3_000 })])], {
    widths: [3_000, 3_000],
  })
const places = async (body: string, fields: Fields, lists: FieldValues['lists'] = {}) =>
  (await readPage(templateFile({ body }), findable, { fields, lists })).places.map(
    ({ text, kind, choices }) => `${kind} ${text}: ${choices.map(({ name }) => name).join(', ')}`,
  )

const port = {
  ...{ 'LoadingPort.Name': 'Felixstowe', 'Shipment.PlaceOfIssue': 'Felixstowe' },
  'Shipment.FreightPayableAt': 'Felixstowe',
}
/** The company sits where it ships from. */
const own = { ...port, 'Company.City': 'Felixstowe' }

describe.each([
  { whose: 'of the job', fields: port },
  { whose: 'that is the company’s own', fields: own },
])('a place $whose which several fields share is asked, first what the words before it say', ({ fields }) => {
  test.each([
    ['Shipped on board Kestrel Horizon, Felixstowe, as stated', 'LoadingPort.Name'],
    ['shipped on board at Felixstowe', 'LoadingPort.Name'],
    ['m/v Kestrel, sailed Felixstowe last week', 'LoadingPort.Name'],
    ['To be issued at Felixstowe', 'Shipment.PlaceOfIssue'],
    ['Executed at Felixstowe', 'Shipment.PlaceOfIssue'],
    ['Established in Felixstowe', 'Shipment.PlaceOfIssue'],
    ['all charges are payable at Felixstowe', 'Shipment.FreightPayableAt'],
  ])('%s', async (line, first) => {
    const others = ['LoadingPort.Name', 'Shipment.FreightPayableAt', 'Shipment.PlaceOfIssue']
    const [found] = await places(lines(line), fields)
    const [said = '', names = ''] = (found ?? '').split(': ')
    expect(names.split(', ')[0]).toBe(first)
    if (said.startsWith('asked')) expect(names.split(', ').toSorted()).toEqual(others)
    // A label that names one field alone tells it.
    else expect(first).toBe('Shipment.PlaceOfIssue')
  })

  test('elsewhere nothing is proposed', async () => {
    expect(await places(lines('The courts of Felixstowe have jurisdiction.'), fields)).toEqual([])
  })
})

test('the boxes of an air waybill and a consignment note name the place and the date of issue', async () => {
  const fields = {
    ...{ 'LoadingPort.Name': 'Coventry', 'Shipment.PlaceOfIssue': 'Coventry', 'Shipper.City': 'Coventry' },
    ...{ 'Shipment.Etd': '2027-02-12', 'Shipment.DateOfIssue': '2027-02-12' },
  }
  for (const label of ['21. Established in and on', 'Executed at and on']) {
    const found = await places(box(label, 'Coventry', '12 Feb 2027'), fields)
    expect(found.map(one => one.split(', ')[0])).toEqual([
      'found Coventry: Shipment.PlaceOfIssue',
      'found 12 Feb 2027: Shipment.DateOfIssue',
    ])
  }
})

test('the place below an Incoterm is its place before it is that of delivery', async () => {
  const fields = {
    ...{ 'Shipment.IncotermPlace': 'Augsburg, Germany', 'Shipment.PlaceOfDelivery': 'Augsburg, Germany' },
  }
  expect(await places(box('DAP Delivered at Place', 'Augsburg, Germany'), fields)).toEqual([
    'found Augsburg, Germany: Shipment.IncotermPlace, Shipment.PlaceOfDelivery',
  ])
})

describe('days', () => {
  const fields = { 'Shipment.DateOfIssue': '2027-02-15', 'Shipment.Etd': '2027-02-15' }

  test.each(['Date: 15.02.2027', 'Date of document: 15.02.2027', 'Dated 15.02.2027'])(
    'a document’s own day is never that of issue beyond doubt: %s',
    async line => {
      expect(await places(lines(line), { 'Shipment.DateOfIssue': '2027-02-15' })).toEqual([
        'asked 15.02.2027: Shipment.DateOfIssue',
      ])
      const [found] = await places(lines(line), { ...fields, Today: '2027-02-15' })
      expect(found).toMatch(/^asked 15.02.2027: Today, /)
      expect(await places(lines(line), { Today: '2027-02-15' })).toEqual(['found 15.02.2027: Today'])
    },
  )

  test('today comes first where nothing tells a day', async () => {
    const [found] = await places(lines('15.02.2027'), {
      ...{ Today: '2027-02-15', 'Shipment.ShipmentDate': '2027-02-15' },
    })
    expect(found).toBe('asked 15.02.2027: Today, Shipment.ShipmentDate')
  })

  test('the words before a day say which is likely', async () => {
    const all = { ...fields, 'Shipment.OnBoardDate': '2027-02-15', 'Shipment.Eta': '2027-03-11' }
    const [sailed] = await places(lines('sailed Felixstowe on 15.02.2027'), all)
    expect(sailed).toMatch(
      /^asked 15.02.2027: Shipment\.(?:Etd|OnBoardDate), Shipment\.(?:Etd|OnBoardDate), /,
    )
    const [onBoard] = await places(lines('Shipped on board Kestrel Horizon on 15.02.2027'), all)
    expect(onBoard).toMatch(/^\w+ 15.02.2027: Shipment\.OnBoardDate/)
    const [due] = await places(lines('due Karachi 11/03/2027'), {
      ...{ 'Shipment.Eta': '2027-03-11', 'Shipment.FreeTimeUntil': '2027-03-11', Today: '2027-03-11' },
    })
    expect(due).toMatch(/^asked 11\/03\/2027: Shipment\.Eta/)
  })
})

test('the verified gross mass is told by its heading where it equals tare and cargo', async () => {
  const numbers = ['MSKU1234565', 'MSKU7654324']
  const rows = [['Container', 'VGM, kg'], ...numbers.map(number => [number, '10,600.00'])]
  const body = table(
    rows.map(texts => row(texts.map(text => cell(paragraph(text), { width: 3_000 })))),
    { widths: [3_000, 3_000] },
  )
  const Containers = numbers.map(Number => ({ Number, GrossWeight: 10_600, Vgm: 10_600 }))
  expect(await places(body, {}, { Containers })).toEqual([
    'found MSKU1234565: Containers.Number',
    'found 10,600.00: Containers.Vgm, Containers.GrossWeight',
  ])
})
