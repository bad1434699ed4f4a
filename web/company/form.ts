import { keysOf, isOneOf } from '#contract/typed-objects.ts'
import type { FieldNamesMarkedBoolean } from 'react-hook-form'
import { type Company, type CompanyInput, companyLabels } from '#contract/company.ts'
import { type Figure, understood } from '#web/ui/entry/use-number-entry.ts'
import { type NumberedPaper, paperKinds } from '#contract/numbering.ts'

type Field = keyof typeof companyLabels
const fields = keysOf(companyLabels)

type Pattern = { prefix: string | null; digits: Figure; nextNumber: Figure }
export type CompanyValues = Record<Field, string | null> & { series: Record<NumberedPaper, Pattern> }

export function valuesOf(company: Company): CompanyValues {
  const own = fields.map(field => [field, company[field]])
  const series = company.numberSeries.map(({ kind, ...pattern }) => [kind, pattern])
  return { ...Object.fromEntries(own), series: Object.fromEntries(series) } as CompanyValues
}

/** What the form has to send besides the text fields, in the order in which it sends it. */
export const changedKinds = (series: Partial<Record<NumberedPaper, object>> | undefined) =>
  paperKinds.filter(kind => Object.values(series?.[kind] ?? {}).includes(true))

type Dirty = Partial<Readonly<FieldNamesMarkedBoolean<CompanyValues>>>

/**
 * Only what was changed: a number that was given to a document while the form stood open must not be set back
 * by a save of something else.
 */
export function changeOf(values: CompanyValues, dirty: Dirty): CompanyInput {
  const own = fields.filter(field => dirty[field]).map(field => [field, values[field]?.trim() || null])
  const numberSeries = changedKinds(dirty.series).map(kind => {
    const { prefix, digits, nextNumber } = values.series[kind]
    const marks = dirty.series?.[kind]
    return {
      kind,
      ...(marks?.prefix && { prefix: prefix ?? '' }),
      ...(marks?.digits && { digits: understood(digits) ?? 0 }),
      ...(marks?.nextNumber && { nextNumber: understood(nextNumber) ?? 0 }),
    }
  })
  return { ...Object.fromEntries(own), ...(numberSeries.length > 0 && { numberSeries }) }
}

/** "numberSeries.0.prefix" as the server names it, "series.houseBill.prefix" as the form does. */
export function fieldOfPath(path: string, kinds: readonly NumberedPaper[]) {
  const [first = '', index, field] = path.split('.')
  const kind = kinds[Number(index)]
  if (first === 'numberSeries' && kind && field) return `series.${kind}.${field as keyof Pattern}` as const
  return fields.find(one => one === first) ?? null
}

export const labelOfPath = (path: string) =>
  path === 'logo' ? 'Logo' : isOneOf(fields, path) ? companyLabels[path] : null
