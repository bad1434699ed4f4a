import { dateFormatter } from './date-format.ts'
import { isNumeric } from './decimal.ts'
import { type FieldKind, type FieldValue, isPicture } from './known-fields.ts'
import { nearest } from './nearest.ts'
import { amountFormatter, moneyFormatter, numberFormatter, plainNumber } from './number-format.ts'
import type { FormatCall } from '#server/word/file/tree.ts'
import { nextToFigure, unitSign } from './unit-signs.ts'
import { weightIn, type WeightFormat } from './weights.ts'
import { asOrdinal, inWords, type Hundredths } from './words.ts'

/** Writes a value; `companion` is what a format prints beside it, such as a currency or a unit. */
export type Formatter = (value: FieldValue, companion?: FieldValue) => string

const DEFAULT_DATE = 'dd MMM yyyy'
const DEFAULT_TIME = 'dd MMM yyyy HH:mm'
// What weights and volumes are kept with: nothing that was entered is left out.
const MEASURE = '#,##0.####'

type Shape = (argument: string | undefined, kind: FieldKind, language: string) => Formatter
type Change = (argument: string, language: string) => (text: string) => string

/** Formats that say how a value is written; the last one counts. */
const SHAPES: Readonly<Record<string, Shape>> = {
  date: (picture, kind, language) =>
    dateWriter(picture ?? (kind === 'dateTime' ? DEFAULT_TIME : DEFAULT_DATE), language),
  number: (picture, _, language) => numberWriter(picture ?? '#,##0.##', language),
  money: (_argument, _kind, language) => {
    const format = moneyFormatter(language)
    return (value, currency) => (isNumeric(value) ? format(value, asText(currency)) : asText(value))
  },
  amount: (_argument, _kind, language) => {
    const format = amountFormatter(language)
    return (value, currency) => (isNumeric(value) ? format(value, asText(currency)) : asText(value))
  },
  weight: (picture, _, language) => measureWriter(picture, language),
  volume: (picture, _, language) => measureWriter(picture, language),
  unit: (picture, _, language) => measureWriter(picture, language),
  tonnes: (picture, _, language) => weightWriter('tonnes', picture, language),
  kilograms: (picture, _, language) => weightWriter('kilograms', picture, language),
  words: (currency, _kind, language) => wordsWriter('where any', language, currency !== undefined),
  cardtext: (_argument, _kind, language) => wordsWriter('never', language),
  dollartext: (_argument, _kind, language) => wordsWriter('always', language),
  ordinal: (_argument, _kind, language) => value =>
    typeof value === 'string' || typeof value === 'number'
      ? asOrdinal(numberFormatter('0', language)(value) ?? asText(value), language)
      : asText(value),
}

