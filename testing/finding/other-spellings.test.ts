import { expect, test } from 'vitest'
import { findable } from '#server/templates/fields/findable.ts'
import { readPage } from '#server/word/finding/template-page.ts'
import type { FieldValues } from '#server/word/language/known-fields.ts'
import { cell, paragraph, row, table } from '#testing/word/markup.ts'
import { templateFile } from '#testing/word/template-file.ts'

const cells = (...rows: readonly (readonly string[])[]) =>
  table(
    rows.map(texts => row(texts.map(text => cell(paragraph(text), { width: 2_000 })))),
    { widths: (rows[0] ?? []).map(() => 2_000) },
  )
const places = async (body: string, fields: FieldValues['fields'], lists: FieldValues['lists'] = {}) =>
  (await readPage(templateFile({ body }), findable, { fields, lists })).places.map(
    ({ text, kind, choices: [first] }) => `${kind} ${text}: ${first?.name}`,
  )

test('free time in days, and not in hours', async () => {
  const fields = { 'Shipment.FreeDays': 10 }
  const found = ['found 10: Shipment.FreeDays']
  expect(await places(cells(['Free time', '10 days']), fields)).toEqual(found)
  expect(await places(paragraph('Free time: 10 days'), fields)).toEqual(found)
  expect(await places(cells(['Free time', '10 hours']), fields)).toEqual([])
  expect(await places(cells(['Free time', '14 days']), fields)).toEqual([])
})

test.each([
  ['Clifton Decor Trading (Private) Limited', 'Clifton Decor Trading (Private) Ltd'],
  ['Clifton Decor Trading (Private) Limited', 'CLIFTON DECOR TRADING (PVT.) LTD.'],
  ['Clifton Decor (Pvt) Ltd', 'Clifton Decor Private Limited'],
  ['Orwell Linen Co. Ltd.', 'Orwell Linen Company Limited'],
  ['Orwell (Shanghai Co) Limited', 'Orwell (Shanghai Co) Ltd'],
])('a company under a legal form that is written otherwise: %s', async (name, text) => {
  const found = [`asked ${text}: Consignee.Name`]
  expect(await places(paragraph(`Consignee: ${text}`), { 'Consignee.Name': name })).toEqual(found)
})

test('the ports behind ETD and ETA are asked, first as ports of the journey', async () => {
  const fields = {
    ...{ 'LoadingPort.Name': 'Felixstowe', 'Shipper.City': 'Felixstowe' },
    ...{ 'DischargePort.Name': 'Karachi', 'DestinationPort.Name': 'Karachi', 'Consignee.City': 'Karachi' },
    ...{ 'Shipment.Etd': '2027-02-15', 'Shipment.Eta': '2027-03-11' },
  }
  expect(await places(paragraph('ETD Felixstowe 15-Feb-27, ETA Karachi 11-Mar-27'), fields)).toEqual([
    'asked Felixstowe: LoadingPort.Name',
    'found 15-Feb-27: Shipment.Etd',
    'asked Karachi: DischargePort.Name',
    'found 11-Mar-27: Shipment.Eta',
  ])
})

test('the place of delivery is proposed before the port that papers call so', async () => {
  const fields = {
    ...{ 'DestinationPort.Name': 'Singapore', 'DestinationPort.Country': 'Singapore' },
    ...{ 'DestinationPort.Code': 'SGSIN', 'Shipment.PlaceOfDelivery': 'Singapore' },
  }
  expect(await places(cells(['Place of delivery', 'Singapore   SGSIN']), fields)).toEqual([
    'asked Singapore: Shipment.PlaceOfDelivery',
    'found SGSIN: DestinationPort.Code',
  ])
})

test('how a job is carried and loaded, in one cell', async () => {
  const fields = { 'Quote.TransportMode': 'Sea', 'Quote.LoadType': 'FCL' }
  for (const label of ['Mode', 'Load type', 'Shipment type'])
    expect(await places(cells([label, 'Sea, FCL']), fields)).toEqual([
      'found Sea: Quote.TransportMode',
      'found FCL: Quote.LoadType',
    ])
  expect(await places(cells(['Services', 'Sea, FCLs']), fields)).toEqual([])
})

const containers = (...types: readonly string[]) => ({
  Containers: types.map((Type, at) => ({ Number: `MSKU123456${at}`, Type, Seals: `SL90000${at}` })),
})
const page = (...types: readonly string[]) =>
  cells(
    ['Container no.', 'Type', 'Seal no.'],
    ...types.map((type, at) => [`MSKU123456${at}`, type, `SL90000${at}`]),
  )
const first = (type: string) => [
  'found MSKU1234560: Containers.Number',
  type,
  'found SL900000: Containers.Seals',
]

test.each(['40HC', '40 HC', '40HQ', "40'HC"])(
  'a type of containers in other words is asked: %s',
  async text => {
    const asked = first(`asked ${text}: Containers.Type`)
    expect(await places(page(text), {}, containers("40' HC"))).toEqual(asked)
    expect(await places(page(text, text), {}, containers("40' HC", "40' HC"))).toEqual(asked)
  },
)

test('each row has its own type, and another type is none of the job', async () => {
  expect(await places(page('40HC', '20GP'), {}, containers("40' HC", "20' GP"))).toEqual(
    first('asked 40HC: Containers.Type'),
  )
  expect(await places(page("40' HC"), {}, containers("40' HC"))).toEqual(
    first("found 40' HC: Containers.Type"),
  )
  expect(await places(page('20GP'), {}, containers("40' HC"))).not.toContain('asked 20GP: Containers.Type')
})
