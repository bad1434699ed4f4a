import { type GridColumn, noWarnings, type RowWarnings } from './columns.ts'
import { GridFoot, GridHead } from './grid-edges.tsx'
import { GridRow } from './GridRow.tsx'
import type { StoredRow } from './row-store.ts'
import './edit-grid.css'

type Props = {
  label: string
  columns: readonly GridColumn[]
  rows: readonly StoredRow[]
  footer: Readonly<Record<string, string>>
  warningsOf?: RowWarnings
}

const nothing = () => undefined
const neverFocused = { current: false }

/** The rows of an edit grid where nothing can be changed. */
export function ReadOnlyGrid({ label, columns, rows, footer, warningsOf = noWarnings }: Props) {
  return (
    <div className="edit-grid">
      <table aria-label={label} className="edit-grid__table">
        <GridHead columns={columns} />
        <tbody>
          {rows.map((row, index) => (
            <GridRow
              key={row.id}
              id={row.id}
              stored={row}
              pending={undefined}
              index={index}
              columns={columns}
              actions={undefined}
              active={-1}
              mode="select"
              turn={0}
              from={-1}
              to={-1}
              state=""
              wantsFocus={neverFocused}
              onGone={nothing}
              onChoose={nothing}
              warningsOf={warningsOf}
              hint={undefined}
            />
          ))}
        </tbody>
        <GridFoot columns={columns} footer={footer} further={0} />
      </table>
    </div>
  )
}
