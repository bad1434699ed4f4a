import { numberSigns } from '#contract/number-signs.ts'
import { compileFormats, type Formatter } from '#server/word/language/formats.ts'
import { type FieldValue, isPicture, type KnownField } from '#server/word/language/known-fields.ts'
import { unitOf } from '#server/word/language/resolve-names.ts'
import { parseExpression } from '#server/word/language/expression.ts'
import { otherWeightFormat, weightIn, type WeightFormat } from '#server/word/language/weights.ts'

/** How a page is written: its language, and the pictures of its numbers. */
export interface PageSigns {
  language: string
  numbers: readonly string[]
  /** Units of weight that it names. */
  weights: readonly WeightFormat[]
}

/** Units as papers write them behind a figure or in its label: “to” is a word of English. */
export const WEIGHT_UNITS: Readonly<Record<WeightFormat, RegExp>> = {
  tonnes:
    /(?<![\p{L}\p{N}'’])(?:m\.?t|t|(?:metric )?ton(?:ne)?s?|tonnen|toneladas|tonnellate)\.?(?![\p{L}\p{N}'’])/iu,
  kilograms: /(?<![\p{L}\p{N}])(?:kgs?|kilos?|kilograms?)(?![\p{L}\p{N}])/iu,
}

/** The pictures of numbers and the units of weight that a page may show. */
export const pageSigns = (page: string, language: string): PageSigns => ({
  language,
  numbers: numberPictures(page, language),
  weights: (['tonnes', 'kilograms'] as const).filter(unit => WEIGHT_UNITS[unit].test(page)),
})

/** The unit of weight in which formats print a figure, whatever the job keeps it in. */
export const weightFormatOf = (formats: string): WeightFormat | undefined =>
  OTHER_WEIGHT.exec(formats)?.[1] as WeightFormat | undefined
const OTHER_WEIGHT = /^ \| (tonnes|kilograms):/

/** One way in which a value can stand on a page. */
export interface Writing {
  text: string
  /** What follows the field's name in its placeholder: ` | date:"dd.MM.yyyy"`; '' where nothing does. */
  formats: string
  /** Whether it has fewer digits than the value. */
  isRounded: boolean
}

const DAYS = ['dd', 'd']
const separated = (separator: string) =>
  DAYS.flatMap(day =>
    (day === 'd' ? ['M'] : ['MM']).flatMap(month =>
      ['yyyy', 'yy'].flatMap(year => [
        [day, month, year].join(separator),
        [month, day, year].join(separator),
      ]),
    ),
  )
const inWords = ['MMM', 'MMMM'].flatMap(month =>
  DAYS.flatMap(day => [
    `${day} ${month} yyyy`,
    `${day}-${month}-yyyy`,
    `${day}-${month}-yy`,
    `${day} ${month} yy`,
    `${day} ${month}, yyyy`,
    `${month} ${day}, yyyy`,
    `${month} ${day} yyyy`,
    `${day}. ${month} yyyy`,
    `${day}/${month}/yyyy`,
    `${day}.${month}.yyyy`,
    `dddd, ${day} ${month} yyyy`,
    `dddd ${day} ${month} yyyy`,
    `dddd, ${month} ${day}, yyyy`,
    `dddd, ${day}. ${month} yyyy`,
  ]),
)
/** The pictures in which forwarders' papers write a day, the commonest first: of two that read alike, the first counts. */
const DATE_PICTURES = [
  'dd MMM yyyy',
  'yyyy-MM-dd',
  'yyyy/MM/dd',
  'yyyyMMdd',
  ...['/', '.', '-'].flatMap(separated),
  ...inWords,
]
const TIMES = ['HH:mm', 'H:mm', 'h:mm AM/PM']
const TIME_PICTURES = DATE_PICTURES.flatMap(day => TIMES.map(time => `${day} ${time}`))

const SHAPES: Readonly<Record<string, readonly string[]>> = {
  text: [''],
  unit: ['', ' | unit'],
  date: ['', ...DATE_PICTURES.map(picture => ` | date:"${picture}"`)],
  dateTime: [
    '',
    ...TIME_PICTURES.map(picture => ` | date:"${picture}"`),
    ...DATE_PICTURES.map(picture => ` | date:"${picture}"`),
  ],
}
/** Amounts in words are long, and no other value reads like them. */
const WORDED = [' | words', ' | words:"currency"'].flatMap(words =>
  ['', ' | firstcap', ' | caps', ' | upper'].map(change => words + change),
)
const WITH_CURRENCY = /^ \| (?:money|amount|words:)/
const UPPER = ' | upper'
const MEASURE = ' | unit:'

