import {
  ACCENT,
  cell,
  counted,
  gap,
  LINE,
  PAGE_WIDTH,
  paragraph,
  picture,
  row,
  runs,
  SHADE,
  table,
} from './markup.ts'

/** Between two tables, which would grow together without it. */
export const space = gap(60)

/** A labelled value in a box. */
export const field = (label: string, ...lines: readonly string[]): string =>
  paragraph('Label', label, { keepNext: true }) + lines.map(line => paragraph('Value', line)).join('')

/** A further labelled value in a box, of which nothing stands where it is blank, or where `condition` does not hold. */
export const fieldIfFilled = (label: string, name: string, condition = name): string =>
  paragraph('Label', whenFilled(condition, label), { keepNext: true }) +
  paragraph('Value', whenFilled(condition, `{{${name}}}`))

/** Text that vanishes where this does not hold, such as where a field of this name is blank. */
export const whenFilled = (condition: string, content: string): string =>
  `{{#if ${condition}}}${content}{{/if}}`

/** Whole paragraphs and tables that stand only where this field or list has something. */
export const onlyIf = (name: string, content: string): string =>
  paragraph('Gap', `{{#if ${name}}}`) + content + paragraph('Gap', '{{/if}}')

/** Who makes the paper, in one line. */
export const issuedBy = `{{User.Name}}${whenFilled('User.Email', '{{#if User.Name}}, {{/if}}{{User.Email}}')}`

/** A labelled box to write into. */
export const blank = (label: string): string => field(label, '')

/** A company that has a part in the job: name, address, how to reach it. */
export const party = (label: string, group: string): string =>
  paragraph('Label', label, { keepNext: true }) +
  paragraph('Strong', `{{${group}.Name}}`) +
  paragraph('Value', `{{${group}.AddressLine}}`) +
  paragraph('Value', `{{${group}.ContactName}}`) +
  paragraph('Value', `{{${group}.ContactLine}}`)

const atDestination = (name: string) =>
  `{{#if Shipment.Direction = "Import"}}{{Company.${name}}}{{else}}{{Agent.${name}}}{{/if}}`

/** Who hands the goods over at destination: the agent, and for an import, whose agent is at origin, the company. */
export const agentAtDestination = (label: string): string =>
  paragraph('Label', label, { keepNext: true }) +
  paragraph('Strong', atDestination('Name')) +
  paragraph('Value', atDestination('AddressLine')) +
  paragraph('Value', whenFilled('Shipment.Direction <> "Import"', '{{Agent.ContactName}}')) +
  paragraph('Value', atDestination('ContactLine'))
/** The same by name and how to reach it. */
export const agentAtDestinationInBrief = (label: string): string =>
  field(label, atDestination('Name'), atDestination('ContactLine'))

/** The notify party of the job, and a second one where there is one. */
export const notifyParties = (label: string): string =>
  party(label, 'NotifyParty') +
  paragraph('Label', whenFilled('SecondNotifyParty.Name', 'Also notify'), { keepNext: true }) +
  paragraph('Strong', '{{SecondNotifyParty.Name}}') +
  paragraph('Value', '{{SecondNotifyParty.AddressLine}}') +
  paragraph('Value', '{{SecondNotifyParty.ContactName}}') +
  paragraph('Value', '{{SecondNotifyParty.ContactLine}}')

/** The customer's own number for the job, in the head of what goes to the customer. */
export const yourReference = '{{Shipment.CustomerReference | before:"Your reference: "}}'

const inCountry = (group: string) => whenFilled(`${group}Port.Country`, `{{${group}Port.Country}}   `)

/** The lines of a port, or of another place. */
export const portLines = (group: string): [name: string, code: string] => [
  `{{${group}Port.Name}}`,
  `${inCountry(group)}{{${group}Port.ModeCode}}`,
]

export const port = (label: string, group: string): string => field(label, ...portLines(group))

/** An airport by its IATA code, where it has one. */
export const airport = (label: string, group: string): string =>
  field(
    label,
    `{{${group}Port.Name}}`,
    `${inCountry(group)}{{#if ${group}Port.IataCode}}{{${group}Port.IataCode}}{{else}}{{${group}Port.Code}}{{/if}}`,
  )

/** The place on the way of an air waybill, by its IATA code, where it has one. */
export const viaAirport = paragraph(
  'Value',
  whenFilled(
    'ViaPort.Name',
    'Via {{ViaPort.Name}} {{#if ViaPort.IataCode}}{{ViaPort.IataCode}}{{else}}{{ViaPort.Code}}{{/if}}',
  ),
)

/** The same number of equal columns, filling the page's width. */
export function columns(count: number, width = PAGE_WIDTH): number[] {
  const each = Math.floor(width / count)
  return Array.from({ length: count }, (_, index) =>
    index === count - 1 ? width - each * (count - 1) : each,
  )
}

/**
 * Boxes side by side and below each other; a row is as high as its fullest box, and at least `height`. `isKept`: they
 * stay on the page of what follows.
 */
