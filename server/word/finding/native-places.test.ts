import { describe, expect, test } from 'vitest'
import { findable } from '#server/templates/fields/findable.ts'
import { compileTemplate } from '#server/word/compile.ts'
import { changePage, readPage } from '#server/word/finding/template-page.ts'
import { elementsBelow } from '#server/word/file/tree.ts'
import { writeXml } from '#server/word/file/write-xml.ts'
import { renderDocument } from '#server/word/render.ts'
import { control } from '#testing/word/controls.ts'
import { picture, textBox } from '#testing/word/drawings.ts'
import { complexField, formField, mergeField, simpleField } from '#testing/word/fields.ts'
import { cell, paragraph, row, run, table } from '#testing/word/markup.ts'
import { png } from '#testing/word/png.ts'
import { documentText, parseAllParts } from '#testing/word/read-document.ts'
import { templateFile } from '#testing/word/template-file.ts'

const red = '<w:rPr><w:b/><w:color w:val="FF0000"/></w:rPr>'
const box = { leftMm: 0, topMm: 0, widthMm: 60, heightMm: 10, colour: '000000' }
const ifField = complexField({
  code: [' IF ', { xml: mergeField('Shipment_HouseBl') }, ' <> "" "House" "Direct" '],
  result: 'House',
})
const checkbox =
  '<w14:checkbox><w14:checked w14:val="0"/><w14:checkedState w14:val="2612" w14:font="MS Gothic"/><w14:uncheckedState w14:val="2610" w14:font="MS Gothic"/></w14:checkbox>'
const dated = '<w:date><w:dateFormat w:val="dd/MM/yyyy"/><w:lid w:val="en-GB"/></w:date>'
const listed = '<w:dropDownList><w:listItem w:displayText="By sea" w:value="Sea"/></w:dropDownList>'
const section = '<w15:repeatingSection/>'
const item = '<w15:repeatingSectionItem/>'

/** A template with every way of writing a field. */
const everything = templateFile({
  header: paragraph(run('Ref ') + mergeField('Shipment_JobId', '«Shipment_JobId»')),
  pictures: { rId50: png(4, 4, () => [255, 0, 0, 255]) },
  body: [
    paragraph('Bill {{Shipment.HouseBl}}'),
    paragraph(
      run('Vessel ') + simpleField(' MERGEFIELD Shipment_VesselName \\* Upper ', '«Shipment_VesselName»'),
    ),
    paragraph(
      run('ETD ') +
        complexField({
          code: [' MERGEFIELD Ship', 'ment_Etd \\@ "dd MMM yyyy"', ' \\* MERGEFORMAT '],
          result: '«Shipment_Etd»',
          resultFormat: red,
        }) +
        run(' sharp'),
    ),
    paragraph(ifField),
    paragraph(simpleField(' MERGEFIELD Shipment_Nmae ')),
    table(
      [
        row([
          cell(
            paragraph(
              mergeField('TableStart:Items', '«TableStart:Items»') +
                mergeField('Name', '«Name»') +
                mergeField('TableEnd:Items', '«TableEnd:Items»'),
            ),
            { width: 3_000 },
          ),
        ]),
        row([cell(paragraph(mergeField('Containers_Number', '«Containers_Number»')), { width: 3_000 })]),
      ],
      { widths: [3_000] },
    ),
    paragraph(
      run('Master ') +
        control(run('the bill'), { tag: 'Shipment.MasterBl', title: 'Master', properties: '<w:text/>' }),
    ),
    control(paragraph('Name and address') + paragraph('of the consignee'), {
      tag: 'Consignee.NameAndAddress',
    }),
    paragraph(
      run('ETA ') + control(run('Pick a day'), { tag: 'Shipment.Eta', properties: dated, isPrompt: true }),
    ),
    paragraph(run('Mode ') + control(run('By sea'), { tag: 'Quote.TransportMode', properties: listed })),
    paragraph(run('Dangerous ') + control(run('☐'), { tag: 'Items.MarinePollutant', properties: checkbox })),
    paragraph(control(picture('rId50', 10, 10, ''), { tag: 'Company.Logo', properties: '<w:picture/>' })),
    control(
      control(paragraph(run('Item ') + control(run('5208'), { tag: 'HsCode' })), { properties: item }),
      { tag: 'Items', properties: section },
    ),
    paragraph(run('Own ') + control(run('Something'), { tag: 'Our own' })),
    paragraph(formField('Shipment_Voyage', '<w:textInput/>', 'FORMTEXT', '     ')),
    paragraph(textBox(paragraph(run('Box ') + mergeField('Shipment_Mbl', '«Shipment_Mbl»')), box)),
  ].join(''),
})

