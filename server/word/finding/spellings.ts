import type { SpelledAs } from './findable-field.ts'

/** A text that means a value and that no format prints just so. */
export interface Spelling {
  text: string
  /** What prints something near to it, as a placeholder has it; '' where nothing is said. */
  formats?: string
  /** It is a part of the value, which only its own label tells. */
  isPart?: boolean
  /** What prints just this text for this value, and another one for another. */
  instead?: string
}

/** Who pays the freight, as papers in other languages say it. */
const FREIGHT: Readonly<Record<string, readonly string[]>> = {
  Prepaid: [
    ...['frei Haus', 'frachtfrei', 'Fracht bezahlt', 'Fracht vorausbezahlt'],
    ...['port payé', 'fret payé', 'porto pagado', 'porte pagado', 'portes pagados', 'flete pagado'],
    ...['frete pago', 'porto franco', 'vracht betaald', 'vooruitbetaald'],
  ],
  Collect: [
    ...['unfrei', 'Fracht nachnahme', 'Fracht zahlt Empfänger'],
    ...[
      'port dû',
      'fret dû',
      'fret payable à destination',
      'porte debido',
      'portes debidos',
      'flete por cobrar',
    ],
    ...['flete pagadero en destino', 'frete a pagar', 'porto assegnato', 'ongefrankeerd'],
  ],
}

/** As it is, in capitals, and as a sentence begins. */
const inCases = (text: string) => [
  ...new Set([text, text.toUpperCase(), text.charAt(0).toUpperCase() + text.slice(1)]),
]

/** What a form says of prepaid freight, and of freight to collect. */
const FREIGHT_PAIRS: readonly { prepaid: string; collect: string; isPart: boolean }[] = [
  { prepaid: 'carriage paid', collect: 'carriage forward', isPart: false },
  { prepaid: 'freight paid', collect: 'freight forward', isPart: false },
  // Below “To be paid by” alone.
  { prepaid: 'the sender', collect: 'the consignee', isPart: true },
  { prepaid: 'sender', collect: 'consignee', isPart: true },
]

const freightCondition = (prepaid: string, collect: string) =>
  `{{#if Shipment.FreightPayment = "Prepaid"}}${prepaid}{{else if Shipment.FreightPayment = "Collect"}}${collect}{{/if}}`

function freight(value: string): Spelling[] {
  const own = (FREIGHT[value] ?? []).flatMap(inCases).map(text => ({ text }))
  const paired = FREIGHT_PAIRS.flatMap(({ prepaid, collect, isPart }) => {
    const [before, after] = [inCases(prepaid), inCases(collect)]
    return before.map((text, at) => ({
      text: value === 'Prepaid' ? text : (after[at] ?? ''),
      instead: freightCondition(text, after[at] ?? ''),
      isPart,
    }))
  })
  const isKnown = Object.hasOwn(FREIGHT, value)
  return [...own, ...(isKnown ? paired : []), { text: value.toLowerCase(), formats: ' | lower' }]
}

/** Of a form that has a column or a box for either. */
const BOTH = /(?:^|[\n\t])[ ☐□]*(?:total |charges )?(?:collect|forward)[ :]*(?=[\n\t]|$)/iu

/** Whether a sentence says who pays the freight by a word alone: “prepaid” says nothing else, unless a form has both. */
export const saysFreight = (text: string, page: string): boolean => text === 'prepaid' && !BOTH.test(page)

/** Whether a page is a form with a place for prepaid freight and one for freight to collect. */
export const isFormOfBoth = (page: string): boolean => BOTH.test(page)

const WELL_NAMED = 0.7

/** Whether such words may be those of a form with a place for either, or a verb: “charges that we collect”. */
export const isNoFreight = (text: string, page: string, label: number): boolean =>
  (label < 1 && BOTH.test(page)) || (label < WELL_NAMED && text === 'collect')

/** Texts by which papers say how the freight of a job is paid. */
export const freightTexts = (value: string): string[] => freight(value).map(({ text }) => text)

/** “Prepaid or collect” is a text of the form. */
function otherFreight(value: string): RegExp {
  const others = Object.entries(FREIGHT).flatMap(([name, words]) => (name === value ? [] : [name, ...words]))
  return new RegExp(`(?<!\\p{L})(?:\uFFFC to|${others.join('|')})(?!\\p{L})`, 'iu')
}

/** The number of an air waybill: the airline's prefix of three digits, and a serial number of eight (IATA Resolution 600a). */
function airWaybill(value: string): Spelling[] {
  const [, prefix, first, last] = /^(\d{3})[ -]?(\d{4}) ?(\d{4})$/.exec(value.trim()) ?? []
  if (prefix === undefined || first === undefined || last === undefined) return []
  return ['-', ' ', ' - ', '/', ''].flatMap(sign =>
    [' ', ''].map(gap => ({ text: `${prefix}${sign}${first}${gap}${last}` })),
  )
}

/** Legal forms of companies, in full and as papers shorten them. */
const LEGAL_FORMS = [
  ['Private', 'Pvt'],
  ['Limited', 'Ltd'],
  ['Company', 'Co'],
  ['Corporation', 'Corp'],
  ['Incorporated', 'Inc'],
] as const
const FORM = String.raw`(${LEGAL_FORMS.flat().join('|')})(?![\p{L}\p{N}])\.?`
const LEGAL_FORM = new RegExp(String.raw`\(${FORM}\)|(?<![\p{L}\p{N}])${FORM}`, 'giu')

