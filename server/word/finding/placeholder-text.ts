import { findPlaceholders, parseExpression } from '#server/word/language/expression.ts'
import type { FieldIndex, FieldKind, KnownList } from '#server/word/language/known-fields.ts'
import { NameResolver } from '#server/word/language/resolve-names.ts'
import type { FormatCall, ValueInstruction } from '#server/word/file/tree.ts'

/** “{{Shipment.Etd | date:"dd MMM yyyy"}}”: a value with its formats as a text placeholder has them. */
export const placeholderFor = ({ aggregate, formats }: ValueInstruction, name: string): string =>
  `{{${aggregate === undefined ? '' : `${aggregate} `}${name}${formatsText(formats)}}}`

export const formatsText = (formats: readonly FormatCall[]): string =>
  formats
    .map(({ name, argument }) => ` | ${name}${argument === undefined ? '' : `:${quoted(argument)}`}`)
    .join('')

const quoted = (argument: string) => (/["“”„‟«»]/.test(argument) ? `'${argument}'` : `"${argument}"`)

/** A field's name in full; undefined where there is none such. */
export function nameOf(
  value: ValueInstruction,
  index: FieldIndex,
  lists: readonly (KnownList | undefined)[],
): string | undefined {
  const found = sourceOf(value, index, lists)
  if (found === undefined) return undefined
  // A sum is named by what is summed.
  return value.aggregate === undefined && found.summedList === undefined ? found.fullName : value.name
}

export const kindOf = (
  value: ValueInstruction,
  index: FieldIndex,
  lists: readonly (KnownList | undefined)[] = [],
): FieldKind | undefined => sourceOf(value, index, lists)?.kind

function sourceOf(value: ValueInstruction, index: FieldIndex, lists: readonly (KnownList | undefined)[]) {
  const names = new NameResolver(index, () => {})
  const found = names.find(value, lists) ?? names.find(value, [index.listHolding(value.name)])
  return typeof found === 'object' ? found : undefined
}

/** The value that a text asks for by being one placeholder and nothing else. */
export function onlyValue(text: string): ValueInstruction | undefined {
  const [first] = findPlaceholders(text)
  if (!first?.isFinished || first.start > 0 || first.end < text.length) return undefined
  const read = parseExpression(first.inner)
  return typeof read === 'object' && read.type === 'value' ? read : undefined
}
