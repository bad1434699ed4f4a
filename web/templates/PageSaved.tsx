import { Banner } from '#web/ui/page/states.tsx'

type Props = {
  /** null: without a job there was nothing to compare. */
  differences: readonly { before: string; after: string }[] | null
  /** “Job 123, Cotton”. */
  job: string
  onPreview: () => void
  onDismiss: () => void
}

/** What a save came to: whether the template prints for the job what the page said before. */
export function PageSaved({ differences, job, onPreview, onDismiss }: Props) {
  const isSame = differences === null || differences.length === 0
  return (
    <Banner tone={isSame ? 'done' : 'warning'} onDismiss={onDismiss}>
      The template was saved. {sentence(differences, job.replace(/^Job/, 'job'))}{' '}
      <button type="button" className="banner__action" onClick={onPreview}>
        Preview
      </button>
      {differences && differences.length > 0 && (
        <ul className="page-saved">
          {differences.map(({ before, after }, index) => (
            // The same line may stand twice.
            <li key={`${index} ${before}`}>
              {shown(before)} → {shown(after)}
            </li>
          ))}
        </ul>
      )}
    </Banner>
  )
}

const shown = (text: string) => (text.trim() === '' ? 'nothing' : `“${text.trim()}”`)

function sentence(differences: Props['differences'], job: string): string {
  if (differences === null) return ''
  const whose = job === '' ? 'this job' : job
  return differences.length === 0
    ? `The template prints the same page for ${whose}.`
    : `The template prints this differently for ${whose}:`
}
