import type { CSSProperties } from 'react'
import type { GridColumn } from './columns.ts'

type FootProps = {
  columns: readonly GridColumn[]
  footer: Readonly<Record<string, string>>
  /** How many columns stand behind these. */
  further: number
}

const growing = (width: number) => ({ '--least-width': `${width}px` }) as CSSProperties

export function GridHead({
  columns,
  actions = [],
}: {
  columns: readonly GridColumn[]
  /** What can be done with a row; none where nothing can be changed. */
  actions?: readonly string[]
}) {
  return (
    <thead>
      <tr>
        {columns.map(({ id, label, kind, width, isNarrow, grows }) => (
          <th
            key={id}
            scope="col"
            className={[
              `edit-grid__head edit-grid__head--${kind}`,
              isNarrow && 'edit-grid__head--narrow',
              grows && 'edit-grid__head--grows',
            ]
              .filter(Boolean)
              .join(' ')}
            style={grows ? growing(width) : { minWidth: width }}
          >
            {label}
          </th>
        ))}
        {actions.length > 0 &&
          ['State', ...actions].map(label => (
            <th
              key={label}
              scope="col"
              className={`edit-grid__head${label === 'State' ? '' : ' edit-grid__head-action'}`}
            >
              {label}
            </th>
          ))}
      </tr>
    </thead>
  )
}

export function GridFoot({ columns, footer, further }: FootProps) {
  if (Object.keys(footer).length === 0) return null
  return (
    <tfoot>
      <tr>
        {columns.map(({ id, kind }, index) => (
          <td key={id} className={`edit-grid__foot edit-grid__foot--${kind}`} data-sum={id}>
            {index === 0 ? 'Total' : (footer[id] ?? '')}
          </td>
        ))}
        {further > 0 && <td colSpan={further} className="edit-grid__foot" />}
      </tr>
    </tfoot>
  )
}
