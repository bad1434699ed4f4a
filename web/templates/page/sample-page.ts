import type { PageBlock, PageRun } from '#contract/page-blocks.ts'
import type { FieldChoice, PagePlace, TemplatePage } from '#contract/template-pages.ts'

/** For the tests of the page: a bill made for a job, with an address over three lines and a table of two items. */

const run = (text: string, look: Partial<PageRun> = {}): PageRun => ({
  ...{ text, bold: false, italic: false, underline: false, size: null, color: null },
  ...look,
})

export const paragraph = (index: number, ...runs: (string | PageRun)[]): PageBlock => ({
  kind: 'paragraph',
  ...{ index, align: 'left', isRightToLeft: false },
  runs: runs.map(one => (typeof one === 'string' ? run(one) : one)),
})

export const choice = (name: string, label: string, format = ''): FieldChoice => ({
  placeholder: `{{${name}${format}}}`,
  name,
  label,
})

export const shipper = choice('Shipper.Block', 'Shipper: Name and address')
export const etd = choice('Shipment.Etd', 'ETD', ' | date:"dd MMM yyyy"')
export const onBoard = choice('Shipment.OnBoardDate', 'On board date', ' | date:"dd MMM yyyy"')
export const houseBl = choice('Shipment.HouseBl', 'House B/L')
export const itemName = choice('Items.Name', 'Item: Name')

export const place = (
  kind: PagePlace['kind'],
  [paragraph, from, to = from]: [number, number, number?],
  text: string,
  ...choices: FieldChoice[]
): PagePlace => ({
  ...{ from: { paragraph, offset: from }, to: { paragraph, offset: to } },
  ...{ text, kind, choices, list: null, line: null, writing: kind === 'field' ? 'placeholder' : null },
})

const cell = (...blocks: PageBlock[]) => ({ columns: 1, rows: 1, shade: null, blocks })

export const block: PagePlace = {
  ...place('found', [1, 0], 'Maas Textiles\nKade 1\nRotterdam', shipper),
  to: { paragraph: 3, offset: 9 },
}
export const sailing = place('asked', [4, 9, 20], '03 Dec 2026', etd, onBoard)
export const number = place('field', [5, 4, 25], '{{Shipment.HouseBl}}', houseBl, {
  ...houseBl,
  placeholder: '{{Shipment.HouseBl | upper}}',
})
export const unknown = place('field', [6, 0, 17], '{{Shipment.Nmae}}')
export const item: PagePlace = { ...place('found', [9, 0, 6], 'Cotton', itemName), list: 'Items' }

export const samplePage = (changes: Partial<TemplatePage> = {}): TemplatePage => ({
  template: {
    ...{ id: '00000000-0000-4000-8000-000000000001', name: 'House Bill.dotx', type: 'Word Template' },
    ...{ defaultDocumentName: 'House Bill.docx', description: '', date: '2026-11-20T12:00:00Z' },
    ...{ size: 20_000, problems: [], leftPlaces: 0, missing: [], version: 1 },
  },
  parts: [
    {
      label: 'body',
      blocks: [
        paragraph(0, run('BILL OF LADING', { bold: true, size: 16, color: '0B6E75' })),
        paragraph(1, 'Maas ', run('Textiles', { italic: true })),
        paragraph(2, 'Kade 1'),
        paragraph(3, 'Rotterdam'),
        paragraph(4, 'Sailing: 03 Dec 2026'),
        paragraph(5, 'No. {{Shipment.HouseBl}} \uFFFC'),
        paragraph(6, '{{Shipment.Nmae}}'),
        {
          kind: 'table',
          index: 0,
          widths: [3000, 1000],
          hasBorders: true,
          rows: [
            {
              index: 0,
              cells: [{ ...cell(paragraph(7, 'Goods')), shade: '14202E' }, cell(paragraph(8, 'Pieces'))],
            },
            { index: 1, cells: [cell(paragraph(9, 'Cotton')), cell(paragraph(10, '40'))] },
            { index: 2, cells: [cell(paragraph(11, 'Yarn')), cell(paragraph(12, '12'))] },
          ],
        },
      ],
    },
    { label: 'footer', blocks: [paragraph(13, 'Page 1')] },
  ],
  width: 9638,
  language: 'en',
  problems: [],
  places: [block, sailing, number, unknown, item],
  questions: [],
  rows: [{ list: 'Items', table: 0, first: 1, last: 2, kept: 1, where: null }],
  enclosures: [],
  dismissals: [],
  ...changes,
})

const shared = (field: string, label: string) => [
  choice(`Consignee.${field}`, `Consignee: ${label}`),
  choice(`NotifyParty.${field}`, `Notify Party: ${label}`),
]

/** A page of a name with its address in two paragraphs, which two parties share, and of a day in two places. */
export const pageWithQuestions = (): TemplatePage =>
  samplePage({
    parts: [
      {
        label: 'body',
        blocks: ['Elbe Handel', 'Kai 7', 'Hamburg', 'Dated 03 Dec 2026', 'Dated 03 Dec 2026'].map(
          (text, index) => paragraph(index, text),
        ),
      },
    ],
    places: [
      place('asked', [0, 0, 11], 'Elbe Handel', ...shared('Name', 'Name')),
      {
        ...place('asked', [1, 0], 'Kai 7\nHamburg', ...shared('Address', 'Address').toReversed()),
        to: { paragraph: 2, offset: 7 },
      },
      ...[3, 4].map(index => place('asked', [index, 6, 17], '03 Dec 2026', etd, onBoard)),
    ],
    questions: [
      {
        places: [0, 1],
        answers: [
          { label: 'Consignee', choices: [0, 1] },
          { label: 'Notify Party', choices: [1, 0] },
        ],
      },
      {
        places: [2, 3],
        answers: [
          { label: 'ETD', choices: [0, 0] },
          { label: 'On board date', choices: [1, 1] },
        ],
      },
    ],
    rows: [],
  })
