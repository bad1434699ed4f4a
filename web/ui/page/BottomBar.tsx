import type { ReactNode } from 'react'
import './bottom-bar.css'

/** What a long form says and offers, in sight however far it has been scrolled. */
export function BottomBar({ status, children }: { status: ReactNode; children?: ReactNode }) {
  return (
    <div className="bottom-bar">
      <div className="bottom-bar__status">{status}</div>
      {children}
    </div>
  )
}