export function boxes(
  rows: readonly (readonly string[])[],
  options: { widths?: readonly number[]; height?: number; isKept?: boolean } = {},
) {
  const most = Math.max(...rows.map(cells => cells.length))
  const widths = options.widths ?? columns(most)
  const { height = 500, isKept = false } = options
  // LibreOffice keeps a table of one row with nothing that follows.
  const end = row([cell(paragraph('Gap', ''), { width: PAGE_WIDTH, span: widths.length, edges: NO_EDGES })])
  const all = table(widths, [
    ...rows.map(cells =>
      row(
        cells.map((content, index) => {
          const isLast = index === cells.length - 1
          const span = isLast ? widths.length - index : 1
          const width = widths.slice(index, index + span).reduce((sum, one) => sum + one, 0)
          return cell(content, { width, ...(span > 1 && { span }) })
        }),
        { height },
      ),
    ),
    ...(isKept && rows.length === 1 ? [end] : []),
  ])
  return isKept ? keptWithNext(all) : all
}

const NO_EDGES = { left: false, right: false, bottom: false }

const keptWithNext = (content: string) =>
  content.replaceAll(/(<w:pStyle w:val="\w+"\/>)(?!<w:keepNext\/>)/g, '$1<w:keepNext/>')

export type ListColumn = {
  heading: string
  /** In twentieths of a point. */
  width: number
  content: string
  isFigure?: boolean
  /** In the last row. */
  total?: string
}

/**
 * A table with a row for each of a list's entries, its heading repeated on every page, and its totals, which stand only
 * where `totalsIf` holds. `rowsIf`: only entries of which this holds have a row. A row of totals stays on the page of the
 * last entry, and of those of which `keptIf` holds; a short list stays on one page. `below`: a field that stands in a
 * row of its own below its entry, where it is filled in.
 */
export function listTable(
  list: string,
  all: readonly ListColumn[],
  {
    totalsIf,
    rowsIf,
    keptIf,
    below,
  }: { totalsIf?: string; rowsIf?: string; keptIf?: string; below?: { label: string; field: string } } = {},
): string {
  const heading = all.map(column =>
    cell(paragraph('Column', column.heading, { ...align(column), keepNext: true }), {
      width: column.width,
      shade: SHADE,
      align: 'bottom',
    }),
  )
  const entry = (opens: string, closes: string, keepNext: boolean) =>
    rowOf(all, { opens, closes }, ({ isFigure, content, width }, marked) =>
      cell(paragraph(isFigure ? 'Figure' : 'Entry', marked(content), { keepNext }), { width }),
    )
  const totals = rowOf(
    all,
    totalsIf ? { opens: `{{#if ${totalsIf}}}`, closes: '{{/if}}' } : { opens: '', closes: '' },
    ({ isFigure, total = '', width }, marked) =>
      cell(paragraph(isFigure ? 'Figure' : 'Entry', marked(total), { bold: true, keepNext: true }), {
        width,
        shade: SHADE,
      }),
  )
  const [shown, endShown] = rowsIf ? [`{{#if ${rowsIf}}}`, '{{/if}}'] : ['', '']
  const [open, close] = [`{{#${list}}}`, `{{/${list}}}`]
  const widths = all.map(column => column.width)
  if (all.every(({ total }) => total === undefined))
    return table(widths, [row(heading, { isHeading: true }), entry(open + shown, endShown + close, false)])
  const isKept = [`last or count ${list} <= ${SHORT_LIST}`, ...(keptIf ? [keptIf] : [])].join(' or ')
  const rows = (end: string) => [
    entry(`${open}${shown}{{#unless ${isKept}}}`, `{{/unless}}${endShown}`, below !== undefined),
    entry(`${shown}{{#if ${isKept}}}`, `{{/if}}${endShown}${end}`, true),
  ]
  if (below === undefined) return table(widths, [row(heading, { isHeading: true }), ...rows(close), totals])
  const [first = 0, ...others] = widths
  const rest = { width: others.reduce((sum, each) => sum + each, 0), span: others.length }
  const under = (opens: string, closes: string, keepNext: boolean) =>
    row([
      cell(paragraph('Entry', `{{#if ${below.field} <> ""}}${opens}${below.label}`, { keepNext }), {
        width: first,
      }),
      cell(paragraph('Entry', `{{${below.field}}}${closes}`, { keepNext }), rest),
    ])
  return table(widths, [
    row(heading, { isHeading: true }),
    ...rows(''),
    under(`{{#unless ${isKept}}}`, '{{/unless}}{{/if}}', false),
    under(`{{#if ${isKept}}}`, `{{/if}}{{/if}}${close}`, true),
    totals,
  ])
}

/** So many rows are kept together rather than broken over two pages. */
const SHORT_LIST = 3

const align = ({ isFigure }: ListColumn) => (isFigure ? { align: 'right' as const } : {})

/** A row between marks, which its first and its last cell hold. */
const rowOf = (
  all: readonly ListColumn[],
  { opens, closes }: { opens: string; closes: string },
  cellOf: (column: ListColumn, marked: (content: string) => string) => string,
): string =>
  row(
    all.map((column, index) =>
      cellOf(
        column,
        content => (index === 0 ? opens : '') + content + (index === all.length - 1 ? closes : ''),
      ),
    ),
  )

