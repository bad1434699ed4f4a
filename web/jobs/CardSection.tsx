import { Button } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { type JobField, jobFieldLabels } from '#contract/jobs.ts'
import { IconPlus } from '#web/ui/icons.ts'
import { useShownFieldsContext } from './shown-fields.ts'
import './card-section.css'

type SectionProps = {
  title: string
  /** Which of the section's fields are offered by their names as long as they are empty. */
  offers?: readonly JobField[]
  children: ReactNode
}

/** One section of the card: a heading, beside it the fields that may be added, and below the fields in twelve columns. */
export function CardSection({ title, offers = [], children }: SectionProps) {
  const heading = useId()
  const { offeredOf, open } = useShownFieldsContext()
  const offered = offeredOf(offers)
  return (
    <section className="card-section" aria-labelledby={heading}>
      <div className="card-section__head">
        <h2 id={heading} className="card-section__title">
          {title}
        </h2>
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
            {jobFieldLabels[field]}
          </Button>
        ))}
      </div>
      <div className="card-grid">{children}</div>
    </section>
  )
}

type PlaceProps = {
  /** Of the twelve columns. */
  span: 2 | 3 | 4 | 5 | 6 | 8 | 10 | 12
  /** Shown as far as the job has need of this field; without it, always. */
  of?: JobField
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