const pageOf = (bytes: Uint8Array) => readPage(bytes, findable, null)
const told = async (bytes: Uint8Array) =>
  (await pageOf(bytes)).places.map(({ text, writing, choices: [choice], list }) =>
    [writing, text, choice?.name, choice?.placeholder, ...(list === null ? [] : [list])].join(' | '),
  )

test('every way of writing a field is a place of the page', async () => {
  expect(await told(everything)).toEqual([
    'placeholder | {{Shipment.HouseBl}} | Shipment.HouseBl | {{Shipment.HouseBl}}',
    'mergeField | «Shipment_VesselName» | Shipment.VesselName | {{Shipment.VesselName | upper}}',
    'mergeField | «Shipment_Etd» | Shipment.Etd | {{Shipment.Etd | date:"dd MMM yyyy"}}',
    'wordField | { IF { MERGEFIELD Shipment_HouseBl } <> "" "House" "Direct" } |  | { IF { MERGEFIELD Shipment_HouseBl } <> "" "House" "Direct" }',
    'mergeField | { MERGEFIELD Shipment_Nmae } | Shipment_Nmae | {{Shipment_Nmae}}',
    'mergeField | «TableStart:Items» |  | {{#Items}}',
    'mergeField | «Name» | Items.Name | {{Items.Name}} | Items',
    'mergeField | «TableEnd:Items» |  | {{/Items}}',
    'mergeField | «Containers_Number» | Containers.Number | {{Containers.Number}}',
    'contentControl | the bill | Shipment.MasterBl | {{Shipment.MasterBl}}',
    'contentControl | Name and address\nof the consignee | Consignee.NameAndAddress | {{Consignee.NameAndAddress}}',
    'contentControl | Pick a day | Shipment.Eta | {{Shipment.Eta | date:"dd/MM/yyyy"}}',
    'contentControl | By sea | Quote.TransportMode | {{Quote.TransportMode}}',
    'contentControl | ☐ | Items.MarinePollutant | {{Items.MarinePollutant}}',
    'contentControl | Company.Logo | Company.Logo | {{Company.Logo}}',
    'contentControl | {{#Items}} |  | {{#Items}}',
    'contentControl | 5208 | Items.HsCode | {{Items.HsCode}} | Items',
    'contentControl | {{/Items}} |  | {{/Items}}',
    'formField | { FORMTEXT } | Shipment.Voyage | {{Shipment.Voyage}}',
    'mergeField | «Shipment_Mbl» | Shipment.MasterBl | {{Shipment.MasterBl}}',
    'mergeField | «Shipment_JobId» | Shipment.JobId | {{Shipment.JobId}}',
  ])
})

/** The template with another text in the place that reads so; and each paragraph that differs since. */
async function changed(name: string, text: string, bytes: Uint8Array = everything) {
  const { places } = await pageOf(bytes)
  const place = places.find(one => one.choices[0]?.name === name)
  if (!place) throw new Error(`${name} is no place`)
  const { from, to } = place
  const made = await changePage(bytes, { changes: [{ from, to, text }], rows: [] }, findable.known)
  const [before, after] = [await blocksOf(bytes), await blocksOf(made)]
  const differing = [...before].flatMap(([part, old], index) => {
    const now = [...after][index]?.[1] ?? []
    return old.flatMap((one, at) => (one === now[at] ? [] : [{ part, before: one, after: now[at] ?? '' }]))
  })
  expect([...after.values()].map(({ length }) => length)).toEqual(
    [...before.values()].map(({ length }) => length),
  )
  return { made, differing }
}