/** Formats that change the written text, one after the other; nothing stays nothing but for `default`. */
const CHANGES: Readonly<Record<string, Change>> = {
  upper: (_, language) => text => text.toLocaleUpperCase(language),
  lower: (_, language) => text => text.toLocaleLowerCase(language),
  caps: (_, language) => text =>
    text.replace(/(^|[\s(/-])(\p{L})/gu, (_whole, before: string, letter: string) =>
      before.concat(letter.toLocaleUpperCase(language)),
    ),
  firstcap: (_, language) => text => text.replace(/\p{L}/u, letter => letter.toLocaleUpperCase(language)),
  before: added => text => (text.trim() === '' ? '' : `${added}${text}`),
  after: added => text => (text.trim() === '' ? '' : `${text}${added}`),
  default: instead => text => (text.trim() === '' ? instead : text),
}
const NEEDS_ARGUMENT = /^(before|after|default)$/
const FORMAT_NAMES = [...Object.keys(SHAPES), ...Object.keys(CHANGES)]

export const isFormat = (name: string): boolean => FORMAT_NAMES.includes(name)

/** The format that a person most likely meant. */
export const nearestFormat = (name: string): string | undefined => nearest(name, FORMAT_NAMES)

/** Turns a placeholder's formats into one function; a string answer says what is wrong with them. */
export function compileFormats(
  kind: FieldKind,
  calls: readonly FormatCall[],
  language = 'en',
): Formatter | string {
  let shape: Formatter | undefined
  const changes: ((text: string) => string)[] = []
  for (const { name, argument, language: own } of calls) {
    if (Object.hasOwn(SHAPES, name)) shape = SHAPES[name]?.(argument, kind, own ?? language)
    else if (!Object.hasOwn(CHANGES, name)) {
      const suggestion = nearestFormat(name)
      return `“${name}” is not a format${suggestion === undefined ? '' : `; did you mean “${suggestion}”?`}`
    } else if (NEEDS_ARGUMENT.test(name) && argument === undefined) {
      return `“${name}” needs a text, as in ${name}:"…".`
    } else {
      const isBesideFigure = kind === 'number' && (name === 'before' || name === 'after')
      const given = argument ?? ''
      const change = CHANGES[name]?.(isBesideFigure ? nextToFigure(given) : given, language)
      if (change !== undefined) changes.push(change)
    }
  }
  const write = shape ?? plainFormatter(kind, language)
  const whole: Formatter = (value, companion) => (isNothing(value) ? '' : write(value, companion))
  if (changes.length === 0) return whole
  return (value, companion) => changes.reduce((text, change) => change(text), whole(value, companion))
}

function isNothing(value: FieldValue): boolean {
  return (
    value === null ||
    value === undefined ||
    value === '' ||
    (typeof value === 'number' && !Number.isFinite(value))
  )
}

function plainFormatter(kind: FieldKind, language: string): Formatter {
  switch (kind) {
    case 'date':
      return dateWriter(DEFAULT_DATE, language)
    case 'dateTime':
      return dateWriter(DEFAULT_TIME, language)
    case 'number':
      return value =>
        typeof value === 'number' || typeof value === 'string' ? plainNumber(value, language) : asText(value)
    case 'unit':
      return value => unitSign(asText(value))
    case 'boolean':
    case 'text':
    case 'picture':
      return asText
  }
}

function dateWriter(picture: string, language: string): Formatter {
  const format = dateFormatter(picture, language)
  return value => {
    const isDate = typeof value === 'string' || value instanceof Date
    return (isDate ? format(value) : undefined) ?? asText(value)
  }
}

function numberWriter(picture: string, language: string): Formatter {
  const format = numberFormatter(picture, language)
  return value => {
    const isNumber = typeof value === 'string' || typeof value === 'number'
    return (isNumber ? format(value) : undefined) ?? asText(value)
  }
}

function measureWriter(picture: string | undefined, language: string): Formatter {
  const write = numberWriter(picture ?? MEASURE, language)
  return (value, unit) => {
    const name = unitSign(asText(unit))
    return name === '' || !isNumeric(value) ? write(value) : `${write(value)}\u00a0${name}`
  }
}

/** A weight in the unit of the format; without a known unit of its own it prints nothing rather than a wrong figure. */
function weightWriter(format: WeightFormat, picture: string | undefined, language: string): Formatter {
  const write = numberWriter(picture ?? MEASURE, language)
  return (value, unit) => {
    if (!isNumeric(value)) return asText(value)
    const weight = weightIn(format, value, asText(unit))
    return weight === undefined ? '' : write(weight)
  }
}

function wordsWriter(hundredths: Hundredths, language: string, isNamed = false): Formatter {
  return (value, companion) => {
    const currency = asText(companion).trim()
    const words = isNumeric(value) ? inWords(value, { hundredths, language, currency, isNamed }) : undefined
    return words ?? asText(value)
  }
}

function asText(value: FieldValue): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return value
  if (typeof value === 'number') return plainNumber(value)
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (isPicture(value)) return ''
  return Number.isNaN(value.getTime()) ? '' : value.toISOString().slice(0, 10)
}
