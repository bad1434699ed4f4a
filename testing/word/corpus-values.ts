import type {
  FieldValue,
  FieldValues,
  KnownField,
  KnownFields,
  PictureValue,
} from '#server/word/language/known-fields.ts'
import type { Operation } from '#server/word/program.ts'

/** Values by which a filled document tells whether each of its places was filled. */

/** Everything but figures as text, so that a value comes through formats as it is. */
export function asTexts(known: KnownFields): KnownFields {
  const text = (field: KnownField): KnownField =>
    field.kind === 'number' || field.kind === 'picture' ? field : { ...field, kind: 'text' }
  return {
    fields: known.fields.map(text),
    lists: known.lists.map(list => ({ ...list, fields: list.fields.map(text) })),
  }
}

/** Figures and pictures too, so that whatever prints can be told from the template's own words. */
export function asTextsOnly(known: KnownFields): KnownFields {
  const text = (field: KnownField): KnownField =>
    field.kind === 'picture' ? field : { ...field, kind: 'text' }
  return {
    fields: known.fields.map(text),
    lists: known.lists.map(list => ({ ...list, fields: list.fields.map(text) })),
  }
}

/** A value of its own for each field, and some rows in each list. */
export function distinctValues(
  known: KnownFields,
  rows = 1,
  picture: PictureValue | null = null,
): FieldValues {
  let number = 1_000
  const valueOf = (field: KnownField): FieldValue => {
    number += 1
    if (field.kind === 'picture') return picture
    return field.kind === 'number' ? number : `‹${number}›`
  }
  const row = (fields: readonly KnownField[]) =>
    Object.fromEntries(fields.map(field => [field.name, valueOf(field)]))
  return {
    fields: row(known.fields),
    lists: Object.fromEntries(
      known.lists.map(list => [list.name, Array.from({ length: rows }, () => row(list.fields))]),
    ),
  }
}

/** What the program prints whatever its conditions say, and how often. */
export function expectedTexts(operations: readonly Operation[], values: FieldValues): Map<string, number> {
  const expected = new Map<string, number>()
  const rows: Readonly<Record<string, FieldValue>>[] = [values.fields]
  const walk = (some: readonly Operation[]): void => {
    for (const operation of some) {
      if (typeof operation === 'string') continue
      if (operation.type === 'value') {
        const text = operation.format(rows[operation.depth]?.[operation.key])
        for (const [token] of text.matchAll(/‹\d+›/g)) expected.set(token, (expected.get(token) ?? 0) + 1)
      } else if (operation.type === 'repeat') {
        rows.push(values.lists[operation.list]?.[0] ?? {})
        walk(operation.body)
        rows.pop()
      } else if (operation.type === 'frame') {
        walk(operation.before)
        walk(operation.body)
      } else if (operation.type === 'blankable') walk(operation.body)
      else if (operation.type === 'lines') for (const line of operation.lines) walk(line.body)
    }
  }
  walk(operations)
  return expected
}
