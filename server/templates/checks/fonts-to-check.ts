import type { MissingValue } from '#contract/generation.ts'
import { type FontCoverage, charactersWithoutFont, type WithoutFont } from '#server/pdf/fonts.ts'
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

const toldOf = ({ characters, font, isOne }: WithoutFont): Missing => ({
  label: 'Fonts',
  message:
    `The server has no font for ${characters}: in a PDF ${isOne ? 'it' : 'they'} may be missing or print as ` +
    `${isOne ? 'an empty box' : 'empty boxes'}. ` +
    `Ask the operator of the server to install one (on Debian and Ubuntu ${font}), or make a Word document`,
  place: null,
  check: true,
})

/** Texts of which a PDF would not show all characters, since the server has no font for them. */
export function fontsToCheck(
  printed: ReadonlySet<string>,
  values: FieldValues,
  coverage: FontCoverage | null,
): Missing[] {
  return coverage ? charactersWithoutFont(textsPrinted(printed, values), coverage).map(toldOf) : []
}

/** The same of several templates: each font once, with all characters that they need it for. */
export function fontsOfTemplates(
  templates: readonly { templateId: string; names: ReadonlySet<string> }[],
  values: FieldValues,
  coverage: FontCoverage | null,
): MissingValue[] {
  if (!coverage) return []
  const causesOf = templates.map(({ templateId, names }) => ({
    templateId,
    causes: charactersWithoutFont(textsPrinted(names, values), coverage).map(({ cause }) => cause),
  }))
  const everything = new Set(templates.flatMap(({ names }) => [...names]))
  return charactersWithoutFont(textsPrinted(everything, values), coverage).map(one => ({
    ...toldOf(one),
    templateIds: causesOf.flatMap(({ templateId, causes }) => (causes.includes(one.cause) ? templateId : [])),
  }))
}
