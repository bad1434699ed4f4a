import { beforeAll, describe, expect, test, vi } from 'vitest'
import { catalogue } from './catalogue.ts'
import { fillCorpusFile } from './corpus-file.ts'
import { picture, textBox } from './drawings.ts'
import { editParts } from './edit-file.ts'
import { formField } from './fields.ts'
import { cell, footnoteMark, paragraph, row, run, table } from './markup.ts'
import { png } from './png.ts'
import { templateFile } from './template-file.ts'

/** The corpus check is tried by documents in which something is lost on purpose. */

vi.setConfig({ testTimeout: 60_000 })

const MATH = 'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"'
const line = (...pieces: string[]) => `<w:p>${pieces.join('')}</w:p>`
const text = (...lines: string[]) => lines.map(each => line(run(each))).join('')
const width = { width: 2_000 }
const cells = (...texts: string[]) => row(texts.map(each => cell(paragraph(run(each)), width)))
const BOX = { leftMm: 0, topMm: 0, widthMm: 60, heightMm: 20, colour: '808080' }
const CHART = 'application/vnd.openxmlformats-officedocument.drawingml.chart+xml'
const chart =
  '<c:chartSpace xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><c:chart><c:title><c:tx><c:rich><a:bodyPr/><a:p><a:r><a:t>Cargo {{Shipment.JobId}}</a:t></a:r></a:p></c:rich></c:tx></c:title></c:chart></c:chartSpace>'
const watermark =
  '<w:r><w:pict><v:shape id="w" style="width:400pt;height:100pt"><v:textpath string="DRAFT {{Shipment.JobId}}"/></v:shape></w:pict></w:r>'

/** A little of everything that a template holds. */
const whole = templateFile({
  title: 'Bill {{Shipment.JobId}}',
  pictures: { sample: png(2, 2, () => [0, 0, 0, 255]) },
  header: paragraph(run('Headline') + watermark),
  footnotes: [run('Remark below')],
  extraParts: [{ name: 'word/charts/chart1.xml', type: CHART, content: chart }],
  extraLinks: [
    { id: 'chart', kind: 'chart', target: 'charts/chart1.xml' },
    { id: 'far', kind: 'hyperlink', target: 'https://example.com/{{Shipment.JobId}}', isExternal: true },
    { id: 'site', kind: 'hyperlink', target: 'https://example.com/', isExternal: true },
  ],
  body:
    line(run('Weight 13\u00a0017'), run('\u3000indented'), run(' for {{Consignee.Name}}')) +
    line(run('Noted'), footnoteMark(1)) +
    line(textBox(paragraph('Boxed words') + paragraph(picture('sample', 9, 9, 'QR Shipment.JobId')), BOX)) +
    line(picture('sample', 9, 9, 'Seal')) +
    line(`<w:hyperlink r:id="far">${run('Tracking')}</w:hyperlink>`) +
    line(`<w:hyperlink r:id="site">${run('Website')}</w:hyperlink>`) +
    line(`<m:oMath ${MATH}><m:r><m:t>sum={{Shipment.Volume}}</m:t></m:r></m:oMath>`) +
    line(run('Vessel '), formField('Shipment_Name', '<w:textInput/>', 'FORMTEXT', 'x')) +
    text('Greeting {{#if Shipment.Igm}}', 'Inside', '{{/if}} Closing') +
    text('Goods {{#Items}}', '{{Name}}', '{{/Items}} Below') +
    table([cells('Heading', 'Count'), cells('{{Items.Quantity}}', 'pieces'), cells('Total', 'last')], {
      widths: [2_000, 2_000],
    }) +
    '<w:p><w:pPr><w:sectPr/></w:pPr></w:p>',
})

const failuresWith = async (edit: (xml: string, name: string) => string | undefined) => {
  const { failures, refusal } = await fillCorpusFile(whole, catalogue, document => editParts(document, edit))
  expect(refusal).toBeUndefined()
  return failures
}

test('nothing is found where nothing is lost', async () => {
  expect(await failuresWith(xml => xml)).toEqual([])
})

test('an item’s merged cell that is torn from its second row is found', async () => {
  const line = (merge: 'restart' | 'continue', first: string, second: string) =>
    row([cell(paragraph(first), { ...width, merge }), cell(paragraph(second), width)])
  const merged = templateFile({
    body: table([line('restart', '{{Items.Name}}', 'above'), line('continue', '', '')], {
      widths: [2_000, 2_000],
    }),
  })
  expect((await fillCorpusFile(merged, catalogue)).failures).toEqual([])
  const { failures } = await fillCorpusFile(merged, catalogue, document =>
    editParts(document, xml => xml.replace(/<w:vMerge(?: w:val="continue")?\/>/, '')),
  )
  expect(failures.join('\n')).toContain('1 merged cells are torn')
})

const inPart =
  (part: string, edit: (xml: string) => string) =>
  (xml: string, name: string): string =>
    name === part ? edit(xml) : xml
const inBody = (edit: (xml: string) => string) => inPart('word/document.xml', edit)
/** The paragraph that holds these words. */
const paragraphWith = (words: string) =>
  new RegExp(`<w:p>(?:(?!</?w:p>).)*${words}(?:(?!</?w:p>).)*</w:p>`, 'g')
const FIELD = (code: string) =>
  `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>${code}</w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>`
const put = (xml: string) => inBody(body => body.replace('<w:body>', `<w:body>${xml}`))

