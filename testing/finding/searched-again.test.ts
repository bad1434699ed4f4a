import { expect, test } from 'vitest'
import { findable } from '#server/templates/fields/findable.ts'
import { changePage, readPage, type ShownPage } from '#server/word/finding/template-page.ts'
import { paragraph } from '#testing/word/markup.ts'
import { templateFile } from '#testing/word/template-file.ts'

const values = {
  fields: { 'Shipment.DeclaredValueForCarriage': 24_000, 'Shipment.DeclaredValueForCustoms': 24_000 },
  lists: {},
}
const document = templateFile({
  body: paragraph('Declared value for carriage 24,000.00   for customs 24,000.00'),
})
const told = ({ places }: ShownPage) =>
  places
    .filter(({ kind }) => kind !== 'field')
    .map(({ kind, choices }) => `${kind} ${choices.map(({ name }) => name).join(', ')}`)

/** The page with what is found on it as fields. */
async function withFound({ places, rows }: ShownPage) {
  const changes = places
    .filter(({ kind }) => kind === 'found')
    .map(({ from, to, choices }) => ({ from, to, text: choices[0]?.placeholder ?? '' }))
  return changePage(document, { changes, rows }, findable.known)
}

test('what was asked on a document is asked again, though fields that are not saved stand beside it', async () => {
  const page = await readPage(document, findable, values)
  const [found, asked] = told(page)
  expect(found).toBe('found Shipment.DeclaredValueForCarriage, Shipment.DeclaredValueForCustoms')
  expect(asked).toBe('asked Shipment.DeclaredValueForCarriage, Shipment.DeclaredValueForCustoms')
  const again = await readPage(await withFound(page), findable, values, undefined, document)
  expect(told(again)).toEqual([asked])
  // The page by itself tells no more of its first value.
  expect(told(await readPage(await withFound(page), findable, values))).toEqual([
    'found Shipment.DeclaredValueForCustoms, Shipment.DeclaredValueForCarriage',
  ])
})
