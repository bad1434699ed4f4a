import { describe, expect, test } from 'vitest'
import { findable } from '#server/templates/fields/findable.ts'
import { readPage } from '#server/word/finding/template-page.ts'
import type { FieldValues } from '#server/word/language/known-fields.ts'
import { cell, paragraph, row, table } from '#testing/word/markup.ts'
import { templateFile } from '#testing/word/template-file.ts'

type Fields = FieldValues['fields']
type Lists = FieldValues['lists']

const lines = (...texts: readonly string[]) => texts.map(text => paragraph(text)).join('')
const inCell = (...texts: readonly string[]) =>
  table([row([cell(lines(...texts), { width: 3_000 }), cell(lines('Remarks'), { width: 3_000 })])], {
    widths: [3_000, 3_000],
  })
/** Each value with the placeholder that comes first, and how many others there are. */
const places = async (body: string, fields: Fields, lists: Lists = {}) =>
  (await readPage(templateFile({ body }), findable, { fields, lists })).places.map(
    ({ text, kind, choices: [first] }) => `${kind} ${text}: ${first?.placeholder}`,
  )

const route = {
  ...{ 'LoadingPort.Name': 'Felixstowe', 'LoadingPort.Code': 'GBFXT', 'LoadingPort.ModeCode': 'GBFXT' },
  ...{ 'DischargePort.Name': 'Karachi', 'DischargePort.Code': 'PKKHI', 'DischargePort.ModeCode': 'PKKHI' },
}

describe('the ports of a route in one line', () => {
  const names = ['found Felixstowe: {{LoadingPort.Name}}', 'found Karachi: {{DischargePort.Name}}']
  const codes = ['found GBFXT: {{LoadingPort.ModeCode}}', 'found PKKHI: {{DischargePort.ModeCode}}']

  test.each([
    { line: 'Felixstowe – Karachi', found: names },
    { line: 'Felixstowe - Karachi', found: names },
    { line: 'Your shipment Felixstowe to Karachi', found: names },
    { line: 'GBFXT/PKKHI', found: codes },
    { line: 'Lane GBFXT-PKKHI', found: codes },
  ])('are told by standing beside each other: $line', async ({ line, found }) => {
    expect(await places(lines(line), route)).toEqual(found)
  })

  test.each([
    { what: 'another direction', line: 'Karachi – Felixstowe' },
    { what: 'another direction in codes', line: 'PKKHI/GBFXT' },
    { what: 'another port', line: 'Felixstowe – Karachis' },
    { what: 'a list of ports', line: 'Felixstowe, Karachi' },
    { what: 'a code within a longer one', line: 'XGBFXT/PKKHI2' },
  ])('are no values in $what', async ({ line }) => {
    expect(await places(lines(line), route)).toEqual([])
  })

  test('are asked where two ports of the job have the name', async () => {
    const both = { ...route, 'DestinationPort.Name': 'Karachi' }
    expect(await places(lines('Felixstowe – Karachi'), both)).toEqual([
      'found Felixstowe: {{LoadingPort.Name}}',
      'asked Karachi: {{DischargePort.Name}}',
    ])
  })
})

describe('a vessel and its voyage', () => {
  const fields = { 'Shipment.VesselName': 'Ever Given', 'Shipment.Voyage': '012W' }
  const found = ['found Ever Given: {{Shipment.VesselName}}', 'found 012W: {{Shipment.Voyage}}']

  test.each(['MV Ever Given V. 012W', 'Vsl./V.: Ever Given / 012W', 'per Ever Given, voy. 012W'])(
    'in one line: %s',
    async line => {
      expect(await places(lines(line), fields)).toEqual(found)
    },
  )

  test('of which another voyage, a part of one, and one behind another vessel are not the job’s', async () => {
    const vessel = found.slice(0, 1)
    expect(await places(lines('MV Ever Given V. 013W'), fields)).toEqual(vessel)
    expect(await places(lines('MV Ever Given V. 012WX'), fields)).toEqual(vessel)
    expect(await places(lines('MV Ever Green V. 012W'), fields)).toEqual([])
  })
})

