import { useEffect, useEffectEvent, useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { forgetDraft, keepDraft, readDraft } from '#web/lib/drafts.ts'
import { useDraftKey } from '#web/lib/kept-drafts.ts'
import { whenHidden } from '#web/lib/page-hidden.ts'
import { isEmpty, type ItemValues } from './form.ts'
import { valuesOfDraft } from './kept-items.ts'

const PAUSE_MS = 300

export type TypedItem = ReturnType<typeof useTypedItem>

export const TYPED_DRAFT = 'new-item'

/**
 * The item of a job that somebody has begun to type, kept in the browser until it is entered or discarded; wants
 * its draft to be ready.
 */
export function useTypedItem(jobId: string) {
  const key = useDraftKey(TYPED_DRAFT)(jobId)
  const read = () => {
    const draft = readDraft(key)
    return draft && { at: draft.at, values: valuesOfDraft(draft.fields) }
  }
  const [kept, setKept] = useState(read)
  return {
    kept,
    keep: (values: ItemValues) => (isEmpty(values) ? forgetDraft(key) : keepDraft(key, 0, values)),
    forget: () => {
      forgetDraft(key)
      setKept(undefined)
    },
  }
}

/** Keeps what is typed as it is typed; a reload or a crash does not take it. */
export function useKeptTyping({ kept, keep }: TypedItem, form: UseFormReturn<ItemValues>) {
  const [first] = useState(kept)
  useEffect(() => {
    if (first) form.reset(first.values, { keepDefaultValues: true })
  }, [first, form])

  const values = useWatch({ control: form.control })
  const keepNow = useEffectEvent(() => keep(form.getValues()))
  useEffect(() => {
    const timer = setTimeout(() => keepNow(), PAUSE_MS)
    const stopHidden = whenHidden(() => keepNow())
    return () => {
      clearTimeout(timer)
      stopHidden()
    }
  }, [values])
}
