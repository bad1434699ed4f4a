import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { whereFilledIn } from './conditions.ts'
import type { ConditionMaking } from './use-condition-making.ts'
import './conditions.css'

type Props = { making: ConditionMaking; onField: () => void }

/** Beside the page: which lines, and which field they need. */
export function ConditionPanel({ making, onField }: Props) {
  const { lines, field, text, lineCount, sizes, cut } = making
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus({ preventScroll: true }), [])
  const first = lines?.first
  useEffect(() => {
    if (first !== undefined)
      document.querySelector(`[data-paragraph="${first}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [first])
  return (
    <section className="when" aria-label="Only where filled in">
      <h2 className="when__title" ref={title} tabIndex={-1}>
        Only where filled in
      </h2>
      {lines ? (
        <>
          <h3 className="when__label">{lines.kind === 'rows' ? 'Rows' : 'Lines'}</h3>
          <p className="when__lines" role="status">
            {text === '' ? 'A blank line' : text}
          </p>
          {lineCount > 1 && (
            <p className="when__hint">These {lineCount} lines are one paragraph, which is taken whole.</p>
          )}
          <div className="when__sizes">
            <Size label="Add above" onSize={sizes.above} />
            <Size label="Add below" onSize={sizes.below} />
            <Size label="Without the first" onSize={sizes.withoutFirst} />
            <Size label="Without the last" onSize={sizes.withoutLast} />
            {sizes.row && <Size label="Whole row" onSize={sizes.row} />}
          </div>
          <h3 className="when__label">Field</h3>
          <p className="when__field">{field ? field.label : 'None chosen yet'}</p>
          <div className="when__sizes">
            <Size label={field ? 'Another field…' : 'Choose the field…'} onSize={onField} />
          </div>
          {cut !== undefined && (
            <p className="when__cut">These lines begin or end within “{cut}”. Choose all of it, or a part.</p>
          )}
          <Button
            fullWidth
            classNames={{ root: 'when__make', label: 'when__make-label' }}
            disabled={!field || cut !== undefined}
            onClick={making.make}
          >
            {field ? whereFilledIn(field.label) : 'Only where filled in'}
          </Button>
        </>
      ) : (
        <p className="when__hint">Click a line of the page. Shift and click takes all lines up to there.</p>
      )}
      <Button fullWidth variant="default" onClick={making.close}>
        Cancel
      </Button>
    </section>
  )
}

const Size = ({ label, onSize }: { label: string; onSize: (() => void) | undefined }) => (
  <button type="button" className="when__size" disabled={!onSize} onClick={onSize}>
    {label}
  </button>
)
