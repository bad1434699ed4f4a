type Ticked<Row extends object> = {
  rows: readonly Row[] | undefined
  rowId: (row: Row) => string
  checked?: ReadonlySet<string> | undefined
  onCheck?: ((row: Row, isChecked: boolean) => void) | undefined
  onCheckRows?: ((rows: readonly Row[], isChecked: boolean) => void) | undefined
}

export type PageCheck = { state: 'all' | 'some' | 'none'; toggle: () => void }

/** What ticks one row, all from the row that was ticked before, or the whole page. */
export function tableChecks<Row extends object>(
  { rows = [], rowId, checked, onCheck, onCheckRows }: Ticked<Row>,
  last: { current: string | undefined },
) {
  const isChecked = (row: Row) => checked?.has(rowId(row)) ?? false
  const toggle =
    onCheck &&
    ((row: Row, isRange = false) => {
      const from = rows.findIndex(one => rowId(one) === last.current)
      const to = rows.indexOf(row)
      last.current = rowId(row)
      if (!isRange || from < 0 || !onCheckRows) onCheck(row, !isChecked(row))
      else onCheckRows(rows.slice(Math.min(from, to), Math.max(from, to) + 1), !isChecked(row))
    })
  const count = rows.filter(isChecked).length
  const state = count === 0 ? 'none' : count === rows.length ? 'all' : 'some'
  const pageCheck: PageCheck | undefined = onCheckRows && {
    state,
    toggle: () => onCheckRows(rows, state !== 'all'),
  }
  return { toggle, pageCheck }
}
