import type { MissingValue } from '#contract/generation.ts'
import { countText } from '#web/lib/format.ts'
import { Banner } from '#web/ui/page/states.tsx'
import { PlaceLink } from '#web/ui/page/PlaceLink.tsx'
import { useGenerationCheck } from './queries.ts'

export type Missing = Pick<MissingValue, 'message' | 'place' | 'check'>

type Props = {
  jobId: string
  /** What the text lacks. */
  missing: readonly Missing[]
  /** The templates whose documents are attached: what these lack is looked up. */
  madeFrom: readonly string[]
  onLeave: () => void
}

/** "The attachments have 2 blank places. Check 1 more." */
function summaryOf(papers: readonly Missing[]): string {
  const toCheck = papers.filter(({ check }) => check).length
  const blank = papers.length - toCheck
  if (blank === 0) return `Check ${countText(toCheck, 'figure')} in the attachments`
  const left = `The attachments have ${countText(blank, 'blank place')}`
  return toCheck === 0 ? left : `${left} and ${countText(toCheck, 'line')} to check`
}

/** What will be blank, each line leading to where it is filled; the mail is kept meanwhile. */
export function MissingList({ jobId, missing, madeFrom, onLeave }: Props) {
  const made = useGenerationCheck(jobId, madeFrom)
  const faults = (madeFrom.length > 0 ? made?.templates : undefined)?.flatMap(
    ({ name, problems, refused }) => {
      if (refused) return `${name} cannot be used: ${refused}`
      return problems.length > 0
        ? `${name}: ${problems.length} of its places cannot be filled and stay blank.`
        : []
    },
  )
  const papers: Missing[] = [
    ...(faults ?? []).map(message => ({ message, place: null })),
    ...(madeFrom.length > 0 ? (made?.jobs[0]?.missing ?? []) : []),
  ].filter(one => missing.every(({ message }) => message !== one.message))
  if (missing.length + papers.length === 0) return null
  const [lacking, toCheck] = [missing.filter(one => !one.check), missing.filter(one => one.check)]
  const list = (told: readonly Missing[]) => (
    <ul className="compose__missing">
      {told.map(({ message, place }) => (
        <li key={message}>
          <PlaceLink jobId={jobId} place={place} onClick={onLeave}>
            {message}
          </PlaceLink>
        </li>
      ))}
    </ul>
  )
  return (
    <Banner tone="warning">
      {lacking.length > 0 && (
        <>
          This is missing:
          {list(lacking)}
        </>
      )}
      {toCheck.length > 0 && (
        <>
          Check:
          {list(toCheck)}
        </>
      )}
      {papers.length > 0 && (
        <details className="compose__papers">
          <summary>{summaryOf(papers)}</summary>
          {list(papers.filter(one => !one.check))}
          {list(papers.filter(one => one.check))}
        </details>
      )}
    </Banner>
  )
}
