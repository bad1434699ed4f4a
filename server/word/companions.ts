import type { ReadValue } from './program.ts'
import { unitOf } from '#server/word/language/resolve-names.ts'
import type { Source } from '#server/word/language/source.ts'
import type { ValueInstruction } from '#server/word/file/tree.ts'

type Find = (name: string) => Source | string | undefined

/**
 * What a value's format prints beside it: the currency of an amount, the unit of a weight or volume. It is the
 * neighbour `Currency`, `WeightUnit` or `VolumeUnit` of the same group; a text says what is missing.
 */
export function companionOf(
  value: ValueInstruction,
  source: Source,
  find: Find,
): ReadValue | string | undefined {
  for (const { name, argument } of value.formats) {
    if (name === 'money' || name === 'amount') return currencyOf(argument, source, find)
    if (/^(words|cardtext|dollartext)$/.test(name)) return currencyInWords(argument, source, find)
    if (/^(tonnes|kilograms)$/.test(name) && isFigureOfOther(value, source))
      return `“${source.fullName}” is no weight, and “${name}” prints weights.`
    const { fixedUnit } = source
    if (fixedUnit !== undefined && /^(weight|volume|tonnes|kilograms|unit)$/.test(name))
      return () => fixedUnit
    if (/^(weight|volume|tonnes|kilograms)$/.test(name)) {
      const wanted = name === 'volume' ? 'VolumeUnit' : 'WeightUnit'
      return neighbour(source, wanted, find)
    }
    if (name === 'unit') return neighbour(source, unitOf(source.fullName) ?? 'Unit', find)
  }
  return undefined
}

/** Whether this is a figure of something else than weight; a formula may come to one. */
const isFigureOfOther = ({ formula }: ValueInstruction, { kind, fullName }: Source) =>
  kind === 'number' && formula === undefined && !/(weight|tare|vgm|mass)[^.]*$/i.test(fullName)

/** The full name of the unit that a weight's or volume's format prints beside it, or reads. */
export function adjacentUnit({ formats }: ValueInstruction, source: Source, find: Find): string | undefined {
  const format = formats.find(({ name }) => /^(weight|volume|unit|tonnes|kilograms)$/.test(name))?.name
  if (format === undefined || source.fixedUnit !== undefined) return undefined
  const ofUnit = unitOf(source.fullName) ?? 'Unit'
  const unit = format === 'unit' ? ofUnit : format === 'volume' ? 'VolumeUnit' : 'WeightUnit'
  const fullName = source.fullName.replace(/[^.]+$/, unit)
  const found = source.summedList === undefined ? find(fullName) : undefined
  return typeof found === 'object' ? found.fullName : undefined
}

/** What is written out is rounded as its figures are; its currency is named where the format asks for it. */
function currencyInWords(
  argument: string | undefined,
  source: Source,
  find: Find,
): ReadValue | string | undefined {
  if (argument !== undefined) return currencyOf(asksForOwn(argument) ? undefined : argument, source, find)
  if (unitOf(source.fullName) !== 'Currency') return undefined
  return companionField(source, find) ?? neighbour(source, 'Currency', find)
}

const asksForOwn = (argument: string) => /^\s*currency\s*$/i.test(argument)

function currencyOf(
  argument: string | undefined,
  source: Source,
  find: Find,
): ReadValue | string | undefined {
  if (argument !== undefined) {
    const code = argument.trim().toUpperCase()
    if (/^[A-Z]{3}$/.test(code)) return () => code
    const named = find(argument)
    return typeof named === 'object' ? named.read : `“${argument}” is neither a currency nor a field.`
  }
  const own = companionField(source, find) ?? neighbour(source, 'Currency', find)
  if (own !== undefined) return own
  for (const name of ['Finance.Currency', 'Company.Currency']) {
    const general = find(name)
    if (typeof general === 'object') return general.read
  }
  return undefined
}

function companionField({ companion }: Source, find: Find): ReadValue | undefined {
  const found = companion === undefined ? undefined : find(companion)
  return typeof found === 'object' ? found.read : undefined
}

function neighbour(source: Source, name: string, find: Find): ReadValue | undefined {
  const { summedList } = source
  const fullName = source.fullName.replace(/[^.]+$/, name)
  if (summedList !== undefined) {
    const field = summedList.fields.find(known => known.name === name)
    return field && (scope => scope.shared(summedList.name, name))
  }
  const found = find(fullName)
  return typeof found === 'object' ? found.read : undefined
}

/** The field of an amount's own currency, beside the code or the field of the one that its format names instead. */
export function otherCurrency(
  { formats }: ValueInstruction,
  source: Source,
  find: Find,
): { own: string; shown: string } | undefined {
  const argument = formats.findLast(({ name }) =>
    /^(money|amount|words|cardtext|dollartext)$/.test(name),
  )?.argument
  if (argument === undefined || asksForOwn(argument)) return undefined
  const own = source.companion ?? neighbourName(source)
  const found = own === undefined ? undefined : find(own)
  const isOfRows =
    source.summedList?.fields.some(({ name }) => name === 'Currency') && source.companion === undefined
  const ownName = typeof found === 'object' ? found.fullName : isOfRows ? own : undefined
  const code = argument.trim().toUpperCase()
  const named = /^[A-Z]{3}$/.test(code) ? code : find(argument)
  const shown = typeof named === 'object' ? named.fullName : named
  return ownName !== undefined && shown !== undefined && ownName !== shown
    ? { own: ownName, shown }
    : undefined
}

const neighbourName = ({ fullName }: Source) =>
  fullName.includes('.') ? fullName.replace(/[^.]+$/, 'Currency') : undefined
