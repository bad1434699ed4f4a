import type { PageDifference } from '#contract/template-pages.ts'
import { countText } from '#web/lib/format.ts'
import { Banner } from '#web/ui/page/states.tsx'
import { sidesOf } from './page/differences.ts'

type Props = {
  /** null: without a job there was nothing to compare. */
  differences: readonly PageDifference[] | null
  /** Goes to the place on the page where it can be mended. */
  onShowDifference: (difference: PageDifference) => void
  /** “Job 123, Cotton”. */
  job: string
  /** How many values were found since: what a person decides makes others certain. */
  found: number
  onShowFound: () => void
  /** How many texts that read like values of a job stay on every paper. */
  left: number
  onShowLeft: () => void
  onPreview: () => void
  onDismiss: () => void
}

/** What a save came to: whether the template prints for the job what the page said before. */
export function PageSaved({
  differences,
  onShowDifference,
  job,
  found,
  onShowFound,
  left,
  onShowLeft,
  onPreview,
  onDismiss,
}: Props) {
  const isSame = differences === null || differences.length === 0
  return (
    <Banner tone={isSame ? 'done' : 'warning'} onDismiss={onDismiss}>
      The template was saved. {sentence(differences, job.replace(/^Job/, 'job'))}{' '}
      {differences && differences.length > 0 && (
        <ul className="page-saved">
          {differences.map((difference, index) => (
            // The same line may stand twice.
            <li key={`${index} ${difference.before}`}>
              {difference.paragraph === null ? (
                wordsOf(difference)
              ) : (
                <button
                  type="button"
                  className="banner__action page-saved__difference"
                  onClick={() => onShowDifference(difference)}
                >
                  {wordsOf(difference)}
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      {found > 0 && (
        <>
          {`${countText(found, 'more value')} ${found === 1 ? 'was' : 'were'} found: look at ${found === 1 ? 'it' : 'them'}, then save again. `}
          <button type="button" className="banner__action" onClick={onShowFound}>
            {found === 1 ? 'Show it' : 'Show them'}
          </button>{' '}
        </>
      )}
      {left > 0 && (
        <>
          {`${countText(left, 'text')} that ${left === 1 ? 'reads like a value stays' : 'read like values stay'} on the paper of every job. `}
          <button type="button" className="banner__action" onClick={onShowLeft}>
            Show
          </button>{' '}
        </>
      )}
      <button type="button" className="banner__action" onClick={onPreview}>
        Preview with another job
      </button>
    </Banner>
  )
}

function wordsOf(difference: PageDifference): string {
  const { before, after } = sidesOf(difference)
  return `${before} → ${after}`
}

function sentence(differences: Props['differences'], job: string): string {
  if (differences === null) return ''
  const whose = job === '' ? 'this job' : job
  return differences.length === 0
    ? `The template prints the same page for ${whose}.`
    : `The template prints this differently for ${whose}:`
}
