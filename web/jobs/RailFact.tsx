import { type ReactNode, useId } from 'react'

/** One thing that is known of the job. */
export function RailFact({ label, children }: { label: string; children: ReactNode }) {
  const labelId = useId()
  return (
    <div className="job-rail__fact" role="group" aria-labelledby={labelId}>
      <span id={labelId} className="job-rail__label">
        {label}
      </span>
      <div className="job-rail__value">{children}</div>
    </div>
  )
}

export const NothingYet = () => <span className="job-rail__nothing">Nothing yet</span>
