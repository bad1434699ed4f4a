import { describe, expect, test } from 'vitest'
import { findable } from '#server/templates/fields/findable.ts'
import { readPage } from '#server/word/finding/template-page.ts'
import type { FieldValues } from '#server/word/language/known-fields.ts'
import { cell, paragraph, row, table } from '#testing/word/markup.ts'
import { templateFile } from '#testing/word/template-file.ts'

type Fields = FieldValues['fields']

const beside = (label: string, value: string) =>
  table([row([label, value].map(text => cell(paragraph(text), { width: 3_000 })))], {
    widths: [3_000, 3_000],
  })
const places = async (body: string, fields: Fields) =>
  (await readPage(templateFile({ body }), findable, { fields, lists: {} })).places.map(
    ({ text, kind, choices: [first] }) => `${kind} ${text}: ${first?.name}`,
  )
/** Beside a value in a table, and before it in its line. */
const both = async (label: string, fields: Fields) => [
  await places(beside(label, '2'), fields),
  await places(paragraph(`${label}: 2`), fields),
]

const two = {
  ...{ 'Shipment.JobId': 2, 'ContainerTotals.Count': 2, 'Shipment.NumberOfOriginals': 2 },
  ...{ 'Shipment.FreeDays': 2, 'Shipment.NumberOfPackages': 2, 'Shipment.GrossWeight': 2 },
  'Shipment.WeightUnit': 'KG',
  ...{ 'NotifyParty.BuildingNo': '2', 'Warehouse.BuildingNo': '2' },
}

describe('a figure that many numbers of a job may have', () => {
  test.each([
    ['Number of containers', 'ContainerTotals.Count'],
    ['No. of containers', 'ContainerTotals.Count'],
    ['Containers', 'ContainerTotals.Count'],
    ['Job no.', 'Shipment.JobId'],
    ['Job number', 'Shipment.JobId'],
    ['Our ref.', 'Shipment.JobId'],
    ['File no.', 'Shipment.JobId'],
    ['No. of originals', 'Shipment.NumberOfOriginals'],
    ['Number of original bills of lading', 'Shipment.NumberOfOriginals'],
    ['No. of original B/Ls', 'Shipment.NumberOfOriginals'],
    ['Original B/L', 'Shipment.NumberOfOriginals'],
    ['No. of packages', 'Shipment.NumberOfPackages'],
    ['Free days', 'Shipment.FreeDays'],
    ['Gross weight (kg)', 'Shipment.GrossWeight'],
  ])('is certain where its label names the field: %s', async (label, name) => {
    expect(await both(label, two)).toEqual([[`found 2: ${name}`], [`found 2: ${name}`]])
  })

  test.each([
    ['Free storage days', 'Shipment.FreeDays'],
    ['Gross weight per container', 'Shipment.GrossWeight'],
    ['Warehouse', 'Warehouse.BuildingNo'],
    ['Notify party', 'NotifyParty.BuildingNo'],
    ['Job type', 'Shipment.JobId'],
  ])('is asked where the label says more or less: %s', async (label, name) => {
    expect(await both(label, two)).toEqual([[`asked 2: ${name}`], [`asked 2: ${name}`]])
  })

  test.each(['Number of seals', 'Number of pages', 'No.', 'Your reference', 'Container no.', 'Container'])(
    'is none of the job’s under another label: %s',
    async label => {
      expect(await both(label, two)).toEqual([[], []])
    },
  )

  test('a job is not told by the word number alone', async () => {
    const job = { 'Shipment.JobId': 2 }
    expect(await both('Number', job)).toEqual([[], []])
    expect(await both('Number of containers', job)).toEqual([[], []])
  })

  test('of a building is certain beside its street', async () => {
    const party = {
      'Consignee.Name': 'Tame Valley Ltd',
      'Consignee.BuildingNo': '2',
      'Consignee.Street': 'Shoreham Road',
    }
    const page = ['Consignee', 'Tame Valley Ltd', '2 Shoreham Road'].map(text => paragraph(text)).join('')
    expect(await places(page, { ...two, ...party })).toEqual([
      'found Tame Valley Ltd: Consignee.Name',
      'found 2: Consignee.BuildingNo',
      'found Shoreham Road: Consignee.Street',
    ])
  })
})