/** How figures are written on a page: pictures of numbers, the commonest first. */
const FRACTIONS = ['.00##', '.000#', '.0###', '.####', '.0000', '.000', '.00', '.0', '']
const INTERNATIONAL = ['#,##0', '0'].flatMap(whole => FRACTIONS.map(fraction => whole + fraction))

/** Signs other than the language's own, with what shows that a page has them. */
const OTHER_SIGNS: readonly { whole: string; decimal: string; seen: RegExp }[] = [
  { whole: '#.##0', decimal: ',', seen: /\d\.\d{3},\d|(?<![\d.,])\d{1,3},\d\d(?![\d.,])/ },
  { whole: '# ##0', decimal: ',', seen: /\d \d{3},\d/ },
  { whole: '# ##0', decimal: '.', seen: /\d \d{3}\.\d/ },
  { whole: "#'##0", decimal: '.', seen: /\d'\d{3}(?!\d)/ },
  { whole: '#’##0', decimal: '.', seen: /\d’\d{3}(?!\d)/ },
]

/** The pictures of numbers that a page may show. */
function numberPictures(page: string, language: string): readonly string[] {
  const isPoint = numberSigns(language).decimal === '.'
  const others = OTHER_SIGNS.filter(({ whole, seen }) => (isPoint || !whole.includes('.')) && seen.test(page))
  return [
    ...INTERNATIONAL,
    ...others.flatMap(({ whole, decimal }) =>
      FRACTIONS.map(fraction => whole + fraction.replace('.', decimal)),
    ),
  ]
}

/** A blank is a blank, and a line break one, however a program writes it; every sign stays one sign. */
export const plainText = (text: string): string =>
  ODD.test(text)
    ? text.replaceAll(/[\u00a0\u2007\u2009\u202f]/g, ' ').replaceAll(/[\u2010\u2011]/g, '-')
    : text
const ODD = /[\u00a0\u2007\u2009\u202f\u2010\u2011]/

/** Of a rounded figure. */
const FEWEST_DIGITS = 3

/** How a field's value can stand on a page; of formats that print the same, the safest first. */
export function writingsOf(field: KnownField, values: Values, { language, ...signs }: PageSigns): Writing[] {
  const value = values[field.name]
  if (value == null || value === '' || isPicture(value) || typeof value === 'boolean') return []
  const found: Writing[] = []
  for (const formats of formatsOf(field, values, signs)) {
    const text = writtenAs(field, formats, values, language)
    if (text === '') continue
    // A change of letters that changes nothing says nothing.
    if (
      formats.endsWith(UPPER) &&
      text === writtenAs(field, formats.slice(0, -UPPER.length), values, language)
    )
      continue
    const isRounded =
      field.kind === 'number' && !formats.includes('words') && !isWhole(text, shownBy(formats, field, values))
    if (isRounded && text.replaceAll(/\D/g, '').length < FEWEST_DIGITS) continue
    found.push({ text, formats, isRounded })
  }
  if (field.kind !== 'number') return found
  // Of pictures that print alike, the one that always has the decimals which are there.
  return found
    .map(writing => ({
      writing,
      apart: decimalsApart(writing, shownBy(writing.formats, field, values)),
    }))
    .toSorted((one, other) => one.apart - other.apart)
    .map(({ writing }) => writing)
}

/** How many decimals a picture has more or less than the text that it printed, always. */
function decimalsApart({ text, formats }: Writing, value: FieldValue): number {
  const [, places] = /:"(?:0|#.##0)(?:[.,]([0#]*))?"/.exec(formats) ?? []
  if (!/:"[#0]/.test(formats)) return 0
  const fixed = (places ?? '').replaceAll('#', '').length
  const figure = typeof value === 'number' || typeof value === 'string' ? plainDecimal(value) : ''
  const whole = figure.replace('-', '').split('.')[0] ?? ''
  const shown = text.replaceAll(/\D/g, '').length - whole.length
  return Math.abs(fixed - shown)
}

function formatsOf(
  field: KnownField,
  values: Values,
  { numbers, weights }: Omit<PageSigns, 'language'>,
): string[] {
  const { kind, name, companion } = field
  const own = kind === 'number' ? ['', ...numbers.map(picture => ` | number:"${picture}"`)] : SHAPES[kind]
  const shapes = (own ?? []).flatMap(shape => (kind === 'text' ? [shape, shape + UPPER] : [shape]))
  if (kind !== 'number') return kind === 'date' ? [...shapes, ...shapes.map(shape => shape + UPPER)] : shapes
  const unitText = unitBeside(field, values)
  const measures = unitText == null ? [] : numbers.map(picture => `${MEASURE}"${picture}"`)
  const unit = weightUnitBeside(field, values)
  const other = unit === undefined ? undefined : otherWeightFormat(unit)
  // A page in kilograms stays so for a job that keeps tonnes.
  const inUnits = other ? weights.filter(one => one === other || !field.fixedUnit) : []
  const inWeights = inUnits.flatMap(one =>
    (one === 'tonnes' && one === other ? toKilograms(numbers) : numbers).map(
      picture => ` | ${one}:"${picture}"`,
    ),
  )
  const hasCurrency = isText(values[companionOf({ name, companion })])
  const money = hasCurrency ? [' | money'] : []
  // Numbers that name something are never grouped: job 1204 is no 1,204.
  const isName = /(?:Id|Number|No)$/.test(name)
  const figures = isName ? shapes : [...shapes.filter(shape => shape !== ''), '']
  // In a row of a table nobody writes figures out.
  return [...measures, ...money, ...figures, ...inWeights, ...(name.includes('.') && !isName ? WORDED : [])]
}

/** Pictures of numbers with at most three decimals: tonnes to the kilogram, as papers write them. */
const toKilograms = (numbers: readonly string[]) => [
  ...new Set(numbers.map(picture => picture.replace(/([.,][0#]{3})[0#]+$/, '$1'))),
]

type Measured = Pick<KnownField, 'name' | 'fixedUnit'>

const weightUnitBeside = (field: Measured, values: Values): string | undefined => {
  const unit = unitOf(field.name) === 'WeightUnit' ? unitBeside(field, values) : undefined
  return typeof unit === 'string' ? unit : undefined
}

/** The figure that formats print: of a weight in another unit that weight. */
function shownBy(formats: string, field: Measured, values: Values): FieldValue {
  const value = values[field.name]
  const other = weightFormatOf(formats)
  const isFigure = typeof value === 'number' || typeof value === 'string'
  return other && isFigure ? weightIn(other, value, weightUnitBeside(field, values) ?? '') : value
}

/** The unit that is printed beside a figure, such as “kg”; a currency is not. */
export function unitBeside({ name, fixedUnit }: Measured, values: Values): FieldValue {
  if (fixedUnit !== undefined) return fixedUnit
  const unit = unitOf(name)
  return unit === undefined || unit === 'Currency' ? null : values[name.replace(/[^.]+$/, unit)]
}

const isText = (value: FieldValue) => typeof value === 'string' && value !== ''

/** The field that says the currency of an amount. */
const companionOf = ({ name, companion }: Pick<KnownField, 'name' | 'companion'>): string =>
  companion ?? name.replace(/[^.]+$/, 'Currency')

type Values = Readonly<Record<string, FieldValue>>

/** A value as a placeholder with these formats prints it. */
export function writtenAs(field: KnownField, formats: string, values: Values, language: string): string {
  const value = values[field.name]
  if (value == null) return ''
  const unit =
    formats.startsWith(MEASURE) || weightFormatOf(formats)
      ? unitBeside(field, values)
      : WITH_CURRENCY.test(formats)
        ? values[companionOf(field)]
        : undefined
  return plainText(formatter(field.kind, formats, language)(value, unit)).trim()
}

const compiled = new Map<string, Formatter>()
const MOST_COMPILED = 5_000

function formatter(kind: KnownField['kind'], formats: string, language: string): Formatter {
  const key = `${kind}${formats} ${language}`
  const known = compiled.get(key)
  if (known) return known
  const instruction = parseExpression(`Value${formats}`)
  const calls = typeof instruction === 'object' && instruction.type === 'value' ? instruction.formats : []
  const format = compileFormats(kind, calls, language)
  const write: Formatter = typeof format === 'string' ? () => '' : format
  if (compiled.size >= MOST_COMPILED) compiled.clear()
  compiled.set(key, write)
  return write
}

/** Whether a written figure has all digits of its value. */
function isWhole(text: string, value: FieldValue): boolean {
  const digits = (figure: string) => figure.replaceAll(/\D/g, '').replace(/^0+/, '')
  const wanted = digits(typeof value === 'number' || typeof value === 'string' ? plainDecimal(value) : '')
  const written = digits(text)
  return wanted !== '' && written.startsWith(wanted) && /^0*$/.test(written.slice(wanted.length))
}

/** 1250.50 as "1250.5". */
const plainDecimal = (value: number | string) => {
  const text = String(value)
  return text.includes('.') ? text.replace(/0+$/, '').replace(/\.$/, '') : text
}