/** All that stands directly in the body, a header or a cell, as XML. */
async function blocksOf(bytes: Uint8Array): Promise<Map<string, string[]>> {
  const parts = await parseAllParts(bytes)
  return new Map(
    [...parts]
      .filter(([name]) => !/Content_Types/.test(name))
      .map(([name, tree]) => [
        name,
        elementsBelow(tree, one => !/^w:(p|sdt)$/.test(one.name)).map(one =>
          /^w:(p|sdt)$/.test(one.name) ? writeXml(one) : one.name,
        ),
      ]),
  )
}

const fill = async (bytes: Uint8Array, fields: Record<string, string | boolean>) =>
  (
    await documentText(
      renderDocument(
        await compileTemplate(bytes, findable.known),
        { fields, lists: { Items: [] } },
        { unfillable: 'blank' },
      ),
    )
  ).split('\n')

describe('a change of one place changes nothing else', () => {
  test('a merge field stays one, with its look and the switches of its look', async () => {
    const { made, differing } = await changed('Shipment.Etd', '{{Shipment.Eta | date:"d MMMM yyyy" | upper}}')
    expect(differing).toHaveLength(1)
    const after = differing[0]?.after ?? ''
    expect(after).toContain(
      ' MERGEFIELD Shipment_Eta \\@ "d MMMM yyyy" \\* Upper \\* MERGEFORMAT </w:instrText>',
    )
    expect(after).toContain(`${red}<w:t xml:space="preserve">«Shipment_Eta»</w:t>`)
    expect(await fill(made, { 'Shipment.Eta': '2026-12-03' })).toContain('ETD 3 DECEMBER 2026 sharp')
  })

  test('what Word cannot say becomes text in the same look', async () => {
    const { made, differing } = await changed('Shipment.Etd', '{{Shipment.Eta | default:"to follow"}}')
    expect(differing).toHaveLength(1)
    expect(differing[0]?.after).toContain(
      `${red}<w:t xml:space="preserve">{{Shipment.Eta | default:"to follow"}}</w:t></w:r><w:r>`,
    )
    expect(differing[0]?.after).not.toMatch(/fldChar|instrText/)
    expect(await fill(made, {})).toContain('ETD to follow sharp')
  })

  test.each([
    ['Shipment.VesselName', '{{Shipment.Voyage}}', 'w:instr=" MERGEFIELD Shipment_Voyage "'],
    ['Shipment_Nmae', '{{Shipment.Name}}', 'w:instr=" MERGEFIELD Shipment_Name "'],
    ['Containers.Number', '{{Containers.Type}}', ' MERGEFIELD Containers_Type '],
    ['Shipment.JobId', '{{Shipment.Name}}', ' MERGEFIELD Shipment_Name '],
    ['Shipment.MasterBl', '{{Shipment.HouseBl | upper}}', '<w:tag w:val="Shipment.HouseBl | upper"/>'],
    ['Consignee.NameAndAddress', '{{Shipper.NameAndAddress}}', '<w:tag w:val="Shipper.NameAndAddress"/>'],
    ['Shipment.Eta', '{{Shipment.Etd | date:"d.M.yyyy"}}', '<w:dateFormat w:val="d.M.yyyy"/>'],
    ['Quote.TransportMode', '{{Quote.Commodity}}', '<w:tag w:val="Quote.Commodity"/>'],
    ['Items.MarinePollutant', '{{Items.LimitedQuantity}}', '<w:tag w:val="Items.LimitedQuantity"/>'],
    ['Items.MarinePollutant', '{{Shipment.Name | upper}}', '{{Shipment.Name | upper}}</w:t>'],
    ['Company.Logo', '{{Company.Name}}', '{{Company.Name}}</w:t>'],
    ['Items.Name', '{{Items.NumberOfPacks}}', ' MERGEFIELD Items_NumberOfPacks '],
    ['Items.HsCode', '{{Items.Name}}', '<w:tag w:val="Items.Name"/>'],
    ['Shipment.Voyage', '{{Shipment.VesselName}}', '{{Shipment.VesselName}}</w:t>'],
  ])('%s becomes %s', async (name, text, written) => {
    const { made, differing } = await changed(name, text)
    expect(differing.map(({ after }) => after)).toEqual([expect.stringContaining(written)])
    const [former] = (await pageOf(everything)).places.filter(one => one.choices[0]?.name === name)
    const now = (await pageOf(made)).places.find(
      ({ from }) => from.paragraph === former?.from.paragraph && from.offset === former.from.offset,
    )
    expect(now?.choices[0]?.placeholder).toBe(text)
  })

  test.each([
    ['Shipment.VesselName', 'Vessel '],
    ['Shipment.Etd', 'ETD  sharp'],
    ['Shipment.MasterBl', 'Master '],
    ['Quote.TransportMode', 'Mode '],
    ['Company.Logo', ''],
    ['Shipment.Voyage', ''],
  ])('%s is taken out', async (name, left) => {
    const { differing } = await changed(name, '')
    expect(differing).toHaveLength(1)
    const after = differing[0]?.after ?? ''
    expect(after).not.toMatch(/fldChar|instr|w:sdt|w:drawing|ffData/)
    expect(after.replaceAll(/<[^>]*>/g, '')).toBe(left)
  })

  test('a field in a text box is changed in the copy for older programs too', async () => {
    const { places } = await pageOf(everything)
    const place = places.find(({ text }) => text === '«Shipment_Mbl»')
    if (!place) throw new Error('no text box')
    const changes = [{ from: place.from, to: place.to, text: '{{Shipment.HouseBl}}' }]
    const made = await changePage(everything, { changes, rows: [] }, findable.known)
    const xml = (await blocksOf(made)).get('word/document.xml')?.join('') ?? ''
    expect(xml.match(/ MERGEFIELD Shipment_HouseBl <\/w:instrText>.*?«Shipment_HouseBl»/g)).toHaveLength(2)
    expect(xml).not.toContain('Shipment_Mbl')
  })

  test('what is inserted beside a field stands beside it', async () => {
    const { places } = await pageOf(everything)
    const place = places.find(({ choices }) => choices[0]?.name === 'Shipment_Nmae')
    if (!place) throw new Error('no place')
    for (const at of [place.from, place.to]) {
      const changes = [{ from: at, to: at, text: '{{Shipment.Name}}' }]
      const made = await changePage(everything, { changes, rows: [] }, findable.known)
      const xml = (await blocksOf(made)).get('word/document.xml')?.join('') ?? ''
      expect(xml).toMatch(
        at === place.from
          ? /\{\{Shipment\.Name}}<\/w:t><\/w:r><w:fldSimple[^>]*Nmae/
          : /<w:fldSimple[^>]*Nmae[^>]*(?:\/>|><\/w:fldSimple>)<w:r><w:t xml:space="preserve">\{\{Shipment\.Name}}/,
      )
    }
  })
})

