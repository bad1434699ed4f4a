import type { Session } from '#server/db/db.ts'
import { findJobs } from './job-records.ts'
import type { Matched, Matching } from './matching.ts'
import type { ReadRows, RowValues } from './read-rows.ts'
import { withSimilarJobs } from './similar-jobs.ts'

/** The whole number of a job's Id; null for none. */
export function jobNumberOf(value: string | number | undefined): number | null {
  const text = String(value ?? '')
    .trim()
    .replace(/^#/, '')
  return /^\d{1,15}$/.test(text) ? Number(text) : null
}

/** Refuses a second row of one record. */
export function onceEach(read: ReadRows, name: string | null) {
  const rows = new Map<string, number>()
  return (key: string, row: RowValues, value: string): boolean => {
    const first = rows.get(key)
    if (first === undefined) rows.set(key, row.number)
    else
      read.refuse(
        row.number,
        name,
        value,
        `Row ${first} is of the same record. Expected is one row for each.`,
      )
    return first === undefined
  }
}

/** A job is known by its Id, else by its House BL, else by having been made by the same row before. */
export async function matchJobs(
  session: Session,
  read: ReadRows,
  { rows, known }: Matching,
): Promise<Matched[]> {
  const { db, accountId } = session
  const hblOf = (row: RowValues) =>
    String(row.values.get('hbl') ?? '')
      .trim()
      .toLowerCase()
  const jobs = await findJobs(db, accountId, {
    numbers: rows.flatMap(row => jobNumberOf(row.values.get('jobId')) ?? []),
    hbls: [...new Set(rows.map(hblOf).filter(hbl => hbl !== ''))],
    ids: [...known.values()],
  })
  const byNumber = new Map(jobs.map(job => [job.jobNumber, job]))
  const byId = new Map(jobs.map(job => [job.id, job]))
  const byHbl = Map.groupBy(jobs, job => (job.hbl ?? '').trim().toLowerCase())
  const isFirst = onceEach(read, null)
  const isFirstHbl = onceEach(read, 'hbl')
  const matched: Matched[] = []
  for (const row of rows) {
    const asked = row.values.get('jobId')
    const hbl = hblOf(row)
    const same = hbl === '' ? [] : (byHbl.get(hbl) ?? [])
    const number = jobNumberOf(asked)
    const job =
      asked !== undefined
        ? number === null
          ? undefined
          : byNumber.get(number)
        : hbl !== ''
          ? same[0]
          : byId.get(known.get(row.fingerprint) ?? '')
    if (asked !== undefined && !job) {
      read.refuse(
        row.number,
        'jobId',
        String(asked),
        'No job has this Id. Expected is the Id of a job, or nothing for a new one.',
      )
      continue
    }
    if (asked === undefined && same.length > 1) {
      const numbers = same.map(({ jobNumber }) => jobNumber).join(', ')
      read.refuse(
        row.number,
        'hbl',
        hbl,
        `Several jobs have this House BL: ${numbers}. Write the Id of the one that is meant.`,
      )
      continue
    }
    if (job ? !isFirst(job.id, row, '') : hbl !== '' && !isFirstHbl(hbl, row, hbl)) continue
    matched.push({ row, recordId: job?.id ?? null, name: String(row.values.get('name') ?? job?.name ?? '') })
  }
  return withSimilarJobs(session, matched)
}
