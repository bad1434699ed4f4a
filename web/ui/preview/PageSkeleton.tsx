/** A page that is being fetched or drawn, with its lines where words will stand. */
export const PageSkeleton = () => (
  <div className="page-skeleton" role="status" aria-label="Loading the preview">
    <PageLines />
  </div>
)

const widths = [40, 100, 92, 97, 30, 100, 88, 95, 60] as const

export const PageLines = () => (
  <div className="page-skeleton__lines" aria-hidden>
    {widths.map((width, index) => (
      <span key={index} className="skeleton page-skeleton__line" style={{ width: `${width}%` }} />
    ))}
  </div>
)
