import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { formFields } from './job-values.ts'
import type { JobField } from '#contract/jobs.ts'

/** Puts the cursor into a field of the card: by the name of its input, or that of the place a record is linked in. */
export function focusField(field: string) {
  const places = document.querySelectorAll<HTMLElement>(
    `[name="${field}"]:not([type="hidden"]), [data-field="${field}"]`,
  )
  const [place] = places
  // A field's actions stand before its input.
  const target = place?.matches('[role="group"]')
    ? (place.querySelector('input') ?? place.querySelector<HTMLElement>('button, a'))
    : place
  place?.scrollIntoView({ block: 'center' })
  target?.focus({ preventScroll: true })
}

/** Opens the field that the address names behind its #, or that whoever led here has named. */
export function useFieldOfAddress(open: (field: JobField) => void) {
  const field = useLocation({ select: ({ hash, state }) => hash || (state.field ?? '') })
  const askedAt = useLocation({ select: ({ state }) => state.askedAt })
  useEffect(() => {
    if (!/^[\w.]+$/.test(field)) return
    const own = formFields.find(one => one === field)
    if (own) open(own)
    else focusField(field)
  }, [field, askedAt, open])
}
