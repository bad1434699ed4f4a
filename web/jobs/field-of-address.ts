import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'

/** Where a field stands: its input by its name, or the place that a record is linked in. */
export const placesOfField = (field: string, within: ParentNode | null) =>
  within?.querySelectorAll<HTMLElement>(`[name="${field}"]:not([type="hidden"]), [data-field="${field}"]`) ??
  []

/** Puts the cursor into a field of the card; answers false while that is in a folded section. */
export function focusField(field: string): boolean {
  const [place] = placesOfField(field, document)
  if (place?.closest('[hidden]')) return false
  // A field's actions stand before its input.
  const target = place?.matches('[role="group"]')
    ? (place.querySelector('input') ?? place.querySelector<HTMLElement>('button, a'))
    : place
  place?.scrollIntoView({ block: 'center' })
  target?.focus({ preventScroll: true })
  return true
}

/** Opens the field that the address names behind its #, or that whoever led here has named. */
export function useFieldOfAddress(open: (field: string) => void) {
  const field = useLocation({ select: ({ hash, state }) => hash || (state.field ?? '') })
  const askedAt = useLocation({ select: ({ state }) => state.askedAt })
  useEffect(() => {
    if (/^[\w.]+$/.test(field)) open(field)
  }, [field, askedAt, open])
}
