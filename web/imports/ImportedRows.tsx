import type { ImportedRow, ImportReport } from '#contract/imports.ts'

const stateWords: Readonly<Record<ImportedRow['state'], string>> = {
  waiting: '',
  done: '',
  same: 'Already so',
  refused: 'Left out',
  undone: 'Put back',
  stayed: 'Stays',
}
const actionWords: Readonly<Record<ImportedRow['action'], string>> = {
  make: 'New',
  change: 'Changed',
  same: 'Already so',
  wrong: 'Wrong',
}

/** What becomes of the rows, those first of which something stays as it is. */
export function ImportedRows({ report: { rows, total } }: { report: ImportReport }) {
  if (rows.length === 0) return null
  return (
    <section className="import__rows" aria-label="Rows">
      <table className="import__table">
        <thead>
          <tr>
            <th scope="col">Row</th>
            <th scope="col">Name</th>
            <th scope="col">What happens</th>
            <th scope="col">Values</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={`${row.row} ${index}`}>
              <td>{row.row > 0 ? row.row : 'Contact'}</td>
              <td>{row.name}</td>
              <td>{stateWords[row.state] || actionWords[row.action]}</td>
              <td>
                {row.reason && <p className="import__reason">{row.reason}</p>}
                {row.fields.map(field => (
                  <span key={field.label} className="import__field">
                    {field.label}: {row.action === 'change' && `${field.old || '(empty)'} → `}
                    {field.new || '(empty)'}
                  </span>
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {total > rows.length && (
        <p className="import__rest">
          The first {rows.length} of {total} rows.
        </p>
      )}
    </section>
  )
}