/** “Clifton Decor (Pvt.) Ltd.” of Clifton Decor (Private) Limited. */
function company(value: string): Spelling[] {
  if (value.search(LEGAL_FORM) < 0) return []
  const written = (write: (long: string, short: string) => string) =>
    value.replaceAll(LEGAL_FORM, (_, enclosed: string | undefined, bare: string | undefined) => {
      const form = enclosed ?? bare ?? ''
      const [long, short] = LEGAL_FORMS.find(one =>
        one.some(word => word.toLowerCase() === form.toLowerCase()),
      ) ?? [form, form]
      const text = write(long, short)
      return enclosed === undefined ? text : `(${text})`
    })
  const texts = [
    ...[written(long => long), written((_, short) => short), written((_, short) => `${short}.`)],
    // “(Private) Ltd” is the commonest mixture.
    ...['', '.'].map(end => written((long, short) => (long === 'Private' ? long : short + end))),
  ]
  return [...new Set(texts.flatMap(text => [text, text.replaceAll(/[()]/g, '')]))]
    .filter(text => text !== value)
    .flatMap(text => [{ text }, { text: text.toUpperCase(), formats: ' | upper' }])
}

const AIRPORT = /[ ,/-]+(?:international airport|intl\.? airport|airport|apt|flughafen)$/i

/** “London Heathrow” of London Heathrow Airport, and the other way round. */
function airport(value: string): Spelling[] {
  const bare = value.replace(AIRPORT, '')
  if (bare === value) return [`${value} Airport`].flatMap(inCases).map(text => ({ text }))
  const words = bare.split(/[ ,/-]+/)
  // One word alone is a town's name, too.
  if (words.length < 2) return []
  return [bare, words.join(' '), words.join('-'), words.join(', ')].flatMap(inCases).map(text => ({ text }))
}

/** “NORWICH” of “Norwich, United Kingdom”, and “Clifton, Karachi” of “Clifton, Karachi, Pakistan”. */
function town(value: string): Spelling[] {
  const parts = value.split(',').map(part => part.trim())
  if ((parts[0] ?? '').length < SHORTEST_TOWN) return []
  return parts.slice(1).flatMap((_, at) => {
    const text = parts.slice(0, at + 1).join(', ')
    return [
      { text, isPart: true },
      { text: text.toUpperCase(), formats: ' | upper', isPart: true },
    ]
  })
}
const SHORTEST_TOWN = 3

/** “2 × 40' HC”: “2 x 40’ HC”, “2x40HC”, “2 X 40' HC”. */
function containers(value: string): Spelling[] {
  if (!/^\d+ × /.test(value)) return []
  const texts = [' x ', 'x', ' X ', 'X', ' × ', '×', 'x '].flatMap(sign => {
    const counted = value.replaceAll(' × ', sign)
    return [counted, counted.replaceAll("'", '’'), counted.replaceAll("'", 'ft'), counted.replaceAll("'", '')]
  })
  return texts.flatMap(text => [text, text.replaceAll(/(?<=['’\dt]) (?=[A-Z])/g, '')]).map(text => ({ text }))
}

/** What containers cost, and not which a job has; or containers of another type. */
const TARIFF =
  /(?<!\p{L})(?:per|tariff|rates?|from|minimum|min|at least|each|or more|up to|additional|discount|surcharge|valid)(?!\p{L})|\uFFFC ?(?:OT|FR|RF|HR|open top|flat)(?!\p{L})/iu

/** Of somebody else: “your reference”; or of anything: “number”. */
const NOT_OURS =
  /(?<!\p{L})(?:your|yr|their|his|her|ihre?|euere?|votre|vos|su|sus|uw|carrier|agent|customer|client|shipper|consignee|supplier|master|vessel|kunde|kunden)(?:['’]?s)?(?!\p{L})|^\s*number[\s.:]*(?:\uFFFC|$)/iu

/** “Container no. 2” is one of them. */
const ONE_OF_THEM = /(?:^|[^\p{L}\s]\s*)container(?: (?:no|nr|number|#))?[\s.:#]*(?:\uFFFC|$)/iu

const NO_DAYS = /\uFFFC\s*(?:h|hrs?|hours?|weeks?|wks?|months?)(?!\p{L})/iu

type Told = {
  /** How papers write a value beside what a format prints: such a text is asked, never certain. */
  spellings?: (value: string) => readonly Spelling[]
  /** What a line says in which such a value is none of the job; U+FFFC stands for the value. */
  notBeside?: (value: string) => RegExp
  /** What a label says below or beside which such a value is none of the job. */
  notUnder?: RegExp
}

export const spelledAs: Readonly<Record<SpelledAs, Told>> = {
  freightTerms: { spellings: freight, notBeside: otherFreight },
  airWaybill: { spellings: airWaybill },
  company: { spellings: company },
  containers: { spellings: containers, notBeside: () => TARIFF },
  ownNumber: { notBeside: () => NOT_OURS, notUnder: NOT_OURS },
  count: { notBeside: () => ONE_OF_THEM, notUnder: ONE_OF_THEM },
  days: { notBeside: () => NO_DAYS },
  port: { spellings: airport },
  place: { spellings: town },
}
