import type { MissingValue } from '#contract/generation.ts'
import { type LeftField, negotiability } from '#server/word/finding/left-choices.ts'
import type { FieldValue, FieldValues } from '#server/word/language/known-fields.ts'
import type { Made } from './left-as-text.ts'

/**
 * Choices and counts of the job that a template was made from and that stand on its page as text, where the job has
 * another: “prepaid” for a job whose freight is collect.
 */
export function otherChoices(fields: FieldValues['fields'], made: readonly Made[]): MissingValue[] {
  const messages = new Map<string, string[]>()
  for (const { templateId, leftValues, dismissals } of made)
    for (const { text, says } of leftValues) {
      if (!says || dismissals.some(one => one.text.includes(text))) continue
      const { field, read, tell } = told[says.field]
      const own = read(fields[field])
      if (own === says.value || (own === '' && isSilentOnNothing(says.field))) continue
      const message = `${stillSays(says.field, text)}; ${tell(own)}`
      const templateIds = messages.get(message) ?? []
      if (!templateIds.includes(templateId)) messages.set(message, [...templateIds, templateId])
    }
  return [...messages].map(([message, templateIds]) => ({
    ...{ label: 'Text of another job', message, place: null, check: true as const, templateIds },
  }))
}

/** What few jobs say is no matter where a job says nothing of it. */
const isSilentOnNothing = (field: LeftField) => field === 'Direction' || field === 'Negotiable'

function stillSays(field: LeftField, text: string): string {
  if (field === 'Section') return `The template prints “${text}” alone, as for prepaid freight`
  if (field === 'Direction') return `The template prints the agent at “${text}”`
  return `The template still says “${text}” as text, from the job it was made from`
}

type Told = {
  field: string
  /** The job's own, as it is kept with the text; '' for none. */
  read: (value: FieldValue) => string
  tell: (own: string) => string
}

const asText = (value: FieldValue) =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

const freight: Told = {
  field: 'Shipment.FreightPayment',
  read: asText,
  tell: own =>
    own === ''
      ? 'this job does not say how its freight is paid'
      : `the freight of this job is ${own.toLowerCase()}`,
}

const told: Readonly<Record<LeftField, Told>> = {
  FreightPayment: freight,
  Section: freight,
  NumberOfOriginals: {
    field: 'Shipment.NumberOfOriginals',
    read: asText,
    tell: own =>
      own === ''
        ? 'this job does not say how many originals it has'
        : `this job has ${own === '1' ? '1 original' : `${own} originals`}`,
  },
  Negotiable: {
    field: 'Shipment.NumberOfOriginals',
    read: negotiability,
    tell: own => (own === 'waybill' ? 'this job has no originals' : 'the bill of this job is negotiable'),
  },
  Direction: {
    field: 'Shipment.Direction',
    read: asText,
    tell: own =>
      own === 'Import'
        ? 'this job is an import, whose agent is at origin'
        : 'this job is an export, whose agent is at destination',
  },
  Incoterm: {
    field: 'Shipment.Incoterm',
    read: value => asText(value).slice(0, 3),
    tell: own => (own === '' ? 'this job has no Incoterm' : `the Incoterm of this job is ${own}`),
  },
}
