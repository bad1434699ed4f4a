import type { MissingValue } from '#contract/generation.ts'
import { countText } from '#web/lib/format.ts'
import { Banner } from '#web/ui/states.tsx'
import { PlaceLink } from '#web/ui/PlaceLink.tsx'
import { useMadeCheck } from './queries.ts'

export type Missing = Pick<MissingValue, 'message' | 'place'>

type Props = {
  jobId: string
  /** What the text lacks. */
  missing: readonly Missing[]
  /** The templates whose documents are attached: what these lack is looked up. */
  madeFrom: readonly string[]
  onLeave: () => void
}

/** What will be blank, each line leading to where it is filled; the mail is kept meanwhile. */
export function MissingList({ jobId, missing, madeFrom, onLeave }: Props) {
  const check = useMadeCheck(jobId, madeFrom)
  const faults = (madeFrom.length > 0 ? check?.templates : undefined)?.flatMap(
    ({ name, problems, refused }) => {
      if (refused) return `${name} cannot be used: ${refused}`
      return problems.length > 0
        ? `${name}: ${problems.length} of its places cannot be filled and stay blank.`
        : []
    },
  )
  const papers: Missing[] = [
    ...(faults ?? []).map(message => ({ message, place: null })),
    ...(madeFrom.length > 0 ? (check?.jobs[0]?.missing ?? []) : []),
  ].filter(one => missing.every(({ message }) => message !== one.message))
  if (missing.length + papers.length === 0) return null
  const list = (lacking: readonly Missing[]) => (
    <ul className="compose__missing">
      {lacking.map(({ message, place }) => (
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
      {missing.length > 0 && (
        <>
          This is missing:
          {list(missing)}
        </>
      )}
      {papers.length > 0 && (
        <details className="compose__papers">
          <summary>What is attached leaves {countText(papers.length, 'place')} blank</summary>
          {list(papers)}
        </details>
      )}
    </Banner>
  )
}
