import type { PageDifference } from '#contract/template-pages.ts'
import { sidesOf } from './differences.ts'

/** A row that repeats may differ for each of its entries. */
const MOST_SHOWN = 3

/** Under a line of the page: what the page says there and what the template prints. */
export function DifferenceNote({ differences }: { differences: readonly PageDifference[] }) {
  const more = differences.length - MOST_SHOWN
  return (
    <div className="page-difference" role="note">
      {differences.slice(0, MOST_SHOWN).map((difference, index) => {
        const { before, after } = sidesOf(difference)
        return (
          // The same line may stand twice.
          <p key={`${index} ${before}`}>
            The page says {before}. The template prints {after}.
          </p>
        )
      })}
      {more > 0 && <p>And {more} more like this.</p>}
    </div>
  )
}
