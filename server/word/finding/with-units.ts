import type { FieldValues } from '#server/word/language/known-fields.ts'
import type { FindableField } from './findable-field.ts'
import { type Candidate, textsOf } from './occurrences.ts'
import type { PageText, Span } from './page-text.ts'
import { lengthOfUnit } from './units-said.ts'
import { type PageSigns, unitBeside, weightFormatOf } from './writings.ts'

/** A value on the page. */
export interface Find extends Span {
  text: string
  /** The likeliest first; each prints just this text for the job, or comes nearest to it and is asked. */
  choices: readonly Candidate[]
  /** Whether the first is meant beyond doubt; else a person is asked. */
  isCertain: boolean
}

type Given = {
  page: PageText
  fields: readonly FindableField[]
  values: FieldValues
  signs: PageSigns
}

/** A unit is one where it stands behind its figure: “kg” behind the gross weight. */
export function withUnits(finds: readonly Find[], { page, fields, values, signs }: Given): Find[] {
  const units = fields.filter(({ kind }) => kind === 'unit')
  return finds.flatMap(find => {
    const [first] = find.choices
    if (first?.field.kind !== 'number') return [find]
    const group = groupName(first.field.name)
    const own = units.filter(unit => groupName(unit.name) === group)
    const texts = textsOf(own, values.fields, signs)
    const after = page.text.slice(find.end, find.end + 24)
    const gap = /^[ ]?/.exec(after)?.[0].length ?? 0
    if (find.choices.some(({ field, formats }) => field.fixedUnit || weightFormatOf(formats))) return [find]
    if (first.isUnitLeft)
      return unitBeside(first.field, values.fields) == null
        ? [find]
        : [withItsUnit(find, { gap, length: lengthOfUnit(after.slice(gap)) }, page)]
    for (const [text, candidates] of texts) {
      const end = find.end + gap + text.length
      if (!after.startsWith(text, gap) || /^[\p{L}\p{N}]/u.test(after.slice(gap + text.length))) continue
      const choices = candidates.toSorted((one, other) => nearness(other, first) - nearness(one, first))
      return [find, { start: find.end + gap, end, text, choices, isCertain: true }]
    }
    return [find]
  })
}

/** “125.77 CBM” as one place, for which “125.77 m³” is proposed. */
function withItsUnit(find: Find, { gap, length }: { gap: number; length: number }, { text }: PageText): Find {
  const choices = find.choices.flatMap(one => {
    const picture = / \| number:("[^"]+")$/.exec(one.formats)?.[1]
    return one.isUnitLeft && picture ? [{ ...one, formats: ` | unit:${picture}`, isNearest: true }] : []
  })
  if (length === 0 || choices.length < find.choices.length) return find
  const end = find.end + gap + length
  return { ...find, end, text: text.slice(find.start, end), choices }
}

const groupName = (name: string) => name.slice(0, name.lastIndexOf('.') + 1)

/** “WeightUnit” is nearer to “GrossWeight” than “VolumeUnit”. */
function nearness({ field }: Candidate, figure: Candidate): number {
  const own = field.name.slice(groupName(field.name).length).replace(/Unit$/, '')
  return own !== '' && figure.field.name.endsWith(own) ? 1 : 0
}
