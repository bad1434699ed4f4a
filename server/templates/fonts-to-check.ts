import { type FontCoverage, scriptsWithoutFont } from '#server/pdf/fonts.ts'
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

/** Texts of which a PDF would show empty boxes, since the server has no font for their writing system. */
export function fontsToCheck(
  printed: ReadonlySet<string>,
  values: FieldValues,
  coverage: FontCoverage | null,
): Missing[] {
  if (!coverage) return []
  return scriptsWithoutFont(textsPrinted(printed, values), coverage).map(({ name, font }) => ({
    label: 'Fonts',
    message:
      `The server has no font for ${name} characters: a PDF shows empty boxes in their place. ` +
      `Ask whoever runs the server to install one (on Debian and Ubuntu ${font}), or make a Word document`,
    place: null,
    check: true,
  }))
}