test.each([
  ['a simple field', simpleField(' MERGEFIELD Shipment_Name ', '«Shipment_Name»')],
  ['a merge field', mergeField('Shipment_Name', '«Shipment_Name»')],
  ['a control', control(run('the name'), { tag: 'Shipment.Name', properties: '<w:text/>' })],
])('what is inserted before and behind %s that is a line of its own is printed', async (_, xml) => {
  const bytes = templateFile({ body: paragraph(xml) })
  const [place] = (await pageOf(bytes)).places
  if (!place) throw new Error('no place')
  const changes = [
    { from: place.from, to: place.from, text: 'Before ' },
    { from: place.to, to: place.to, text: ' behind' },
  ]
  const made = await changePage(bytes, { changes, rows: [] }, findable.known)
  expect(await fill(made, { 'Shipment.Name': 'Linen' })).toEqual(['Before Linen behind'])
})

describe('is refused', () => {
  const refusal = async (
    pick: (places: Awaited<ReturnType<typeof pageOf>>['places']) => { from: object; to: object } | undefined,
  ) => {
    const spot = pick((await pageOf(everything)).places) as
      | Parameters<typeof changePage>[1]['changes'][number]
      | undefined
    if (!spot) throw new Error('no place')
    const { from, to } = spot
    return changePage(
      everything,
      { changes: [{ from, to, text: '{{Shipment.Name}}' }], rows: [] },
      findable.known,
    )
  }

  test('a change of a rule', async () => {
    await expect(refusal(places => places.find(({ writing }) => writing === 'wordField'))).rejects.toThrow(
      '“{ IF { MERGEFIELD Shipment_HouseBl } <> "" "House" "Direct" }” decides what is printed and stays as it is.',
    )
  })

  test('a change of a part of a field', async () => {
    await expect(
      refusal(places => {
        const place = places.find(({ text }) => text === '«Shipment_Etd»')
        return place && { from: place.from, to: { ...place.to, offset: place.to.offset - 1 } }
      }),
    ).rejects.toThrow('The field “Shipment.Etd” is changed as a whole or not at all.')
  })
})

