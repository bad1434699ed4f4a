import { describe, expect, test } from 'vitest'
import { findable } from '#server/templates/fields/findable.ts'
import { readPage } from '#server/word/finding/template-page.ts'
import type { FieldValues } from '#server/word/language/known-fields.ts'
import { cell, paragraph, row, table } from '#testing/word/markup.ts'
import { templateFile } from '#testing/word/template-file.ts'

type Fields = FieldValues['fields']

const lines = (...texts: readonly string[]) => texts.map(text => paragraph(text)).join('')
const grid = (...rows: readonly (readonly string[])[]) =>
  table(
    rows.map(texts => row(texts.map(text => cell(lines(...text.split('\n')), { width: 3_000 })))),
    { widths: [3_000, 3_000, 3_000] },
  )
const read = async (body: string, fields: Fields, lists: FieldValues['lists'] = {}) =>
  await readPage(templateFile({ body }), findable, { fields, lists })
const places = async (body: string, fields: Fields, lists: FieldValues['lists'] = {}) =>
  (await read(body, fields, lists)).places.map(
    ({ text, kind, choices }) =>
      `${kind} ${text}: ${choices.map(({ placeholder }) => placeholder).join(', ')}`,
  )

describe('a job’s own bill', () => {
  const bill = { HouseBl: 'HFL-0041', NumberOfPackages: 1100, NumberOfOriginals: 3, GrossWeight: 12_800 }
  const fields = {
    'Shipment.HouseBl': 'HFL-0041',
    'Shipment.NumberOfPackages': 1100,
    'Shipment.NumberOfOriginals': 3,
    'Shipment.GrossWeight': 12_800,
  }
  const headings = ['Number and kind of packages', 'Gross weight', 'B/L']

  test('is a form of the job and no list of house bills; the class of dangerous goods is no number of originals', async () => {
    const page = await read(
      grid(headings, ['1100 PACKAGES\nUN 1263 CLASS 3 PG III', '12,800.00', '']),
      fields,
      { Bills: [bill] },
    )
    expect(page.rows).toEqual([])
    expect(page.places.map(({ text, choices: [first] }) => [text, first?.name])).toEqual([
      ['1100', 'Shipment.NumberOfPackages'],
      ['12,800.00', 'Shipment.GrossWeight'],
    ])
  })

  test('is a list of one where its row says which bill it is', async () => {
    const named = ['House BL', 'Packages', 'Gross weight']
    const page = await read(grid(named, ['HFL-0041', '1100', '12,800.00']), fields, { Bills: [bill] })
    expect(page.rows).toMatchObject([{ list: 'Bills', first: 1, last: 1 }])
  })
})

describe('addresses', () => {
  const party = (group: string, name: string) => ({
    [`${group}.Name`]: name,
    [`${group}.BuildingNo`]: '40',
    [`${group}.BuildingName`]: 'Cargo Terminal',
    [`${group}.Street`]: 'Shoreham Road',
    [`${group}.City`]: 'Birmingham',
    [`${group}.PostCode`]: 'B1 2AB',
    [`${group}.Country`]: 'United Kingdom',
  })
  const airline = { ...party('Carrier', 'Silverwing Ltd'), ...party('Warehouse', 'Silverwing Ltd') }
  const kinds = async (body: string, fields: Fields) =>
    (await read(body, fields)).places.map(({ kind, text }) => `${kind} ${text}`)

  test('of a company with two roles are asked with its name, though a word before them names one', async () => {
    const page = lines('Issued by Silverwing Ltd', 'Cargo Terminal, Shoreham Road', 'Birmingham B1 2AB')
    expect((await kinds(page, airline)).filter(one => one.startsWith('found'))).toEqual([])
    expect(
      await kinds(lines('Carrier', 'Silverwing Ltd', '40 Shoreham Road, Birmingham B1 2AB'), airline),
    ).toEqual(['Silverwing Ltd', '40', 'Shoreham Road', 'Birmingham', 'B1 2AB'].map(text => `found ${text}`))
  })

  test('name no party by a line of their own, as “Terminal” would a warehouse', async () => {
    const page = await read(
      lines('Cargo Terminal, Shoreham Road', 'Silverwing Ltd', 'Shoreham Road'),
      airline,
    )
    expect(page.places.map(({ kind }) => kind)).not.toContain('found')
  })

  const shipper = party('Shipper', 'Waveney Paints Ltd')

  test.each([
    { what: 'number', address: ['12 Shoreham Road', 'Birmingham B1 2AB', 'United Kingdom'] },
    { what: 'town', address: ['40 Shoreham Road', 'Solihull B1 2AB', 'United Kingdom'] },
    { what: 'country', address: ['40 Shoreham Road', 'Birmingham B1 2AB', 'Vereinigtes Königreich'] },
  ])('with another $what are asked', async ({ address }) => {
    const found = await kinds(lines('Shipper', 'Waveney Paints Ltd', ...address), shipper)
    expect(found.length).toBeGreaterThan(2)
    expect(found.slice(1).filter(one => one.startsWith('found'))).toEqual([])
  })

  test('are found whole in the order and with the signs of the page', async () => {
    const fields = {
      ...{ 'Consignee.Name': 'Clifton Decor Trading', 'Consignee.BuildingNo': '27-C' },
      ...{ 'Consignee.Street': 'Khayaban-e-Shamsheer', 'Consignee.City': 'Karachi' },
      ...{ 'Consignee.PostCode': '75500', 'Consignee.Country': 'Pakistan' },
    }
    const address = ['CLIFTON DECOR TRADING', '27-C KHAYABAN-E-SHAMSHEER', 'KARACHI-75500, PAKISTAN']
    expect(await places(lines('Consignee', ...address), fields)).toEqual([
      'found CLIFTON DECOR TRADING: {{Consignee.Name | upper}}',
      'found 27-C: {{Consignee.BuildingNo}}',
      'found KHAYABAN-E-SHAMSHEER: {{Consignee.Street | upper}}',
      'found KARACHI: {{Consignee.City | upper}}',
      'found 75500: {{Consignee.PostCode}}',
      'found PAKISTAN: {{Consignee.Country | upper}}',
    ])
  })

  test('do not begin with a town in a sentence, which is asked, the port first that its words say', async () => {
    const fields = {
      ...{ 'Shipper.Name': 'Huangpu Colour Chemical', 'Shipper.City': 'Shanghai' },
      ...{
        'LoadingPort.Name': 'Shanghai',
        'Customer.City': 'Birmingham',
        'Customer.Name': 'Tame Valley Ltd',
      },
    }
    const page = lines(
      'We shipped dyes of Huangpu Colour Chemical of Shanghai. They were shipped at Shanghai.',
      'Delivery to Tame Valley Ltd will be made to Birmingham.',
    )
    expect(await places(page, fields)).toEqual([
      'found Huangpu Colour Chemical: {{Shipper.Name}}',
      'asked Shanghai: {{Shipper.City}}, {{LoadingPort.Name}}',
      'asked Shanghai: {{LoadingPort.Name}}, {{Shipper.City}}',
      'found Tame Valley Ltd: {{Customer.Name}}',
      'asked Birmingham: {{Customer.City}}',
    ])
  })
})

