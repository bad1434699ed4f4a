import type { ReactNode } from 'react'
import { NoticePlace } from '#web/ui/notice/NoticePlace.tsx'
import './bottom-bar.css'

/** What a long form says and offers, on the window's bottom edge however long it is and far it has been scrolled. */
export function BottomBar({ status, children }: { status: ReactNode; children?: ReactNode }) {
  return (
    <div className="bottom-bar" data-bottom-bar>
      <NoticePlace isInBar />
      <div className="bottom-bar__row">
        <div className="bottom-bar__status">{status}</div>
        {children}
      </div>
    </div>
  )
}
