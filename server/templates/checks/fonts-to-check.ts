import { type FontCoverage, charactersWithoutFont } from '#server/pdf/fonts.ts'
import type { FieldValues } from '#server/word/language/known-fields.ts'
import type { Missing } from './missing.ts'

/** The texts of these fields, those of lists included. */
function textsPrinted(printed: ReadonlySet<string>, { fields, lists }: FieldValues): string {
  const single = [...printed].map(name => fields[name])
  const inLists = Object.entries(lists).flatMap(([list, rows]) =>
    rows.flatMap(row => Object.keys(row).map(key => (printed.has(`${list}.${key}`) ? row[key] : ''))),
  )
  return [...single, ...inLists].filter(value => typeof value === 'string').join(' ')
}

/** Texts of which a PDF would not show all characters, since the server has no font for them. */
export function fontsToCheck(
  printed: ReadonlySet<string>,
  values: FieldValues,
  coverage: FontCoverage | null,
): Missing[] {
  if (!coverage) return []
  return charactersWithoutFont(textsPrinted(printed, values), coverage).map(({ characters, font }) => ({
    label: 'Fonts',
    message:
      `The server has no font for ${characters}: in a PDF they may be missing or print as empty boxes. ` +
      `Ask the operator of the server to install one (on Debian and Ubuntu ${font}), or make a Word document`,
    place: null,
    check: true,
  }))
}
