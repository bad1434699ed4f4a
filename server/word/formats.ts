import { dateFormatter } from './date-format.ts'
import { type FieldKind, type FieldValue, nearest } from './known-fields.ts'
import { numberFormatter, plainNumber } from './number-format.ts'
import type { FormatCall } from './tree.ts'

export type Formatter = (value: FieldValue) => string

const DEFAULT_DATE = 'dd MMM yyyy'
const DEFAULT_TIME = 'dd MMM yyyy HH:mm'
const FORMAT_NAMES = ['date', 'number', 'upper', 'lower'] as const

/** Turns a placeholder's formats into one function; a string answer says what is wrong with them. */
export function compileFormats(kind: FieldKind, calls: readonly FormatCall[]): Formatter | string {
  let shape: Formatter | undefined
  const changes: ((text: string) => string)[] = []
  for (const call of calls) {
    if (call.name === 'upper') changes.push(text => text.toUpperCase())
    else if (call.name === 'lower') changes.push(text => text.toLowerCase())
    else if (call.name === 'date') {
      const picture = call.argument ?? (kind === 'dateTime' ? DEFAULT_TIME : DEFAULT_DATE)
      shape = dateWriter(picture)
    } else if (call.name === 'number') {
      const picture = call.argument ?? '#,##0.##'
      shape = numberWriter(picture)
    } else {
      const suggestion = nearest(call.name, FORMAT_NAMES)
      return `“${call.name}” is not a format${suggestion === undefined ? '' : `; did you mean “${suggestion}”?`}`
    }
  }
  const write = shape ?? plainFormatter(kind)
  const whole: Formatter = value => (isNothing(value) ? '' : write(value))
  if (changes.length === 0) return whole
  return value => changes.reduce((text, change) => change(text), whole(value))
}

function isNothing(value: FieldValue): boolean {
  return (
    value === null ||
    value === undefined ||
    value === '' ||
    (typeof value === 'number' && !Number.isFinite(value))
  )
}

function plainFormatter(kind: FieldKind): Formatter {
  switch (kind) {
    case 'date':
      return dateWriter(DEFAULT_DATE)
    case 'dateTime':
      return dateWriter(DEFAULT_TIME)
    case 'number':
      return value =>
        typeof value === 'number' || typeof value === 'string' ? plainNumber(value) : asText(value)
    case 'boolean':
    case 'text':
      return asText
  }
}

function dateWriter(picture: string): Formatter {
  const format = dateFormatter(picture)
  return value => {
    const isDate = typeof value === 'string' || value instanceof Date
    return (isDate ? format(value) : undefined) ?? asText(value)
  }
}

function numberWriter(picture: string): Formatter {
  const format = numberFormatter(picture)
  return value => {
    const isNumber = typeof value === 'string' || typeof value === 'number'
    return (isNumber ? format(value) : undefined) ?? asText(value)
  }
}

function asText(value: FieldValue): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return value
  if (typeof value === 'number') return plainNumber(value)
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return Number.isNaN(value.getTime()) ? '' : value.toISOString().slice(0, 10)
}
