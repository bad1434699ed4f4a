import { isOneOf } from '#contract/typed-objects.ts'
import { labelOf } from '#contract/choices.ts'
import { dateOrderLabels, dateOrders } from '#contract/date-orders.ts'
import { sizeTypeLabel } from '#contract/container-types.ts'
import type { FieldKind } from '#contract/field.ts'
import { surchargeBases, surchargeBasisLabels } from '#contract/finance-sections.ts'
import { localTimeText } from '#contract/local-times.ts'
import { mailStateLabels, mailStates } from '#contract/mail-states.ts'
import { builtInKinds, isBuiltInKind } from '#contract/reference-kinds.ts'
import { countries } from '#server/organisations/countries.ts'
import { isBlankValue } from '#server/records/change-words.ts'
import { paperLabel } from '#server/records/number-words.ts'
import { type Names, namedText } from '#server/records/change-wording.ts'

const NUMBERS = new Intl.NumberFormat('en', { maximumFractionDigits: 8 })

/** A kept value as people read it; '' for none. */
export function valueText(kind: FieldKind, value: unknown, names: Names): string {
  if (isBlankValue(value)) return ''
  if (Array.isArray(kind) && typeof value === 'number') return labelOf(kind, value)
  if (typeof value === 'number')
    return NUMBERS.format(value) + (kind === 'size' ? (value === 1 ? ' byte' : ' bytes') : '')
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (kind === 'list' && Array.isArray(value)) return value.join(', ')
  if (typeof value !== 'string') return JSON.stringify(value)
  if (kind === 'localTime') return localTimeText(value)
  if (kind === 'containerType') return sizeTypeLabel(value)
  if (kind === 'referenceKind') return isBuiltInKind(value) ? builtInKinds[value] : namedText(value, names)
  if (kind === 'named') return namedText(value, names)
  if (kind === 'country') return countries().find(country => country.id === value)?.name ?? value
  if (kind === 'surchargeBasis') return isOneOf(surchargeBases, value) ? surchargeBasisLabels[value] : value
  if (kind === 'paper') return paperLabel(value)
  if (kind === 'dateOrder') return isOneOf(dateOrders, value) ? dateOrderLabels[value] : value
  if (kind === 'mailState') return isOneOf(mailStates, value) ? mailStateLabels[value] : value
  return kind === 'role' ? value.charAt(0).toUpperCase() + value.slice(1) : value
}