describe('numbers within a sentence', () => {
  test.each(['said to contain 120 cartons of sheets', '1 container STC 120 CTNS'])(
    'the packages: %s',
    async line => {
      expect(await places(lines(line), { 'Shipment.NumberOfPackages': 120 })).toEqual([
        'found 120: {{Shipment.NumberOfPackages | number:"#,##0.####"}}',
      ])
    },
  )

  test('packages of which a sentence does not speak, and a part of a figure', async () => {
    const fields = { 'Shipment.NumberOfPackages': 120 }
    const page = lines(
      'Lagerung 120 Tage',
      'said to contain 1,120 cartons',
      'said to contain 120.5 kg of tea',
    )
    expect(await places(page, fields)).toEqual([])
  })

  test('packages are asked where one of several containers holds as many', async () => {
    const page = lines('said to contain 120 cartons of sheets')
    const fields = { 'Shipment.NumberOfPackages': 120 }
    const [one, other] = [
      { Number: 'MSKU1234565', Packages: 120 },
      { Number: 'MSKU7654324', Packages: 0 },
    ]
    expect(await places(page, fields, { Containers: [one, other] })).toEqual([
      'asked 120: {{Shipment.NumberOfPackages | number:"#,##0.####"}}',
    ])
  })

  test('originals in words and figures', async () => {
    const words = 'found THREE: {{Shipment.NumberOfOriginals | words | upper}}'
    const figure = 'found 3: {{Shipment.NumberOfOriginals | number:"#,##0.####"}}'
    const three = { 'Shipment.NumberOfOriginals': 3 }
    expect(await places(lines('signed THREE (3) original bills of lading'), three)).toEqual([words, figure])
    expect(await places(lines('3 (THREE) originals have been issued'), three)).toEqual([figure, words])
    expect(await places(lines('TWO (2) original bills of lading', 'THREE (3) days'), three)).toEqual([])
    // Of every bill one is given up.
    expect(
      await places(lines('upon surrender of ONE (1) original bill of lading'), {
        'Shipment.NumberOfOriginals': 1,
      }),
    ).toEqual([])
  })

  test('the job is ours alone', async () => {
    const fields = { 'Shipment.JobId': 302 }
    const ours = ['found 302: {{Shipment.JobId}}']
    expect(await places(lines('our job 302'), fields)).toEqual(ours)
    expect(await places(lines('Our ref: 302'), fields)).toEqual(ours)
    expect(
      await places(
        lines('your job 302', 'Your ref: 302', 'Carrier’s reference 302', 'our job 3021', 'Our ref: 302/A'),
        fields,
      ),
    ).toEqual([])
  })
})

describe('what no format prints just so is asked', () => {
  const containers = { 'ContainerTotals.Types': "2 × 40' HC" }

  test.each(["2 x 40' HC", '2x40HC', '2 X 40’ HC', "2x40'HC"])('containers: %s', async text => {
    expect(await places(lines(`Shipped ${text} containers`), containers)).toEqual([
      `asked ${text}: {{ContainerTotals.Types}}`,
    ])
  })

  test.each([
    "Rates valid for 2 x 40' HC or more",
    'from 2x40HC',
    "12 x 40' HC",
    "2 x 40' HC OT",
    "minimum 2 × 40' HC",
  ])('containers of a tariff or of another size are none of the job: %s', async line => {
    expect(await places(lines(line), containers)).toEqual([])
  })

  test.each([
    { value: 'Collect', text: 'unfrei' },
    { value: 'Collect', text: 'port dû' },
    { value: 'Prepaid', text: 'frei Haus' },
    { value: 'Prepaid', text: 'PORTO PAGADO' },
  ])('freight terms of other languages: $text', async ({ value, text }) => {
    const [own, other] = [value, value === 'Collect' ? 'Prepaid' : 'Collect']
    expect(await places(lines(`Zahlung: ${text}`), { 'Shipment.FreightPayment': own })).toEqual([
      `asked ${text}: {{Shipment.FreightPayment}}`,
    ])
    expect(await places(lines(`Zahlung: ${text}`), { 'Shipment.FreightPayment': other })).toEqual([])
  })

  test('freight terms that a form offers to be ticked, and words of its own, stay', async () => {
    const fields = { 'Shipment.FreightPayment': 'Collect' }
    expect(await places(lines('☐ frei Haus ☐ unfrei'), fields)).toEqual([])
    expect(await places(lines('Total collect', 'Charges that we collect'), fields)).toEqual([])
  })

  test('the number of an air waybill in groups of digits', async () => {
    const fields = { 'Shipment.MasterBl': '176-12345675' }
    for (const text of ['176-1234 5675', '176 1234 5675', '176 12345675'])
      expect(await places(lines(`MAWB ${text}`), fields)).toEqual([`asked ${text}: {{Shipment.MasterBl}}`])
    expect(
      await places(lines('MAWB 176-1234 5676', 'MAWB 1176-1234 5675', 'MAWB 176-1234 56755'), fields),
    ).toEqual([])
  })

  test('an airport with and without the word', async () => {
    const heathrow = { 'LoadingPort.Name': 'London Heathrow Airport' }
    const asked = ['asked London Heathrow: {{LoadingPort.Name}}']
    expect(await places(lines('Airport of departure', 'London Heathrow'), heathrow)).toEqual(asked)
    expect(await places(lines('Airport of departure: London'), heathrow)).toEqual([])
    expect(
      await places(lines('Airport of departure', 'London Heathrow Airport'), {
        'LoadingPort.Name': 'London Heathrow',
      }),
    ).toEqual(['asked London Heathrow Airport: {{LoadingPort.Name}}'])
  })
})

