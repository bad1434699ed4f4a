import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { companyDay } from '#server/records/day-records.ts'
import type { Session } from '#server/db/db.ts'
import { mapYielding } from '#server/map-yielding.ts'
import type { AsUser } from '#server/route.ts'
import type { Place } from './list-records.ts'

/** So few that reading them takes the server's thread no longer than a page does. */
const ROWS_AT_ONCE = 200

type Walk<Row> = {
  head: string
  line: (row: Row) => string
  /** The next rows of a walk from the latest to the oldest, and where it stands then; null at its end. */
  next: (
    session: Session,
    place: Place | null,
    count: number,
  ) => Promise<{ rows: Row[]; place: Place | null }>
}

/** A file in pieces, each from a transaction of its own: a slow reader holds none open. */
export async function* csvChunks<Row>(
  asUser: AsUser,
  { head, line, next }: Walk<Row>,
): AsyncGenerator<string> {
  let place: Place | null = null
  let before = head
  do {
    const from: Place | null = place
    const piece: { text: string; place: Place | null } = await asUser(async session => {
      const { rows, place: reached } = await next(session, from, ROWS_AT_ONCE)
      return { text: (await mapYielding(rows, line)).join(''), place: reached }
    })
    yield before + piece.text
    before = ''
    place = piece.place
  } while (place)
}

/** Answers the lines as a file named after the company's day. */
export async function sendCsv(
  asUser: AsUser,
  reply: FastifyReply,
  { name, lines }: { name: string; lines: AsyncGenerator<string> },
): Promise<FastifyReply> {
  // Before the reply begins, so that a refusal is still a refusal.
  const first = await lines.next()
  const day = await asUser(({ db }) => companyDay(db))
  void reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}-${day}.csv"`)
  return reply.send(
    Readable.from(
      (async function* () {
        if (!first.done) yield first.value
        yield* lines
      })(),
    ),
  )
}