/**
 * Where somebody signs: room, a line, and what stands under it; one alone signs at the right. It goes to the next page
 * with the text before it, so that no page holds a signature alone: LibreOffice keeps no table with what follows it.
 */
export function signatures(...labels: readonly string[]): string {
  const all = labels.length === 1 ? ['', ...labels] : labels
  const gutter = 400
  const each = Math.floor((PAGE_WIDTH - gutter * (all.length - 1)) / all.length)
  const widths = all.flatMap((_, index) => (index === 0 ? [each] : [gutter, each]))
  const cellsOf = (content: (label: string) => string, edges: (label: string) => boolean) =>
    all.flatMap((label, index) => [
      ...(index === 0 ? [] : [cell(paragraph('Gap', ''), { width: gutter })]),
      cell(content(label), { width: each, edges: { bottom: edges(label) } }),
    ])
  return (
    gap(60, { keepNext: true }) +
    table(
      widths,
      [
        row(
          cellsOf(
            () => paragraph('Value', '', { keepNext: true }),
            label => label !== '',
          ),
          { height: 850 },
        ),
        row(
          cellsOf(
            label => paragraph('Label', label),
            () => false,
          ),
        ),
      ],
      'none',
    )
  )
}

const qrCode = (name: string) => picture('code', 2, { width: 16, height: 16 }, `{{QR ${name}}}`)

/** The head of the first page: the company and its logo at the left, the paper's title and number at the right. */
export function letterhead(
  title: string,
  number: string,
  {
    further = [],
    mark,
    code,
    width = PAGE_WIDTH,
  }: { further?: readonly string[]; mark?: string; code?: string; width?: number },
): string {
  const codeWidth = code ? 1_080 : 0
  const left = Math.round(width * 0.58)
  const right = width - left - codeWidth
  // Beside the name, so that a company without a logo misses nothing and one with it has no higher head.
  const logo = picture('logo', 1, { width: 34, height: 11 }, '{{Company.Logo}}')
  const company =
    paragraph('CompanyName', `${logo}${runs('{{#if Company.Logo}}\u00a0\u00a0{{/if}}{{Company.Name}}')}`) +
    [
      '{{Company.AddressLine}}',
      '{{Company.ContactLine}}',
      '{{Company.Website}}',
      '{{Company.RegistrationLine}}',
    ]
      .map(line => paragraph('Letterhead', line))
      .join('')
  const paper =
    paragraph('PaperTitle', title) +
    paragraph('PaperNumber', number, { bold: true }) +
    (mark ? paragraph('PaperNumber', mark, { bold: true }) : '') +
    further.map(line => paragraph('Letterhead', line, { align: 'right' })).join('')
  const head = table(
    code ? [left, right, codeWidth] : [left, right],
    [
      row([
        cell(company, { width: left, align: 'bottom' }),
        cell(paper, { width: right, align: 'bottom' }),
        ...(code
          ? [cell(paragraph('Gap', qrCode(code), { align: 'right' }), { width: codeWidth, align: 'bottom' })]
          : []),
      ]),
    ],
    'none',
  )
  return head + paragraph('Gap', '', { ruleBelow: ACCENT, after: 140 })
}

/** The head of the pages that follow. */
export const runningHead = (content: string, width = PAGE_WIDTH): string =>
  paragraph('Letterhead', runs(`{{Company.Name}}\t${content}`), {
    rightTab: width,
    ruleBelow: LINE,
    after: 160,
  })

/** The foot of every page: the trading terms, unless they have a page of their own, and the page among the pages. */
export const foot = (width = PAGE_WIDTH, { hasTerms = true } = {}): string =>
  (hasTerms ? paragraph('Clause', '{{Company.TradingTerms}}', { before: 160 }) : '') +
  paragraph(
    'Letterhead',
    `${runs('{{Company.Name}}\tPage ')}${counted('PAGE')}${runs(' of ')}${counted('NUMPAGES')}`,
    {
      rightTab: width,
    },
  )

/**
 * The company's trading terms after the signature of a bill: below it where they are short, and else on pages of their
 * own, the back of the bill, since a paragraph that is kept together goes to the next page as a whole.
 */
export const termsOverleaf = onlyIf(
  'Company.TradingTerms',
  paragraph('Heading', 'Terms and conditions', { keepNext: true }) +
    paragraph('Clause', '{{Company.TradingTerms}}', { keepLines: true }),
)

export const heading = (text: string): string => paragraph('Heading', text, { keepNext: true })
export const text = (content: string, options: { keepNext?: boolean } = {}): string =>
  paragraph('Value', content, { after: 80, ...options })
/** Boxes to tick; one and its word stay together. */
export const checkboxes = (...options: readonly string[]): string =>
  options.map(option => `☐ ${option}`.replaceAll(' ', '\u00a0')).join('   ')
export const clause = (content: string): string =>
  paragraph('Clause', content, { keepNext: true, keepLines: true })
