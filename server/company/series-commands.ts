import { MAX_PAPER_NUMBER, type NumberedPaper, type NumberSeries } from '#contract/numbering.ts'
import type { Session } from '#server/db/db.ts'
import { invalid } from '#server/errors.ts'
import * as records from './numbering-records.ts'

type SeriesChange = { [Key in keyof NumberSeries]?: NumberSeries[Key] | undefined } & { kind: NumberedPaper }

/** Changes what is mentioned of a series; `path` is where the change stands in the request. */
export async function changeSeries(
  { db, accountId }: Session,
  { kind, ...change }: SeriesChange,
  path: string,
): Promise<void> {
  const current = await records.lockSeries(db, accountId, kind)
  const { prefix = current.prefix, digits = current.digits, nextNumber = current.nextNumber } = change
  const placeholder = prefix === current.prefix ? undefined : /\{[^}]*\}?|\}/.exec(prefix)?.[0]
  if (placeholder) throw invalid(`${path}.prefix`, `A prefix is fixed text; ${placeholder} is not replaced.`)
  if (nextNumber !== current.nextNumber) {
    if (nextNumber > MAX_PAPER_NUMBER) throw invalid(`${path}.nextNumber`, `At most ${MAX_PAPER_NUMBER}.`)
    await records.deleteReturnedNumbers(db, accountId, kind)
  }
  await records.updateSeries(db, accountId, { kind, prefix, digits, nextNumber })
}
