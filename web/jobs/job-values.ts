import { keysOf } from '#contract/typed-objects.ts'
import { fieldNames, fieldsOfKind } from '#contract/field.ts'
import { type JobField, jobFieldLabels, jobFields, type quoteFields } from '#contract/job-fields.ts'
import type { Job, JobInput, Quote } from '#contract/jobs.ts'
import { isUnparsedDate } from '#web/ui/entry/use-date-entry.ts'
import { isUnparsedLocalTime } from '#web/ui/entry/use-local-time-entry.ts'
import { type Figure, parsedFigure } from '#web/ui/entry/use-number-entry.ts'
import type { FieldAccess } from '#web/ui/record-form/three-way.ts'

const ownFields = fieldNames(jobFields)

type OwnField = (typeof ownFields)[number]
type QuoteField = keyof typeof quoteFields

/** The fields in which a figure or a date is typed. */
const figureFields = [
  'grossWeight',
  'netWeight',
  'volume',
  'numberOfPackages',
  'originals',
  'freeDays',
] as const
const dateFields = fieldsOfKind(jobFields, 'date')
const localTimeFields = fieldsOfKind(jobFields, 'localTime')
type FigureField = (typeof figureFields)[number]

/**
 * What the Details form holds: the fields that Save and Cancel are about, and the names of the ports and of the
 * master job to show.
 */
export type JobValues = Pick<Job, Exclude<OwnField, FigureField> | 'master' | 'owner'> &
  Record<FigureField, Figure> & { quote: Omit<Quote, 'financeId'> }
export const formFields = keysOf(jobFieldLabels)

const picked = <Source, Key extends keyof Source>(source: Source, keys: readonly Key[]) =>
  Object.fromEntries(keys.map(key => [key, source[key]])) as Pick<Source, Key>

export function jobValues(job: Job): JobValues {
  const { financeId: _financeId, ...quote } = job.quote
  return { ...picked(job, ownFields), master: job.master, owner: job.owner, quote }
}

const isFigureField = (field: OwnField): field is FigureField =>
  figureFields.some(figureField => figureField === field)
const isQuoteField = (field: JobField): field is `quote.${QuoteField}` => field.startsWith('quote.')

export function valueAt(values: JobValues, field: JobField): string | number | null {
  return isQuoteField(field)
    ? values.quote[field.slice('quote.'.length) as QuoteField]
    : values[field as OwnField]
}

/** The fields whose text is no figure or no date yet; a save waits for them. */
export const unparsedFields = (values: JobValues): JobField[] => [
  ...figureFields.filter(field => typeof values[field] === 'string'),
  ...dateFields.filter(field => isUnparsedDate(values[field])),
  ...localTimeFields.filter(field => isUnparsedLocalTime(values[field])),
]

/**
 * The body of a save: only what is named in `fields`, so that nothing else is touched. Throws where a figure is
 * not understood.
 */
export function jobChange(id: string, values: JobValues, fields: readonly JobField[]): JobInput {
  const own = fields.filter(field => !isQuoteField(field)) as OwnField[]
  const quote = fields.filter(isQuoteField).map(field => field.slice('quote.'.length) as QuoteField)
  return {
    id,
    ...picked(values, own.filter(field => !isFigureField(field)) as Exclude<OwnField, FigureField>[]),
    ...Object.fromEntries(own.filter(isFigureField).map(field => [field, parsedFigure(values[field])])),
    ...(quote.length > 0 && { quote: picked(values.quote, quote) }),
  }
}

/** Theirs everywhere but in the given fields, which stay mine. */
function merged(theirs: JobValues, mine: JobValues, fields: readonly JobField[]): JobValues {
  const values = { ...theirs, quote: { ...theirs.quote } }
  for (const field of fields) {
    if (field === 'masterShipmentId') values.master = mine.master
    if (field === 'ownerId') values.owner = mine.owner
    if (!isQuoteField(field)) Object.assign(values, { [field]: valueAt(mine, field) })
    else {
      const key = field.slice('quote.'.length) as QuoteField
      Object.assign(values.quote, { [key]: mine.quote[key] })
      if (key.endsWith('PortId')) {
        const name = key.slice(0, -'Id'.length) as 'loadingPort'
        values.quote[name] = mine.quote[name]
      }
    }
  }
  return values
}

/** What a draft keeps of changed fields, and what shows beside them. */
function toDraft(values: JobValues, fields: readonly JobField[]): Record<string, unknown> {
  const kept: Record<string, unknown> = {}
  for (const field of fields) {
    kept[field] = valueAt(values, field)
    if (field === 'masterShipmentId') kept['master'] = values.master
    if (field === 'ownerId') kept['owner'] = values.owner
    if (isQuoteField(field) && field.endsWith('PortId')) {
      const name = field.slice('quote.'.length, -'Id'.length) as 'loadingPort'
      kept[`quote.${name}`] = values.quote[name]
    }
  }
  return kept
}

/** The form's values with a draft's fields in their places; what is no field of the form is left out. */
function withDraft(values: JobValues, fields: Record<string, unknown>): JobValues {
  const filled: JobValues = { ...values, quote: { ...values.quote } }
  const known = new Set<string>([
    ...Object.keys(values),
    ...Object.keys(values.quote).map(key => `quote.${key}`),
  ])
  for (const [field, value] of Object.entries(fields)) {
    if (!known.has(field) || field === 'quote') continue
    if (field.startsWith('quote.')) Object.assign(filled.quote, { [field.slice('quote.'.length)]: value })
    else Object.assign(filled, { [field]: value })
  }
  return filled
}

/** The fields of the Details form, for its record form. */
export const jobAccess: FieldAccess<JobValues, JobField> = {
  names: formFields,
  valueAt,
  merged,
  toDraft,
  withDraft,
}
