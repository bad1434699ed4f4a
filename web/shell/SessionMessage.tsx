import type { ReactNode } from 'react'
import './session.css'

/** A sentence in the middle of an otherwise empty page, with what can be done about it. */
export function SessionMessage({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <main className="session">
      <p role="status">{text}</p>
      {children}
    </main>
  )
}
