import { keysOf } from '#contract/typed-objects.ts'
import { type Company, type CompanyInput, companyLabels } from '#contract/company.ts'
import { type Figure, parsedFigure } from '#web/ui/entry/use-number-entry.ts'
import { type NumberedPaper, numberedPapers, paperKinds } from '#contract/numbering.ts'

type OwnField = keyof typeof companyLabels
const ownFields = keysOf(companyLabels)

type Pattern = { prefix: string | null; digits: Figure; nextNumber: Figure }
const patternLabels = { prefix: 'begins with', digits: 'digits', nextNumber: 'next number' }
const patternFields = keysOf(patternLabels)

const figureFields = ['airDivisor', 'roadDensity'] as const
type FigureField = (typeof figureFields)[number]
const isFigure = (field: OwnField): field is FigureField => figureFields.some(one => one === field)

export type CompanyValues = Record<Exclude<OwnField, FigureField>, string | null> &
  Record<FigureField, Figure> & { series: Record<NumberedPaper, Pattern> }
type SeriesField = `series.${NumberedPaper}.${keyof Pattern}`
export type CompanyField = OwnField | SeriesField

export const companyFieldLabels = {
  ...companyLabels,
  ...Object.fromEntries(
    paperKinds.flatMap(kind =>
      patternFields.map(part => [
        `series.${kind}.${part}`,
        `${numberedPapers[kind].label}: ${patternLabels[part]}`,
      ]),
    ),
  ),
} as Readonly<Record<CompanyField, string>>
export const companyFields = keysOf(companyFieldLabels)

export function valuesOf(company: Company): CompanyValues {
  const own = ownFields.map(field => [field, company[field]])
  const series = company.numberSeries.map(({ kind, ...pattern }) => [kind, pattern])
  return { ...Object.fromEntries(own), series: Object.fromEntries(series) } as CompanyValues
}

/** The series of which something was changed, in the order in which a save sends them. */
const changedKinds = (changed: readonly CompanyField[]) =>
  paperKinds.filter(kind => changed.some(field => field.startsWith(`series.${kind}.`)))

/**
 * Only what was changed: a number that was given to a document while the form stood open must not be set back
 * by a save of something else.
 */
export function changeOf(values: CompanyValues, changed: readonly CompanyField[]): CompanyInput {
  const own = ownFields
    .filter(field => changed.includes(field))
    .map(field => [field, isFigure(field) ? parsedFigure(values[field]) : values[field]?.trim() || null])
  const numberSeries = changedKinds(changed).map(kind => {
    const { prefix, digits, nextNumber } = values.series[kind]
    const isChanged = (part: keyof Pattern) => changed.includes(`series.${kind}.${part}`)
    return {
      kind,
      ...(isChanged('prefix') && { prefix: prefix ?? '' }),
      ...(isChanged('digits') && { digits: parsedFigure(digits) ?? 0 }),
      ...(isChanged('nextNumber') && { nextNumber: parsedFigure(nextNumber) ?? 0 }),
    }
  })
  return { ...Object.fromEntries(own), ...(numberSeries.length > 0 && { numberSeries }) }
}

/** "numberSeries.0.prefix" as the server names it, "series.houseBill.prefix" as the form does. */
function fieldAt(path: string, kinds: readonly NumberedPaper[]): CompanyField | null {
  const [first, index, part] = path.split('.')
  const name = first === 'numberSeries' ? `series.${kinds[Number(index)]}.${part}` : path
  return companyFields.find(field => field === name) ?? null
}

/** The form's field that a refusal names: a series by its place in what was sent. */
export const fieldOfPath = (path: string, changed: readonly CompanyField[]) =>
  fieldAt(path, changedKinds(changed))

/** The form's field that somebody else's change names: a series by its place among all of them. */
export const fieldOfChange = (path: string) => fieldAt(path, paperKinds)
