import type { ReactNode } from 'react'
import { FIT } from './zoom-steps.ts'

// What scrolls is reached by the keyboard, though there is nothing to press.
const scrolled = { role: 'region', 'aria-label': 'Zoomed pages', tabIndex: 0 } as const

/** What is larger than its place is moved about by its scroll bars, and by arrow keys while it has the focus. */
export function Paper({ zoom, isTall, children }: { zoom: number; isTall: boolean; children: ReactNode }) {
  if (zoom <= FIT)
    return <div className={isTall ? 'preview__paper preview__paper--tall' : 'preview__paper'}>{children}</div>
  return (
    <div className="preview__paper preview__paper--zoomed" {...scrolled}>
      {children}
    </div>
  )
}