describe('places with their country', () => {
  const fields = {
    ...{ 'Shipment.PlaceOfDelivery': 'Birmingham', 'Consignee.City': 'Birmingham' },
    ...{ 'Consignee.Country': 'United Kingdom', 'LoadingPort.Country': 'United Kingdom' },
  }
  const place = 'found Birmingham: {{Shipment.PlaceOfDelivery}}'

  test('the label tells the place; whose country it is, is asked', async () => {
    expect(await places(lines('Place of delivery: Birmingham, GB'), fields)).toEqual([place])
    const both = [place, 'asked United Kingdom: {{Consignee.Country}}']
    expect(await places(lines('Place of delivery: Birmingham, United Kingdom'), fields)).toEqual(both)
    expect(await places(inCell('Place of delivery', 'Birmingham, United Kingdom'), fields)).toEqual(both)
  })

  test('an address below such a label is the party’s, and its town no place of delivery', async () => {
    const party = { ...fields, 'Consignee.Name': 'Tame Valley Ltd', 'Consignee.Street': 'Shoreham Road' }
    const found = await places(
      inCell('Place of delivery', 'Tame Valley Ltd', 'Shoreham Road', 'Birmingham', 'United Kingdom'),
      party,
    )
    expect(found.filter(one => one.startsWith('found Birmingham: {{Shipment'))).toEqual([])
  })

  test('a port with its code in parentheses and its country', async () => {
    expect(
      await places(inCell('Port of discharge', 'Karachi (PKKHI), Pakistan'), {
        ...route,
        'DischargePort.Country': 'Pakistan',
      }),
    ).toEqual([
      'found Karachi: {{DischargePort.Name}}',
      'found PKKHI: {{DischargePort.ModeCode}}',
      'found Pakistan: {{DischargePort.Country}}',
    ])
  })

  test('two companies of one town in a box have each their own', async () => {
    const fields = {
      ...{ 'Carrier.Name': 'Maersk Line', 'Carrier.City': 'Southampton' },
      ...{ 'Warehouse.Name': 'Solent Warehousing', 'Warehouse.City': 'Southampton' },
    }
    for (const order of [
      ['Carrier', 'Warehouse'],
      ['Warehouse', 'Carrier'],
    ] as const)
      expect(
        await places(
          inCell(...order.flatMap(group => [fields[`${group}.Name`], fields[`${group}.City`]])),
          fields,
        ),
      ).toEqual(
        order.flatMap(group => [
          `found ${fields[`${group}.Name`]}: {{${group}.Name}}`,
          `found Southampton: {{${group}.City}}`,
        ]),
      )
  })
})
