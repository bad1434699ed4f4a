import type { ReactNode } from 'react'
import type { PageBlock, PageCell, PageTable } from '#contract/page-blocks.ts'
import { BracketNote } from './BracketNote.tsx'
import type { Bracket } from './conditions.ts'
import type { RowsState } from './decisions.ts'
import { entriesOf } from './list-words.ts'
import { type PageLook, variables } from './page-look.ts'

type Props = {
  table: PageTable
  look: PageLook
  /** Shows what is in a cell. */
  children: (blocks: readonly PageBlock[]) => ReactNode
}

/** A table of the page, with a frame around the rows that repeat. */
export function PageTableView({ table, look, children }: Props) {
  const { widths, hasBorders, rows, index } = table
  const total = widths.reduce((sum, width) => sum + width, 0)
  const repeated = look.rows.filter(one => one.table === index)
  return (
    <table className={hasBorders ? 'page-table page-table--bordered' : 'page-table'}>
      {total > 0 && (
        <colgroup>
          {widths.map((width, column) => (
            <col
              key={column}
              style={variables({ '--column-width': `${((width / total) * 100).toFixed(2)}%` })}
            />
          ))}
        </colgroup>
      )}
      <tbody>
        {rows.map(row => {
          const begins = repeated.find(({ first }) => first === row.index)
          const own = repeated.find(({ first, last }) => first <= row.index && row.index <= last)
          const brackets = look.brackets.get(row) ?? []
          const columns = row.cells.reduce((sum, cell) => sum + cell.columns, 0)
          const cells = (
            <tr key={row.index} className={rowClass(own, row.index, brackets)}>
              {row.cells.map((cell, at) =>
                cell.rows === 0 ? null : (
                  <Cell key={at} cell={cell}>
                    {children}
                  </Cell>
                ),
              )}
            </tr>
          )
          return [
            ...brackets
              .filter(({ isFirst }) => isFirst)
              .map(bracket => (
                <tr key={bracket.key}>
                  <td className="page-when__rows" colSpan={columns}>
                    <BracketNote bracket={bracket} isCurrent={bracket.key === look.currentKey} />
                  </td>
                </tr>
              )),
            ...(begins
              ? [<RowsNote key={begins.key} rows={begins} columns={columns} onLeaveRows={look.onLeaveRows} />]
              : []),
            cells,
          ]
        })}
      </tbody>
    </table>
  )
}

function rowClass(own: RowsState | undefined, index: number, brackets: readonly Bracket[]): string {
  return [
    ...(own?.repeats ? [index === own.kept ? 'page-row--repeats' : 'page-row--goes'] : []),
    ...(brackets.length > 0 ? ['page-row--when'] : []),
    ...(brackets.some(({ tone }) => tone === 'draft') ? ['page-row--draft'] : []),
  ].join(' ')
}

type CellProps = Pick<Props, 'children'> & { cell: PageCell }

function Cell({ cell: { columns, rows, shade, blocks }, children }: CellProps) {
  const tone = shade !== null && isDark(shade) ? 'page-cell page-cell--dark' : 'page-cell'
  return (
    <td
      className={tone}
      colSpan={columns}
      rowSpan={rows}
      style={shade === null ? undefined : variables({ '--cell-shade': `#${shade}` })}
    >
      {children(blocks)}
    </td>
  )
}

type NoteProps = { rows: RowsState; columns: number; onLeaveRows: PageLook['onLeaveRows'] }

function RowsNote({ rows: { key, list, repeats, first, last }, columns, onLeaveRows }: NoteProps) {
  const { one, many } = entriesOf(list)
  const gone = last - first
  return (
    <tr>
      <td className="page-rows" colSpan={columns}>
        <span className="page-rows__note">
          {repeats ? `Repeats for each ${one}` : `Stays as it is, whatever ${many} a job has`}
          {repeats && gone > 0 && `; the other ${gone === 1 ? 'row goes' : `${gone} rows go`}`}
        </span>
        <button type="button" className="page-rows__button" onClick={() => onLeaveRows(key, repeats)}>
          {repeats ? 'Leave as it is' : `Repeat for each ${one}`}
        </button>
      </td>
    </tr>
  )
}

/** Whether Word writes white on this ground where a text has no colour of its own; six hexadecimal digits. */
function isDark(shade: string): boolean {
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map(at => Number.parseInt(shade.slice(at, at + 2), 16))
  return 0.299 * red + 0.587 * green + 0.114 * blue < 96
}
