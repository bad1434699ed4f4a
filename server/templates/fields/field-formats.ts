import { numberSigns } from '#contract/number-signs.ts'
import type { FieldFormats } from '#contract/template-fields.ts'
import { AppError } from '#server/errors.ts'
import { formatsText, onlyValue } from '#server/word/finding/placeholder-text.ts'
import type { FieldKind, FieldValue, FieldValues } from '#server/word/language/known-fields.ts'
import { unitOf } from '#server/word/language/resolve-names.ts'
import { findPlaceholders, parseExpression } from '#server/word/language/expression.ts'
import { Examples } from '#server/word/placeholder-examples.ts'
import { knownFields } from './catalogue.ts'
import { labelOfField } from './field-labels.ts'

const DAYS = [
  ...['dd.MM.yyyy', 'd MMMM yyyy', 'MMM d, yyyy', 'yyyy-MM-dd', 'dd MMM yyyy', 'dd/MM/yyyy', 'MM/dd/yyyy'],
  ...['dd-MMM-yyyy', 'MMMM d, yyyy', 'dddd, d MMMM yyyy'],
]
const CAPITALS = ['upper', 'caps', 'firstcap', 'lower']
const FIGURES = ['number:"#,##0.00"', 'number:"#,##0"', 'number:"0.##"']
/** For papers whose language writes a point before the decimals. */
const WITH_COMMA = 'number:"#.##0,00"'
const WORDS = ['words', 'words | firstcap', 'words | upper']
const NAMED = ['words:"currency"', 'words:"currency" | firstcap', 'words:"currency" | upper']

/** “12.8” of 12,800 kg, and the other way round. */
const OTHER_WEIGHTS = ['tonnes:"#,##0.000"', 'kilograms:"#,##0"']

/** The formats that are offered for a field, the commonest first; '' prints it as it is entered. */
function offered(kind: FieldKind, name: string, hasPoint: boolean): readonly string[] {
  const comma = hasPoint ? [WITH_COMMA] : []
  switch (kind) {
    case 'date':
      return ['', ...DAYS.map(picture => `date:"${picture}"`), 'date:"d MMMM yyyy" | upper']
    case 'dateTime':
      return ['', ...DAYS.flatMap(day => [`date:"${day} HH:mm"`, `date:"${day}"`]), 'date:"HH:mm"']
    case 'number':
      switch (unitOf(name)) {
        case 'Currency':
          return ['', 'money', 'amount', ...FIGURES, ...comma, ...NAMED, ...WORDS]
        case 'WeightUnit':
        case 'VolumeUnit': {
          const unit = /weight$/i.test(name) ? 'weight' : 'volume'
          const measures = ['', ':"#,##0.00"', ':"#,##0"', ...(hasPoint ? [':"#.##0,##"'] : [])]
          const others = unit === 'weight' ? OTHER_WEIGHTS : []
          return ['', ...measures.map(picture => unit + picture), ...FIGURES, ...comma, ...others]
        }
        case undefined:
        default:
          return ['', ...FIGURES, ...comma, 'ordinal', ...WORDS]
      }
    case 'text':
    case 'unit':
    case 'boolean':
      return ['', ...CAPITALS]
    case 'picture':
      return []
  }
}

/** Printed where a job has no value, so that the formats can be told apart. */
const SAMPLES: Readonly<Record<FieldKind, FieldValue>> = {
  ...{ date: '2026-12-03', dateTime: '2026-12-03T09:05:00Z', number: '18450.5', unit: 'KG', boolean: true },
  ...{ text: 'Name of the company', picture: null },
}
const UNITS: Readonly<Record<string, string>> = { Currency: 'USD', WeightUnit: 'KG', VolumeUnit: 'CBM' }

/**
 * How the field of a placeholder can be printed, each with what it prints for the values; with an example where they have
 * none. `language` is the template's. Throws for what is no placeholder of a known field.
 */
export function fieldFormats(
  placeholder: string,
  values: FieldValues | null,
  language: string,
): FieldFormats {
  const value = onlyValue(placeholder)
  const examples = new Examples(knownFields, language)
  const found = value && examples.find(value)
  if (!value || !found)
    throw new AppError('invalid_input', 'Ask for the formats of a known field, such as {{Shipment.Etd}}.', {
      errors: [{ path: 'placeholder', message: 'Name a known field in double braces.' }],
    })
  const { source, list } = found
  const head = placeholder.slice(2, -2).split('|')[0]?.trim() ?? ''
  const write = (formats: string) => `{{${head}${formats}}}`
  const around = value.formats.filter(({ name }) => /^(before|after)$/.test(name))
  const own = value.formats.filter(({ name }) => !/^(before|after|default)$/.test(name))
  const instead = value.formats.findLast(({ name }) => name === 'default')?.argument ?? ''
  const isBlank = examples.print(value, values ?? NO_VALUES)?.trim() === (instead.trim() || '')
  const used = values === null || isBlank ? withSample(values ?? NO_VALUES, source, list?.name) : values

  const hasPoint = numberSigns(language).decimal === '.'
  const current = formatsText(own)
  const choices = offered(source.kind, source.fullName, hasPoint).map(one => (one === '' ? '' : ` | ${one}`))
  const printed = new Set<string>()
  // A name in capitals prints alike in capitals, and those of other jobs do not.
  const mayRepeat = source.kind === 'text'
  const formats = [current, ...choices].flatMap((one, index): FieldFormats['formats'] => {
    const whole = write(one + formatsText(around))
    const example = printedBy(examples, whole, used)
    const isCurrent = index === 0
    if (example === undefined || (!isCurrent && (one === current || (!mayRepeat && printed.has(example)))))
      return []
    printed.add(example)
    return [{ placeholder: whole, example, isCurrent, isOffered: choices.includes(one) }]
  })
  return {
    name: source.fullName,
    label: labelOfField(source.fullName),
    formats,
    instead,
    isSample: used !== values,
  }
}

const NO_VALUES: FieldValues = { fields: {}, lists: {} }

function printedBy(examples: Examples, placeholder: string, values: FieldValues): string | undefined {
  const [first] = findPlaceholders(placeholder)
  const read = first && parseExpression(first.inner)
  return typeof read === 'object' && read.type === 'value' ? examples.print(read, values) : undefined
}

type Sampled = { kind: FieldKind; fullName: string }

/** The values with one in place of the missing one, and with its unit. */
function withSample(values: FieldValues, { kind, fullName }: Sampled, list: string | undefined): FieldValues {
  const name = list === undefined ? fullName : fullName.slice(list.length + 1)
  const unit = unitOf(fullName)
  const beside = unit && name.replace(/[^.]+$/, unit)
  const fill = (row: Readonly<Record<string, FieldValue>>) => ({
    ...row,
    [name]: SAMPLES[kind],
    ...(unit && beside && !row[beside] && { [beside]: UNITS[unit] }),
  })
  if (list === undefined) return { ...values, fields: fill(values.fields) }
  return { ...values, lists: { ...values.lists, [list]: [fill(values.lists[list]?.[0] ?? {})] } }
}
