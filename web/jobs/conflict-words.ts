import {
  type Choice,
  directions,
  jobStatuses,
  labelOf,
  loadTypes,
  quoteTypes,
  transportModes,
  volumeUnits,
  weightUnits,
} from '#contract/choices.ts'
import { jobFieldLabels, jobFields } from './job-values.ts'

const choices: Record<string, readonly Choice[]> = {
  statusId: jobStatuses,
  direction: directions,
  weightUnit: weightUnits,
  volumeUnit: volumeUnits,
  'quote.transportMode': transportModes,
  'quote.quoteType': quoteTypes,
  'quote.clType': loadTypes,
}

const known = (field: string) => jobFields.find(one => one === field || one === `quote.${field}`)

/** A changed field by the word that stands over it on the form. */
export function labelOfChange(field: string): string {
  const name = known(field)
  return name ? jobFieldLabels[name] : field
}

/** A changed value as the form would show it. */
export function textOfChange(field: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return '(empty)'
  const list = choices[known(field) ?? '']
  if (list && typeof value === 'number') return labelOf(list, value)
  return typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value)
}
