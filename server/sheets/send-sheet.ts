import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { SheetFormat } from '#contract/sheet-formats.ts'
import { CSV_BEGINNING, csvLine } from '#server/csv.ts'
import type { Cell, SheetColumn } from './cells.ts'
import { writeXlsx, XLSX_TYPE } from './write-xlsx.ts'

/** A list on its way out: its rows in pieces, so few that each takes the server's thread no longer than a page does. */
export type SheetOut = {
  name: string
  columns: readonly SheetColumn[]
  pieces: AsyncGenerator<readonly (readonly Cell[])[]>
}

export const ROWS_OF_PIECE = 500

/** Each piece is read while the one before it is written: the database and this thread work at the same time. */
async function* readAhead<Piece>(pieces: AsyncGenerator<Piece>): AsyncGenerator<Piece> {
  const begin = () => {
    const next = pieces.next()
    // Thrown where it is awaited; whoever leaves before does not wait for it.
    next.catch(() => undefined)
    return next
  }
  let next = begin()
  try {
    for (;;) {
      const { done, value } = await next
      if (done) return
      next = begin()
      yield value
    }
  } finally {
    await pieces.return(undefined).catch(() => undefined)
  }
}

const csvValue = (cell: Cell) => (typeof cell === 'object' && cell !== null ? cell.date : cell)

/** The list as a file named after `day`, sent while it is read: a slow reader holds no transaction open. */
export async function sendSheet(
  reply: FastifyReply,
  { name, columns, pieces }: SheetOut,
  { format, day }: { format: SheetFormat; day: string },
): Promise<FastifyReply> {
  // Before the reply begins, so that a refusal is still a refusal.
  const first = await pieces.next()
  async function* all() {
    if (!first.done) yield first.value
    yield* readAhead(pieces)
  }
  void reply.header('content-disposition', `attachment; filename="${name.toLowerCase()}-${day}.${format}"`)
  if (format === 'xlsx') return reply.type(XLSX_TYPE).send(writeXlsx({ name, columns, rows: all() }))
  async function* lines() {
    yield CSV_BEGINNING + csvLine(columns.map(({ heading }) => heading))
    for await (const rows of all()) yield rows.map(row => csvLine(row.map(csvValue))).join('')
  }
  return reply.type('text/csv; charset=utf-8').send(Readable.from(lines()))
}
