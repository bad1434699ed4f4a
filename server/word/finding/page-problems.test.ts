import { expect, test } from 'vitest'
import { findable } from '#server/templates/fields/findable.ts'
import { compileTemplate } from '#server/word/compile.ts'
import { changePage, readPage } from '#server/word/finding/template-page.ts'
import { control } from '#testing/word/controls.ts'
import { textBox } from '#testing/word/drawings.ts'
import { complexField, mergeField } from '#testing/word/fields.ts'
import { paragraph, run } from '#testing/word/markup.ts'
import { documentText } from '#testing/word/read-document.ts'
import { templateFile } from '#testing/word/template-file.ts'
import { renderDocument } from '#server/word/render.ts'

const box = { leftMm: 0, topMm: 0, widthMm: 60, heightMm: 10, colour: '000000' }

const pageOf = async (bytes: Uint8Array) =>
  readPage(bytes, findable, null, async () => (await compileTemplate(bytes, findable.known)).found)

/** Each problem with where it is, and what was probably meant. */
const told = async (content: { body: string; header?: string }) => {
  const { problems, places } = await pageOf(templateFile(content))
  return problems.map(({ problem, from, to, meant, isWarning }) => {
    const place = places.find(
      one =>
        one.from.paragraph === from?.paragraph &&
        one.from.offset === from.offset &&
        one.to.offset === to?.offset,
    )
    const at = from && `${from.paragraph}.${from.offset}`
    return [isWarning ? `(${problem.name})` : problem.name, at, place?.text, meant?.placeholder].join(' | ')
  })
}

test('two mistakes that read alike have two places, in a line, in two lines, in a header and in a text box', async () => {
  const wrong = '{{Shipment.Vesselname2}}'
  expect(
    await told({
      header: paragraph(`Ref ${wrong}`),
      body:
        paragraph(`A ${wrong} B ${wrong}`) +
        paragraph(wrong) +
        paragraph(textBox(paragraph(`Box ${wrong}`), box)),
    }),
  ).toEqual(
    ['0.2', '0.29', '1.0', '3.4', '5.4'].map(
      at => `Shipment.Vesselname2 | ${at} | ${wrong} | {{Shipment.VesselName}}`,
    ),
  )
})

test('every kind of mistake has its place', async () => {
  const ifField = complexField({
    code: [' IF ', { xml: mergeField('Shipment_Hbll') }, ' <> "" "House" "Direct" '],
    result: 'House',
  })
  expect(
    await told({
      body: [
        paragraph('{{Shipment.Name | uper | date:"d"}}'),
        paragraph('{{#if Shipment.Nmae}}x'),
        paragraph('{{#Itmes}}x{{/Itmes}}'),
        paragraph('{{House B/L}} and {{Shipment.Name'),
        paragraph(mergeField('Shipment_Vesselnam \\* Upper') + mergeField('TableStart:Items')),
        paragraph(ifField),
        paragraph(run('Own ') + control(run('Something'), { tag: 'Shipment.Vesselnam' })),
      ].join(''),
    }),
  ).toEqual([
    'Shipment.Name | 0.0 | {{Shipment.Name | uper | date:"d"}} | {{Shipment.Name | upper | date:"d"}}',
    'if | 1.0 | {{#if Shipment.Nmae}} | ',
    'Itmes | 2.0 | {{#Itmes}} | {{#Items}}',
    'House B/L | 3.0 | {{House B/L}} | {{Shipment.Hbl}}',
    'Shipment.Name | 3.18 |  | ',
    'Shipment_Vesselnam | 4.0 | «x» | {{Shipment.VesselName | upper}}',
    'Items | 4.7 | «x» | ',
    'Shipment_Hbll | 5.0 | { IF { MERGEFIELD Shipment_Hbll } <> "" "House" "Direct" } | { IF { MERGEFIELD Shipment_Hbl } <> "" "House" "Direct" }',
    '(Shipment.Vesselnam) | 6.4 | Something | {{Shipment.VesselName}}',
  ])
})

test('the likely correction is taken in each way of writing', async () => {
  const bytes = templateFile({
    body:
      paragraph('{{Shipment.Vesselnam | upper}}') +
      paragraph('{{#if Shipment.Vesselnam}}x{{/if}}') +
      paragraph(mergeField('Shipment_Vesselnam')) +
      paragraph(control(run('Something'), { tag: 'Shipment.Vesselnam' })),
  })
  const { problems } = await pageOf(bytes)
  const changes = problems.flatMap(({ from, to, meant }) =>
    from && to && meant ? [{ from, to, text: meant.placeholder }] : [],
  )
  const made = await changePage(bytes, { changes, rows: [] }, findable.known)
  const { problems: left, places } = await pageOf(made)
  expect([changes.length, left]).toEqual([4, []])
  expect(places.map(({ writing, choices }) => `${writing} ${choices[0]?.placeholder}`)).toEqual([
    'placeholder {{Shipment.VesselName | upper}}',
    'placeholder {{#if Shipment.VesselName}}',
    'placeholder {{/if}}',
    'mergeField {{Shipment.VesselName}}',
    'contentControl {{Shipment.VesselName}}',
  ])
})

test('a wrong name in an IF field of Word is corrected, and the rule stays as it is', async () => {
  const rule = (name: string) =>
    complexField({
      code: [' IF ', { xml: mergeField(`${name} \\* Upper`) }, ' <> "" "House" "Direct" '],
      result: 'House',
    })
  const bytes = templateFile({ body: paragraph(`${run('Kind: ')}${rule('Shipment_Hbll')}`) })
  const { problems, places } = await pageOf(bytes)
  const [{ from, to, meant } = {}] = problems
  if (!from || !to || !meant) throw new Error('There is no correction.')
  const made = await changePage(
    bytes,
    { changes: [{ from, to, text: meant.placeholder }], rows: [] },
    findable.known,
  )
  const after = await pageOf(made)
  expect(after.problems).toEqual([])
  expect(after.places.map(({ text, writing }) => `${writing} ${text}`)).toEqual([
    'wordField { IF { MERGEFIELD Shipment_Hbl \\* Upper } <> "" "House" "Direct" }',
  ])
  const compiled = await compileTemplate(made, findable.known)
  const print = async (hbl: string | null) =>
    documentText(Buffer.from(renderDocument(compiled, { fields: { 'Shipment.HouseBl': hbl }, lists: {} })))
  expect([await print('HFL-1'), await print(null)]).toEqual(['Kind: House', 'Kind: Direct'])
  // Nothing else of it is changed on the page.
  const other = (text: string) =>
    changePage(bytes, { changes: [{ from, to, text }], rows: [] }, findable.known)
  const [place] = places
  await expect(other((place?.text ?? '').replace('Direct', 'Other'))).rejects.toThrow('stays as it is')
  await expect(other((place?.text ?? '').replace('Shipment_Hbll', 'x" "y'))).rejects.toThrow('stays as it is')
})
