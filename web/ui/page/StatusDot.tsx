import type { ReactNode } from 'react'

export type Tone = 'grey' | 'blue' | 'green' | 'amber' | 'red'

/** A word with a dot before it: the dot never says anything that the word does not. */
export function StatusDot({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className="status">
      <span className={`status__dot status__dot--${tone}`} aria-hidden />
      {children}
    </span>
  )
}
