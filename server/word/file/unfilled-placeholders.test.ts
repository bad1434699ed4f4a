import { catalogue, sampleValues } from '#testing/word/catalogue.ts'
import { paragraph, run } from '#testing/word/markup.ts'
import { type TemplateContent, templateFile } from '#testing/word/template-file.ts'
import { describe, expect, test } from 'vitest'
import { compileTemplate } from '#server/word/compile.ts'
import { renderDocument } from '#server/word/render.ts'
import { readZip, unpack } from './zip-read.ts'
import { packEntry, writeZip } from './zip-write.ts'

const OFFICE = 'http://schemas.openxmlformats.org'
const W = `xmlns:w="${OFFICE}/wordprocessingml/2006/main"`
const WORDML = 'application/vnd.openxmlformats-officedocument.wordprocessingml'

const withPart = (name: string, kind: string, type: string, content: string | Buffer): TemplateContent => ({
  body: paragraph('x'),
  extraParts: [{ name: `word/${name}`, type, content }],
  extraLinks: [{ id: 'extra', kind, target: name }],
})

const comments = (...texts: string[]) =>
  withPart(
    'comments.xml',
    'comments',
    `${WORDML}.comments+xml`,
    `<w:comments ${W}>${texts.map((text, index) => `<w:comment w:id="${index}" w:author="Ann"><w:p>${text}</w:p></w:comment>`).join('')}</w:comments>`,
  )

const deleted = (...pieces: string[]) =>
  `<w:del w:id="7" w:author="A" w:date="2026-01-01T00:00:00Z">${pieces.map(piece => `<w:r><w:delText>${piece}</w:delText></w:r>`).join('')}</w:del>`

const workbook = (text: string) =>
  writeZip([packEntry('xl/sharedStrings.xml', `<sst><si><t>${text}</t></si></sst>`)])

const chart = `<c:chartSpace xmlns:c="${OFFICE}/drawingml/2006/chart"><c:chart/></c:chartSpace>`

const PLACES: readonly (readonly [string, TemplateContent, place: string, where: string])[] = [
  ['a comment', comments(run('{{Shipment.Name}}')), 'comment 0 by Ann', 'a comment'],
  [
    'a comment, split as Word splits it',
    comments('<w:r><w:t>{</w:t></w:r><w:r><w:t>{Shipment</w:t></w:r><w:r><w:t>.Name}}</w:t></w:r>'),
    'comment 0 by Ann',
    'a comment',
  ],
  [
    'a comment, with its braces as entities',
    comments(run('&#123;&#x7B;Shipment.Name}}').replaceAll('&amp;#', '&#')),
    'comment 0 by Ann',
    'a comment',
  ],
  [
    'a deleted text, split',
    { body: `<w:p>${run('x')}${deleted('old {{Ship', 'ment.Name}} ')}</w:p>` },
    'body',
    'a text deleted while changes were tracked',
  ],
  [
    'the name of a bookmark',
    {
      body: `<w:p><w:bookmarkStart w:id="1" w:name="{{Shipment.Name}}"/>${run('x')}<w:bookmarkEnd w:id="1"/></w:p>`,
    },
    'body',
    'the name of a bookmark',
  ],
  [
    'a variable of the file',
    {
      body: paragraph('x'),
      settings: '<w:docVars><w:docVar w:name="a" w:val="{{Shipment.Name}}"/></w:docVars>',
    },
    'word/settings.xml',
    'a setting of the file',
  ],
  [
    'data of another program',
    {
      body: paragraph('x'),
      extraParts: [
        {
          name: 'customXml/item1.xml',
          type: 'application/xml',
          content: '<data><a>{{Shipment.Name}}</a></data>',
        },
      ],
      extraLinks: [{ id: 'extra', kind: 'customXml', target: '../customXml/item1.xml' }],
    },
    'customXml/item1.xml',
    'data that other programs keep in the file',
  ],
  [
    'the workbook of a chart',
    {
      body: paragraph('x'),
      extraParts: [
        {
          name: 'word/charts/chart1.xml',
          type: 'application/vnd.openxmlformats-officedocument.drawingml.chart+xml',
          content: chart,
        },
        {
          name: 'word/embeddings/book.xlsx',
          type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
          content: workbook('{{Shipment.Name}}'),
        },
      ],
      extraLinks: [
        { id: 'chart', kind: 'chart', target: 'charts/chart1.xml' },
        { id: 'book', kind: 'package', target: '../embeddings/book.xlsx', from: 'word/charts/chart1.xml' },
      ],
    },
    'word/embeddings/book.xlsx',
    'a file within the file',
  ],
]

test.each(PLACES)(
  '%s is told with its place, and the template is filled',
  async (_, content, place, where) => {
    const template = await compileTemplate(templateFile(content), catalogue)
    expect(template.problems).toEqual([])
    expect(template.warnings).toEqual([
      {
        kind: 'left',
        name: 'Shipment.Name',
        place,
        message: `“{{Shipment.Name}}” is in ${where}, where nothing is filled in; it is left as it is. Remove it in Word.`,
      },
    ])
    expect(() => renderDocument(template, sampleValues(1))).not.toThrow()
  },
)

test('every one of a part is told, also one that is never finished', async () => {
  const content = comments(run('{{Shipment.Name}} and {{Today}}'), run('{{Quote'))
  const { warnings } = await compileTemplate(templateFile(content), catalogue)
  expect(warnings.map(({ name, place }) => `${place}: ${name}`)).toEqual([
    'comment 0 by Ann: Shipment.Name',
    'comment 0 by Ann: Today',
    'comment 1 by Ann: Quote',
  ])
})

describe('what would be printed is a place to mend', () => {
  test.each([
    [
      'the numbering of a list',
      withPart(
        'numbering.xml',
        'numbering',
        `${WORDML}.numbering+xml`,
        `<w:numbering ${W}><w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:lvlText w:val="{{Shipment.JobId}} %1"/></w:lvl></w:abstractNum></w:numbering>`,
      ),
    ],
    [
      'a drawing (SVG)',
      withPart(
        'media/seal.svg',
        'image',
        'image/svg+xml',
        '<svg xmlns="http://www.w3.org/2000/svg"><text>{{Shipment.JobId}}</text></svg>',
      ),
    ],
  ])('%s', async (where, content) => {
    const { problems, warnings } = await compileTemplate(templateFile(content), catalogue)
    expect(warnings).toEqual([])
    expect(problems.map(({ message }) => message)).toEqual([
      `“{{Shipment.JobId}}” is in ${where}, where nothing is filled in; it is left as it is. Remove it in Word.`,
    ])
  })
})

test('“ready” without a word means that no brace is left', async () => {
  const content = { body: paragraph(run('{{Shipment.Name}}')), title: '{{Shipment.JobId}}' }
  const template = await compileTemplate(templateFile(content), catalogue)
  expect([...template.problems, ...template.warnings]).toEqual([])
  for (const entry of (await readZip(renderDocument(template, sampleValues(1)))).values())
    expect(unpack(entry).includes('{{'), entry.name).toBe(false)
})