type Edit = (xml: string, name: string) => string | undefined
const FAULTS: readonly (readonly [fault: string, edit: Edit, found: RegExp])[] = [
  ['a non-breaking space', inBody(xml => xml.replace('13\u00a0017', '13017')), /words are lost: “13”/],
  [
    'an ideographic space, so that words grow together',
    inBody(xml => xml.replace('\u3000indented', 'indented')),
    /words are lost/,
  ],
  [
    'a text box with the picture in it',
    inBody(xml => xml.replaceAll(/<w:txbxContent>.*?<\/w:txbxContent>/g, '')),
    /text boxes are lost/,
  ],
  ['the words before a condition', inBody(xml => xml.replace(/Greeting ?/, '')), /lost: “Greeting”/],
  [
    'the words behind a condition, where it does not hold',
    inBody(xml => (xml.includes('Inside') ? xml : xml.replace('Closing', ''))),
    /lost: “Closing” \(no condition holds\)/,
  ],
  [
    'nothing, but repeats the words beside a list',
    inBody(xml => xml.replace('Goods', 'Goods Goods Goods')),
    /printed too often: “Goods”/,
  ],
  [
    'a value in a watermark',
    inPart('word/header1.xml', xml =>
      xml.replace(/string="DRAFT [^"]*"/, 'string="DRAFT {{Shipment.JobId}}"'),
    ),
    /header1\.xml: “\{\{Shipment\.JobId…” is left/,
  ],
  [
    'a value in the address of a link',
    inBody(xml => xml.replace(/https:\/\/example\.com\/[^"&]+/, 'https://example.com/{{Shipment.JobId}}')),
    /document\.xml: “\{\{Shipment\.JobId…” is left/,
  ],
  [
    'a value in an equation',
    inBody(xml => xml.replace(/sum=[^<]*/, 'sum={{Shipment.Volume}}')),
    /“\{\{Shipment\.Volume…” is left/,
  ],
  [
    'a value in a chart',
    inPart('word/charts/chart1.xml', () => chart),
    /chart1\.xml: “\{\{Shipment\.JobId…” is left/,
  ],
  [
    'a value in the properties of the file',
    inPart('docProps/core.xml', xml => xml.replace(/Bill [^<]*/, 'Bill {{Shipment.JobId}}')),
    /core\.xml: “\{\{Shipment\.JobId…” is left/,
  ],
  [
    'a value in the description of a drawing',
    inBody(xml => xml.replace('descr="Seal"', 'descr="{{Shipment.JobId}}"')),
    /“\{\{Shipment\.JobId…” is left/,
  ],
  [
    'the value of a form field',
    put(`<w:p>${formField('Shipment_Name', '<w:textInput/>', 'FORMTEXT', 'x')}</w:p>`),
    /the field “FORMTEXT” is not filled/,
  ],
  [
    'the result of a logical IF',
    put(`<w:p>${FIELD(' IF 1 = 1 "a" "b" ')}</w:p>`),
    /the field “IF 1 = 1 "a" "b"” is not filled/,
  ],
  ['a picture that is in the file', inBody(xml => xml.replace(/<a:blip [^>]*>/, '')), /pictures are lost/],
  [
    'a row of a table',
    inBody(xml => xml.replace(/<w:tr(?: [^>]*)?>(?:(?!<\/w:tr>).)*Total.*?<\/w:tr>/, '')),
    /lost: “Total”, “last”/,
  ],
  [
    'two rows of three items',
    inBody(xml => {
      const rows = [...xml.matchAll(/<w:tr(?: [^>]*)?>(?:(?!<\/w:tr>).)*pieces.*?<\/w:tr>/g)]
      return rows.slice(1).reduce((left, [one]) => left.replace(one, ''), xml)
    }),
    /2 of 3 rows of Items are lost/,
  ],
  ['a table', inBody(xml => xml.replace(/<w:tbl>.*?<\/w:tbl>/, '')), /1 of 1 tables are lost/],
  [
    'the mark of a footnote',
    inBody(xml => xml.replace(/<w:footnoteReference [^>]*>/, '')),
    /1 notes are lost/,
  ],
  [
    'the words of a footnote',
    inPart('word/footnotes.xml', xml => xml.replace('Remark below', '')),
    /lost: “Remark”, “below”/,
  ],
  [
    'the words of a header',
    inPart('word/header1.xml', xml => xml.replace('Headline', '')),
    /lost: “Headline”/,
  ],
  [
    'a link, but not its words',
    inBody(xml => xml.replaceAll(/<\/?w:hyperlink(?: [^>]*)?>/g, '')),
    /links are lost/,
  ],
  ['a section', inBody(xml => xml.replace(/<w:sectPr\/>/, '')), /sections are lost/],
  ['an equation', inBody(xml => xml.replace(/<m:oMath .*?<\/m:oMath>/, '')), /1 of 1 equations are lost/],
  [
    'nothing, but leaves the code of a merge field',
    put(`<w:p>${FIELD(' MERGEFIELD Shipment_Name ')}</w:p>`),
    /the field “MERGEFIELD Shipment_Name” is left/,
  ],
  [
    'nothing, but leaves a content control',
    put('<w:sdt><w:sdtContent><w:p/></w:sdtContent></w:sdt>'),
    /w:sdt is left/,
  ],
  [
    'a value in the text',
    inBody(xml => xml.replace(/ for ‹\d+›/, ' for ')),
    /places of ‹\d+› were not filled/,
  ],
  ['a paragraph', inBody(xml => xml.replace(paragraphWith('Website'), '')), /lost: “Website”/],
]

describe('what is lost is found:', () => {
  let unharmed: string[]
  beforeAll(async () => {
    unharmed = await failuresWith(xml => xml)
  })

  test.each(FAULTS)('%s', async (_, edit, found) => {
    expect(unharmed).toEqual([])
    expect((await failuresWith(edit)).join('\n')).toMatch(found)
  })
})
