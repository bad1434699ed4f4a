import type { Preflight } from '#contract/generation.ts'
import './preflight.css'

/** The numbers that the documents will take; those that jobs have already are not told. */
export function NumbersToUse({ jobs }: Pick<Preflight, 'jobs'>) {
  const taken = jobs.flatMap(({ jobId, numbers }) =>
    numbers.filter(({ isNew }) => isNew).map(({ kind, label, number }) => ({ jobId, kind, label, number })),
  )
  if (taken.length === 0) return null
  return (
    <section className="preflight__job">
      <h3 className="preflight__heading">
        {taken.length === 1 ? 'This number will be used' : 'These numbers will be used'}
      </h3>
      <ul className="preflight__list" aria-label="Numbers that are used">
        {taken.map(({ jobId, kind, label, number }) => (
          <li key={`${jobId} ${kind}`}>
            {label} {number}
            {jobs.length > 1 && ` for job ${jobId}`}
          </li>
        ))}
      </ul>
      <p className="preflight__company">A number is used only when its document is made.</p>
    </section>
  )
}
