import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import type { ChosenParty, SimilarParty } from './queries.ts'
import './new-party.css'

type Props = { parties: readonly SimilarParty[]; onUse: (party: ChosenParty) => void }

/** Companies that the new one may be: Enter uses the first, the main button makes the new one all the same. */
export function SimilarParties({ parties, onUse }: Props) {
  const first = useRef<HTMLButtonElement>(null)
  useEffect(() => first.current?.focus(), [])
  return (
    <section className="similar" aria-label="Similar companies">
      <p className="similar__title" role="status">
        {parties.length === 1
          ? 'This looks like a company that you have:'
          : 'This looks like companies that you have:'}
      </p>
      <ul className="similar__list">
        {parties.map((party, index) => (
          <li key={party.id} className="similar__one">
            <span>
              {party.name}
              {party.detail && `, ${party.detail}`}
            </span>
            <Button
              ref={index === 0 ? first : undefined}
              size="compact-sm"
              variant="default"
              aria-label={`Use it: ${party.name}`}
              // The Enter that sent the form may still be held down.
              onKeyDown={event => {
                if (event.repeat) event.preventDefault()
              }}
              onClick={() => onUse(party)}
            >
              Use it
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
