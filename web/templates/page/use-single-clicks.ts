import { useEffect } from 'react'
import { type Click, isAgain } from './second-click.ts'

/** What takes a click of its own; a window and what lies around it take every click upon them. */
const TAKERS =
  'a, button, input, label, select, summary, textarea, [role=dialog], [role=menuitem], [role=option], [data-portal]'

/**
 * The second click of a double click is lost where it hits something else than the first did: what has opened or moved
 * under the pointer was not meant. A word of the page is selected by a double click as ever.
 */
export function useSingleClicks(): void {
  useEffect(() => {
    let first: (Click & { taker: Element | null }) | undefined
    const hear = (event: MouseEvent) => {
      const taker = event.target instanceof Element ? event.target.closest(TAKERS) : null
      const isLost = first !== undefined && first.taker !== taker && isAgain(event, first)
      const { timeStamp: at, clientX: x, clientY: y } = event
      if (isLost) {
        event.preventDefault()
        event.stopPropagation()
      }
      if (event.type !== 'click') return
      if (!isLost) first = { at, x, y, taker }
      // Whoever goes on clicking has seen nothing yet.
      else if (first && event.detail > 1) first.at = at
    }
    // It would take the focus, and on a window's edge close it.
    document.addEventListener('mousedown', hear, { capture: true })
    document.addEventListener('click', hear, { capture: true })
    return () => {
      document.removeEventListener('mousedown', hear, { capture: true })
      document.removeEventListener('click', hear, { capture: true })
    }
  }, [])
}
