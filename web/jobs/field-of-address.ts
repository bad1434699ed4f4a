import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'

/** Puts the cursor into the field that the address names behind its #, or that whoever led here has named. */
export function useFieldOfAddress() {
  const field = useLocation({ select: ({ hash, state }) => hash || (state.field ?? '') })
  useEffect(() => {
    if (!/^[\w.]+$/.test(field)) return
    const places = document.querySelectorAll<HTMLElement>(
      `[name="${field}"]:not([type="hidden"]), [data-field="${field}"]`,
    )
    const [place] = places
    const target = place?.matches('[role="group"]')
      ? place.querySelector<HTMLElement>('input, button, a')
      : place
    place?.scrollIntoView({ block: 'center' })
    target?.focus({ preventScroll: true })
  }, [field])
}