describe('values as other companies write them', () => {
  const day = { 'Shipment.Eta': '2027-03-14', 'Shipment.Etd': '2027-02-10' }

  test.each([
    ['Arrival: 14th March 2027', 'asked 14th March 2027: {{Shipment.Eta | date:"d MMMM yyyy"}}'],
    [
      'Departure: 10th of February, 2027',
      'asked 10th of February, 2027: {{Shipment.Etd | date:"d MMMM yyyy"}}',
    ],
    [
      'arriving on Sunday, 14th March 2027',
      'asked Sunday, 14th March 2027: {{Shipment.Eta | date:"dddd, d MMMM yyyy"}}',
    ],
    ['ETD February 10th, 2027', 'asked February 10th, 2027: {{Shipment.Etd | date:"MMMM d, yyyy"}}'],
    ['Abgang: 10. Februar 2027', 'asked 10. Februar 2027: {{Shipment.Etd | date:"d. MMMM yyyy"}}'],
    ['Départ le 10 février 2027', 'asked 10 février 2027: {{Shipment.Etd | date:"d MMMM yyyy"}}'],
  ])('a day that no format prints just so is asked, with the nearest: %s', async (line, found) => {
    expect(await places(lines(line), day)).toEqual([found])
  })

  test('labels of German forms name their fields', async () => {
    const fields = {
      ...{ 'Shipment.GrossWeight': 840, 'Shipment.FreeDays': 10, 'Shipment.NumberOfPackages': 448 },
      ...{ 'Shipment.Voyage': '412W', 'LoadingPort.Name': 'Shanghai' },
    }
    const page = lines(
      'Bruttogewicht: 840',
      'Freie Tage: 10',
      'Packstücke: 448',
      'Reise: 412W',
      'Ladehafen: Shanghai',
    )
    expect(await places(page, fields)).toEqual([
      'found 840: {{Shipment.GrossWeight | number:"#,##0.####"}}',
      'found 10: {{Shipment.FreeDays | number:"#,##0.####"}}',
      'found 448: {{Shipment.NumberOfPackages | number:"#,##0.####"}}',
      'found 412W: {{Shipment.Voyage}}',
      'found Shanghai: {{LoadingPort.Name}}',
    ])
  })

  test('the weight that is charged by air is offered for a letter about a ship only where it is named', async () => {
    const weights = {
      ...{ 'Shipment.GrossWeight': 19_840, 'Shipment.ChargeableWeight': 19_840 },
      ...{ 'Quote.TransportMode': 'Sea', 'Shipment.WeightUnit': 'KG' },
    }
    expect(await places(lines('We shipped 19,840 kgs'), weights)).toEqual([
      'found 19,840: {{Shipment.GrossWeight | kilograms:"#,##0.####"}}',
    ])
    expect(await places(lines('Chargeable weight: 19,840'), weights)).toEqual([
      'found 19,840: {{Shipment.ChargeableWeight | number:"#,##0.####"}}, {{Shipment.GrossWeight | number:"#,##0.####"}}',
    ])
  })
})
