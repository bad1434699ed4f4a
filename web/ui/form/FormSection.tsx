import { type ReactNode, useId } from 'react'

/** A plain heading over fields in three or four columns, one on a phone. */
export function FormSection({ title, children }: { title: string; children: ReactNode }) {
  const heading = useId()
  return (
    <section className="form-section" aria-labelledby={heading}>
      <h2 id={heading} className="form-section__title">
        {title}
      </h2>
      <div className="form-grid">{children}</div>
    </section>
  )
}

/** A field that takes a whole row of its section. */
export const WideField = ({ children }: { children: ReactNode }) => (
  <div className="form-grid__wide">{children}</div>
)

/** A field that takes two columns of its section where there are two. */
export const DoubleField = ({ children }: { children: ReactNode }) => (
  <div className="form-grid__double">{children}</div>
)
