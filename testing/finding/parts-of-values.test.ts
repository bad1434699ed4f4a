import { expect, test } from 'vitest'
import { findable } from '#server/templates/fields/findable.ts'
import { readPage } from '#server/word/finding/template-page.ts'
import type { FieldValues } from '#server/word/language/known-fields.ts'
import { cell, paragraph, row, table } from '#testing/word/markup.ts'
import { templateFile } from '#testing/word/template-file.ts'

const places = async (body: string, fields: FieldValues['fields']) =>
  (await readPage(templateFile({ body }), findable, { fields, lists: {} })).places.map(
    ({ text, kind, choices: [first] }) => `${kind} ${text}: ${first?.placeholder}`,
  )

const receipt = { 'Shipment.PlaceOfReceipt': 'Norwich, United Kingdom' }

test('the town of a place is asked below a label that names the place, and nowhere else', async () => {
  expect(await places(paragraph('Place of receipt NORWICH'), receipt)).toEqual([
    'asked NORWICH: {{Shipment.PlaceOfReceipt | upper}}',
  ])
  expect(await places(paragraph('Place of receipt: Norwich'), receipt)).toEqual([
    'asked Norwich: {{Shipment.PlaceOfReceipt}}',
  ])
  expect(await places(paragraph('We wish you a good week in Norwich.'), receipt)).toEqual([])
  const shipper = { ...receipt, 'Shipper.City': 'Norwich' }
  expect((await places(paragraph('Place of receipt: Norwich'), shipper))[0]).toBe(
    'asked Norwich: {{Shipment.PlaceOfReceipt}}',
  )
})

test('a currency in each row of a column becomes a field in all of them or in none', async () => {
  const charges = { 'OriginCharge.PickUp': 780, 'OriginCharge.Currency': 'USD' }
  const rows = (...texts: readonly (readonly string[])[]) =>
    table(
      texts.map(one => row(one.map(text => cell(paragraph(text), { width: 3_000 })))),
      { widths: [3_000, 3_000, 3_000] },
    )
  const heading = ['Charge', 'Currency', 'Amount']
  const one = await places(rows(heading, ['Pick-up', 'USD', '780.00']), charges)
  expect(one.filter(place => place.includes('USD'))).toHaveLength(1)
  const two = await places(rows(heading, ['Pick-up', 'USD', '780.00'], ['Other', 'USD', '55.00']), charges)
  expect(two.filter(place => place.includes('USD'))).toEqual([])
  expect(two).toHaveLength(1)
})
