import { lazy, Suspense, useState } from 'react'
import type { Job } from '#contract/jobs.ts'
import { useMay } from '#web/lib/membership.ts'
import { IconDots } from '#web/ui/icons.ts'
import { MenuButton } from '#web/ui/MenuButton.tsx'

const CopyJobDialog = lazy(async () => ({ default: (await import('./CopyJobDialog.tsx')).CopyJobDialog }))

/** What is seldom done with a whole job. */
export function JobMenu({ job }: { job: Job }) {
  const mayWrite = useMay('jobs:write')
  const [isCopying, setIsCopying] = useState(false)
  if (!mayWrite) return null
  return (
    <>
      <MenuButton label="More" title="This job" icon={<IconDots size={18} aria-hidden />} isQuiet>
        {close => (
          <div className="menu-panel__list">
            <button
              type="button"
              className="menu-panel__choice"
              onClick={() => {
                close()
                setIsCopying(true)
              }}
            >
              Copy…
            </button>
          </div>
        )}
      </MenuButton>
      {isCopying && (
        <Suspense>
          <CopyJobDialog job={job} onClose={() => setIsCopying(false)} />
        </Suspense>
      )}
    </>
  )
}
