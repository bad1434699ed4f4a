import { type RefObject, useEffect, useRef, useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { forgetDraft, keepDraft, readDraft } from '#web/lib/drafts.ts'
import { useDraftKey } from '#web/lib/kept-drafts.ts'
import type { OrganisationValues } from './form.ts'

const PAUSE_MS = 300

/** What is unsaved on a contact outlives its other tab, a reload and a crash. */
export function useContactDraft(
  contactId: string,
  form: UseFormReturn<OrganisationValues>,
  versionRef: RefObject<number>,
) {
  const key = useDraftKey('contact')(contactId)
  const [draft] = useState(() => readDraft(key))
  const isGivenUp = useRef(false)
  const values = useWatch({ control: form.control })
  const { dirtyFields } = form.formState
  const fields = Object.keys(dirtyFields).join(' ')

  useEffect(() => {
    if (!draft) return
    for (const [field, value] of Object.entries(draft.fields))
      form.setValue(field as keyof OrganisationValues, value as string | null, { shouldDirty: true })
    // A save builds on the version that it was typed on, so that it notices what happened since.
    versionRef.current = draft.version
  }, [draft, form, versionRef])

  useEffect(() => {
    const keep = () => {
      if (isGivenUp.current) return forgetDraft(key)
      const all = form.getValues()
      const changed = fields.split(' ').filter(Boolean) as (keyof OrganisationValues)[]
      keepDraft(key, versionRef.current, Object.fromEntries(changed.map(field => [field, all[field]])))
    }
    const timer = setTimeout(keep, PAUSE_MS)
    window.addEventListener('pagehide', keep)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('pagehide', keep)
      if (fields !== '') keep()
    }
  }, [key, fields, values, form, versionRef])

  return {
    /** The person leaves without saving. */
    giveUp: () => {
      isGivenUp.current = true
      forgetDraft(key)
    },
  }
}
