import { expect, test } from 'vitest'
import { findable } from '#server/templates/fields/findable.ts'
import { readPage } from '#server/word/finding/template-page.ts'
import { cell, paragraph, row, table } from '#testing/word/markup.ts'
import { templateFile } from '#testing/word/template-file.ts'

const NAME = 'Harbour Forwarding Ltd'

/** A company whose town is the port of loading and the place of issue, and which is the agent of the job. */
const fields = {
  'Company.Name': NAME,
  'Company.Street': '12 Dock Road',
  'Company.City': 'Felixstowe',
  'Company.PostCode': 'IP11 3SY',
  'Company.Country': 'United Kingdom',
  'Company.Address': '12 Dock Road\nFelixstowe IP11 3SY\nUnited Kingdom',
  'Company.AddressLine': '12 Dock Road, Felixstowe IP11 3SY, United Kingdom',
  'Company.Telephone': '+44 1632 960100',
  'Company.Email': 'office@harbour.example',
  'Company.TaxNumber': 'GB 204 170 55',
  'Company.IataAgentCode': '91-1 2345/0012',
  'Company.Iban': 'GB33 BUKB 2020 1555 5555 55',
  'User.Name': 'Amina Qureshi',
  'Agent.Name': NAME,
  'Agent.Street': '12 Dock Road',
  'Agent.City': 'Felixstowe',
  'Agent.PostCode': 'IP11 3SY',
  'Agent.Country': 'United Kingdom',
  'Agent.NameAndAddress': `${NAME}\n12 Dock Road\nFelixstowe IP11 3SY\nUnited Kingdom`,
  'Agent.Telephone': '+44 1632 960177',
  'Agent.Email': 'imports@harbour.example',
  'Agent.ContactName': 'Amina Qureshi',
  'LoadingPort.Name': 'Felixstowe',
  'LoadingPort.Country': 'United Kingdom',
  'Shipment.PlaceOfIssue': 'Felixstowe',
  'Shipment.JobId': 20417,
  'Shipment.GrossWeight': 1950,
  'Shipment.DateOfIssue': '2026-12-03',
  'Consignee.Name': 'Elbe Handel',
  'Consignee.Street': 'Kai 7',
  'Consignee.City': 'Felixstowe',
}

const lines = (...texts: readonly string[]) => texts.map(text => paragraph(text)).join('')
const inCells = (...texts: readonly (readonly string[])[]) =>
  row(texts.map(own => cell(lines(...own), { width: 3_000 })))
const boxes = (...rows: readonly string[]) => table(rows, { widths: [3_000, 3_000] })
const found = async (file: Parameters<typeof templateFile>[0]) =>
  (await readPage(templateFile(file), findable, { fields, lists: {} })).places.map(
    ({ text, kind, choices: [first] }) => `${kind} ${text}: ${first?.name}`,
  )

const shipment = ['Consignee', 'Elbe Handel', 'Kai 7', 'Felixstowe']
const consignee = [
  'found Elbe Handel: Consignee.Name',
  'found Kai 7: Consignee.Street',
  'found Felixstowe: Consignee.City',
]

/** Letterheads as companies write them. */
const letterheads: readonly (readonly [string, readonly string[]])[] = [
  ['an address over several lines', [NAME, '12 Dock Road', 'Felixstowe IP11 3SY', 'United Kingdom']],
  ['capitals', [NAME.toUpperCase(), '12 DOCK ROAD', 'FELIXSTOWE', 'UNITED KINGDOM']],
  ['points between', [`${NAME} · 12 Dock Road · Felixstowe IP11 3SY · United Kingdom`]],
  [
    'bars between',
    [`${NAME} | 12 Dock Road | Felixstowe | United Kingdom`, 'Tel. +44 1632 960100 | office@harbour.example'],
  ],
  ['commas between', [NAME, '12 Dock Road, Felixstowe IP11 3SY, United Kingdom']],
  [
    'the numbers of a company',
    [
      NAME,
      'VAT GB 204 170 55 · IATA 91-1 2345/0012',
      'IBAN GB33 BUKB 2020 1555 5555 55',
      'Company no. 20417',
      'Since 1950',
    ],
  ],
  [
    'a telephone and a person of its own as an agent',
    [NAME, 'Tel. +44 1632 960177', 'imports@harbour.example', 'Amina Qureshi'],
  ],
]

test.each(letterheads)('nothing is marked in a letterhead with %s', async (_, head) => {
  const body = lines(...shipment)
  expect(await found({ body, header: lines(...head) })).toEqual(consignee)
  expect(await found({ body, footer: lines(...head.slice(1)) })).toEqual(consignee)
  expect(await found({ body: lines(...head, '') + body })).toEqual(consignee)
  // The line of the sender in the window of an envelope, with nothing between it and the address.
  expect(await found({ body: lines(...head) + lines(...shipment.slice(1)) })).toEqual(consignee)
  const beside = inCells(['\uFFFC', ...head.slice(0, 1)], head.slice(1))
  expect(await found({ body: boxes(beside) + body })).toEqual(consignee)
  expect(await found({ body: boxes(inCells(head, ['Consignee', ...shipment.slice(1)])) })).toEqual(consignee)
})

test('the company’s own name and town are marked where a label says what they are on the job', async () => {
  const head = [NAME, 'Felixstowe', '']
  expect(
    await found({
      body: lines(
        ...head,
        'Place and date of issue: Felixstowe, 03.12.2026',
        '',
        'Port of loading',
        'Felixstowe',
      ),
    }),
  ).toEqual([
    'found Felixstowe: Shipment.PlaceOfIssue',
    'found 03.12.2026: Shipment.DateOfIssue',
    'found Felixstowe: LoadingPort.Name',
  ])
  expect(
    await found({
      body: lines(
        ...head,
        'Delivery agent',
        NAME,
        'United Kingdom',
        '12 Dock Road',
        'Tel. +44 1632 960177',
        'Attn. Amina Qureshi',
      ),
    }),
  ).toEqual([
    `found ${NAME}: Agent.Name`,
    'found United Kingdom: Agent.Country',
    'found 12 Dock Road: Agent.Street',
    'found +44 1632 960177: Agent.Telephone',
    'found Amina Qureshi: Agent.ContactName',
  ])
})

test('figures in a header or footer are marked where a label names them', async () => {
  expect(
    await found({
      body: lines('Invoice'),
      header: lines('Job 20417'),
      footer: lines('HRB 20417', 'Page 1950'),
    }),
  ).toEqual(['found 20417: Shipment.JobId'])
})