test('a field without an end stays as it is', async () => {
  const broken = complexField({ code: [' MERGEFIELD Shipment_Name '] }).replace(
    /<w:r><w:fldChar w:fldCharType="end"\/><\/w:r>$/,
    '',
  )
  const bytes = templateFile({ body: paragraph(broken) + paragraph('{{Shipment.Name}}') })
  expect(await told(bytes)).toEqual([
    'mergeField | { MERGEFIELD Shipment_Name } |  | { MERGEFIELD Shipment_Name }',
    'placeholder | {{Shipment.Name}} | Shipment.Name | {{Shipment.Name}}',
  ])
})

test('a date control without a format gets one, and nothing else in this file or in another', async () => {
  const bare = '<w:date><w:dateFormat/><w:lid w:val="en-GB"/></w:date>'
  const bytes = templateFile({
    body: paragraph(control(run('the day'), { tag: 'Shipment.Eta', properties: bare })) + paragraph('Left'),
  })
  const [place] = (await pageOf(bytes)).places
  if (!place) throw new Error('no control')
  const changes = [{ from: place.from, to: place.to, text: '{{Shipment.Etd | date:"d.M.yyyy"}}' }]
  const made = await changePage(bytes, { changes, rows: [] }, findable.known)
  const left = await changePage(
    templateFile({ body: paragraph('Other') }),
    { changes: [], rows: [] },
    findable.known,
  )
  const written = (await blocksOf(made)).get('word/document.xml')?.join('') ?? ''
  expect(written.match(/d\.M\.yyyy/g)).toHaveLength(1)
  expect(JSON.stringify([...(await blocksOf(left)).values()])).not.toContain('d.M.yyyy')
})

test.each([
  ['one cell into the next', 1, 2],
  ['a text into a table', 0, 1],
  ['before a table to behind it', 0, 3],
])('a change that reaches from %s is refused', async (_, first, last) => {
  const cells = ['One', 'Two'].map(text => cell(paragraph(text), { width: 900 }))
  const bytes = templateFile({
    body: paragraph('Top') + table([row(cells)], { widths: [900, 900] }) + paragraph('End'),
  })
  const change = { from: { paragraph: first, offset: 0 }, to: { paragraph: last, offset: 3 }, text: 'X' }
  await expect(changePage(bytes, { changes: [change], rows: [] }, findable.known)).rejects.toThrow(
    'A change reaches from one cell or text into another.',
  )
})
