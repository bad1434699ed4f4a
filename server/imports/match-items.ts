import { packedVolume } from '#contract/item-rules.ts'
import type { Session } from '#server/db/db.ts'
import { foldText } from '#server/search-text.ts'
import { readContainers, refuseTooMany, refuseUnnumbered } from './item-containers.ts'
import { itemColumnOf, itemsOfJobs } from './item-records.ts'
import { findJobs, type JobMatch } from './job-records.ts'
import { jobNumberOf } from './match-jobs.ts'
import type { Matched, Matching } from './matching.ts'
import type { ReadRows, RowValues } from './read-rows.ts'
import { isSame, type Values } from './values.ts'

const measured = ['numberOfPacks', 'length', 'width', 'height', 'dimensionUnit'] as const

/** Whether the row's volume is no more than that of the item's packages, where nobody has typed another. */
function isOfPackages(item: Values, { values }: RowValues): boolean {
  if ((item['volume'] ?? null) !== null || !values.has('volume')) return false
  const figure = (field: (typeof measured)[number]) => {
    const value = values.get(field) ?? item[itemColumnOf[field] ?? '']
    return typeof value === 'number' ? value : null
  }
  const [numberOfPacks, length, width, height, dimensionUnit] = measured.map(figure)
  return (
    values.get('volume') ===
    packedVolume({
      ...{ numberOfPacks: numberOfPacks ?? null, length: length ?? null, width: width ?? null },
      ...{ height: height ?? null, dimensionUnit: dimensionUnit ?? null },
    })
  )
}

/** Whether the row does not say the field outright, and the item has one. */
const isFilled = (item: Values, { implied }: RowValues, field: string) =>
  implied.has(field) && (item[itemColumnOf[field] ?? ''] ?? null) !== null

/** An item is known where its job carries one of the same name: first those that are alike in every field. */
export async function matchItems(
  { db, accountId }: Session,
  read: ReadRows,
  { rows, jobId, decimal }: Matching,
): Promise<Matched[]> {
  const placed =
    jobId === null
      ? await placedRows({ db, accountId } as Session, read, rows)
      : rows.map(row => ({ row, job: jobId }))
  const stowages = await readContainers({ db, accountId } as Session, read, { placed, decimal })
  const standing = await itemsOfJobs(db, accountId, [...new Set(placed.map(({ job }) => job))])
  const left = Map.groupBy(standing, item => `${item['job_id']}\n${foldText(String(item['name'] ?? ''))}`)
  const keyOf = (job: string, row: RowValues) => `${job}\n${foldText(String(row.values.get('name') ?? ''))}`
  const isAlike = (item: Values, row: RowValues) =>
    [...row.values].every(([field, value]) => {
      const column = itemColumnOf[field]
      if (column === undefined || isSame(item[column], value) || isFilled(item, row, field)) return true
      return field === 'volume' && isOfPackages(item, row)
    })
  const taken = new Map<RowValues, Values>()
  for (const { row, job } of placed) {
    const candidates = left.get(keyOf(job, row)) ?? []
    const alike = candidates.findIndex(item => isAlike(item, row))
    if (alike < 0) continue
    taken.set(row, candidates[alike] as Values)
    candidates.splice(alike, 1)
  }
  const rowsLeft = Map.groupBy(
    placed.filter(({ row }) => !taken.has(row)),
    ({ row, job }) => keyOf(job, row),
  )
  const matched: (Matched & { job: string })[] = []
  for (const { row, job } of placed) {
    const name = String(row.values.get('name') ?? '')
    const others = taken.has(row) ? [] : (left.get(keyOf(job, row)) ?? [])
    const rivals = rowsLeft.get(keyOf(job, row))?.length ?? 0
    if (others.length > 0 && (others.length > 1 || rivals > 1)) {
      read.refuse(
        row.number,
        'name',
        name,
        'The job has items of this name, and which is meant cannot be told. Change them in the job, or give them other names.',
      )
      continue
    }
    const item = taken.get(row) ?? others[0]
    refuseUnnumbered(read, { row, job }, item)
    // An export writes the volume of the packages too, which nobody typed.
    if (item && isOfPackages(item, row)) row.values.delete('volume')
    for (const field of row.implied) if (item && isFilled(item, row, field)) row.values.delete(field)
    matched.push({
      ...{ row, job, name, recordId: item ? String(item['id']) : null },
      more: item ? {} : { job_id: job },
    })
  }
  await refuseTooMany(
    { db, accountId } as Session,
    read,
    matched.map(({ row, job, recordId: item }) => ({ row, job, item })),
    stowages,
  )
  return matched.map(({ job: _job, ...one }) => one)
}

/** The rows whose job is known by its Id or its House BL. */
async function placedRows({ db, accountId }: Session, read: ReadRows, rows: readonly RowValues[]) {
  const hblOf = (row: RowValues) =>
    String(row.values.get('jobHbl') ?? '')
      .trim()
      .toLowerCase()
  const jobs = await findJobs(db, accountId, {
    numbers: rows.flatMap(row => jobNumberOf(row.values.get('job')) ?? []),
    hbls: [...new Set(rows.map(hblOf).filter(hbl => hbl !== ''))],
    ids: [],
  })
  const byNumber = new Map(jobs.map(job => [job.jobNumber, job]))
  const byHbl = Map.groupBy(jobs, job => (job.hbl ?? '').trim().toLowerCase())
  return rows.flatMap(row => {
    const asked = row.values.get('job')
    const hbl = hblOf(row)
    const found: (JobMatch | undefined)[] =
      asked === undefined
        ? hbl === ''
          ? []
          : (byHbl.get(hbl) ?? [])
        : [byNumber.get(jobNumberOf(asked) ?? -1)]
    const [job] = found
    if (job && found.length === 1) return [{ row, job: job.id }]
    const name = asked === undefined ? 'jobHbl' : 'job'
    read.refuse(
      row.number,
      name,
      String(asked ?? hbl),
      found.length > 1
        ? 'Several jobs have this House BL. Write the Id of the one that is meant.'
        : 'No such job. Expected is the Id or the House BL of a job.',
    )
    return []
  })
}
