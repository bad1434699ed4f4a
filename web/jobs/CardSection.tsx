import { Button } from '@mantine/core'
import { type ReactNode, useEffectEvent, useId, useLayoutEffect, useRef } from 'react'
import { IconChevronDown, IconPlus } from '#web/ui/icons.ts'
import { placesOfField } from './field-of-address.ts'
import { useFoldedSectionsContext } from './folded-sections.ts'
import type { SectionTitle } from './section-summaries.ts'
import { type CardField, cardFieldLabels, useShownFieldsContext } from './shown-fields.ts'
import './card-section.css'

type SectionProps = {
  title: SectionTitle
  /** Which of the section's fields are offered by their names as long as they are empty. */
  offers?: readonly CardField[]
  /** What else stands beside the heading. */
  action?: ReactNode
  children: ReactNode
}

/**
 * One section of the card: a heading, beside it the fields that may be added, and below the fields in twelve columns.
 * On a phone it folds, and says in a line what it holds.
 */
export function CardSection({ title, offers = [], action, children }: SectionProps) {
  const heading = useId()
  const grid = useRef<HTMLDivElement>(null)
  const { offeredOf, open, wanted } = useShownFieldsContext()
  const folding = useFoldedSectionsContext()
  const isFolded = folding !== null && !folding.isOpen(title)
  const offered = isFolded ? [] : offeredOf(offers)
  const unfold = useEffectEvent(() => folding?.setOpen(title, true))
  // Whoever is led to a field finds it open.
  useLayoutEffect(() => {
    if (wanted && placesOfField(wanted.field, grid.current).length > 0) unfold()
  }, [wanted])
  return (
    <section className="card-section" aria-labelledby={heading}>
      <div className="card-section__head">
        <h2 id={heading} className="card-section__title">
          {folding ? (
            <button
              type="button"
              className="card-section__fold"
              aria-expanded={!isFolded}
              onClick={() => folding.setOpen(title, isFolded)}
            >
              {title}
              <IconChevronDown size={18} aria-hidden />
            </button>
          ) : (
            title
          )}
        </h2>
        {isFolded && <p className="card-section__summary">{folding.summaries[title] || 'Nothing yet'}</p>}
        {offered.map(field => (
          <Button
            key={field}
            variant="subtle"
            size="compact-xs"
            className="card-section__offer"
            leftSection={<IconPlus size={12} aria-hidden />}
            data-offers={field}
            // From field to field goes Tab; after the last one “Show all fields” shows these by keyboard.
            tabIndex={-1}
            onClick={() => open(field)}
          >
            {cardFieldLabels[field]}
          </Button>
        ))}
        {!isFolded && action}
      </div>
      <div className="card-grid" ref={grid} hidden={isFolded}>
        {children}
      </div>
    </section>
  )
}

type PlaceProps = {
  /** Of the twelve columns. */
  span: 2 | 3 | 4 | 5 | 6 | 8 | 10 | 12
  /** Shown as far as the job has need of this field; without it, always. */
  of?: CardField
  children: ReactNode
}

/** A place in a section. */
export function Place({ span, of, children }: PlaceProps) {
  const { isShown } = useShownFieldsContext()
  if (of && !isShown(of)) return null
  return (
    <div className="card-grid__place" data-span={span}>
      {children}
    </div>
  )
}

/** A figure with its unit: one box for both. */
export const FigureWithUnit = ({ figure, unit }: { figure: ReactNode; unit: ReactNode }) => (
  <div className="figure-with-unit">
    {figure}
    {unit}
  </div>
)
