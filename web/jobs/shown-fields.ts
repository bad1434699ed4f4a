import { createContext, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { placeOfField } from '#contract/job-field-rules.ts'
import { type JobField, jobFieldLabels } from '#contract/job-fields.ts'
import { linkIn } from '#contract/job-parties.ts'
import { type FurtherRole, furtherRoles, partyRoleLabels } from '#contract/parties.ts'
import { isOneOf } from '#contract/typed-objects.ts'
import { useKeepPreferences, usePreferences } from '#web/lib/preferences.ts'
import { notify } from '#web/ui/notice/notify.ts'
import { focusField } from './field-of-address.ts'
import { useJobFormContext } from './job-form.ts'
import { formFields, type JobValues, valueAt } from './job-values.ts'

/** What stands on the card only where it is asked for: fields of the job, and the further parties. */
export type CardField = JobField | FurtherRole

export const cardFieldLabels: Record<CardField, string> = { ...jobFieldLabels, ...partyRoleLabels }

const cardFields: readonly CardField[] = [...formFields, ...furtherRoles]

export type ShownFields = {
  isShown: (field: CardField) => boolean
  /** Of these fields, those that are offered by their names. */
  offeredOf: (fields: readonly CardField[]) => CardField[]
  /** Shows a field, whatever the job is, and puts the cursor into it. */
  open: (field: string) => void
  /** The field that was opened last; each time anew. */
  wanted: { field: string } | undefined
  /** Whether the job leaves out any field. */
  isAnyLeftOut: boolean
  isAll: boolean
  setAll: (isAll: boolean) => void
}

const isFilled = (values: JobValues, field: JobField) => {
  const value = valueAt(values, field)
  return value !== null && value !== undefined && value !== ''
}

/** Which fields stand on the card: those that this kind of job has need of, and all that were ever filled in. */
export function useShownFields(): ShownFields {
  const { job, form } = useJobFormContext()
  const values = useWatch({ control: form.control }) as JobValues
  const { quote, direction } = values
  const { transportMode, clType: loadType } = quote

  const isAll = usePreferences()?.allJobFields ?? false
  const { mutate: keep } = useKeepPreferences((error, again) =>
    notify.failedBecause('“Show all fields” was not kept.', error, { label: 'Try again', run: again }),
  )

  // A field that was filled stays while it is emptied, or it would vanish under the fingers that retype it.
  const [opened, setOpened] = useState<ReadonlySet<CardField>>(new Set())
  const filled = [
    ...formFields.filter(field => isFilled(values, field)),
    ...furtherRoles.filter(role => linkIn(job, role)),
  ].filter(field => !opened.has(field))
  if (filled.length > 0) setOpened(new Set([...opened, ...filled]))

  const [wanted, setWanted] = useState<{ field: string }>()
  const found = useRef(wanted)
  // After each rendering: the section of the field unfolds in one of its own.
  useEffect(() => {
    if (wanted && found.current !== wanted && focusField(wanted.field)) found.current = wanted
  })
  const open = useCallback((field: string) => {
    const own = cardFields.find(one => one === field)
    if (own) setOpened(before => (before.has(own) ? before : new Set([...before, own])))
    setWanted({ field })
  }, [])

  const places = useMemo(
    () =>
      new Map(formFields.map(field => [field, placeOfField(field, { transportMode, direction, loadType })])),
    [transportMode, direction, loadType],
  )
  const placeOf = (field: CardField) => (isOneOf(furtherRoles, field) ? 'offered' : places.get(field))
  const isLeftOut = (field: CardField) => placeOf(field) !== 'shown' && !opened.has(field)
  return {
    isShown: field => isAll || !isLeftOut(field),
    offeredOf: fields =>
      isAll ? [] : fields.filter(field => placeOf(field) === 'offered' && isLeftOut(field)),
    open,
    wanted,
    isAnyLeftOut: cardFields.some(isLeftOut),
    isAll,
    setAll: allJobFields => keep({ allJobFields }),
  }
}

const ShownFieldsContext = createContext<ShownFields | undefined>(undefined)
export const ShownFieldsProvider = ShownFieldsContext.Provider

export function useShownFieldsContext(): ShownFields {
  const shown = useContext(ShownFieldsContext)
  if (!shown) throw new Error('This part belongs inside the Details of a job.')
  return shown
}
