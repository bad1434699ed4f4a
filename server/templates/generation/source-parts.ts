import { buffer } from 'node:stream/consumers'
import type { ItemContainer } from '#contract/item-containers.ts'
import type { Job } from '#contract/jobs.ts'
import { paperKinds } from '#contract/numbering.ts'
import { houseNumberIn, isOfHouses, isOfOtherMode, numberOn } from '#server/company/house-number.ts'
import { numbersOfJobs } from '#server/company/job-number-records.ts'
import { housePrefixes } from '#server/company/house-number-commands.ts'
import { nextNumberText, numberSeriesOf } from '#server/company/numbering-records.ts'
import { getCompany } from '#server/company/records.ts'
import type { Session } from '#server/db/db.ts'
import type { FileStore } from '#server/files/store.ts'
import { readContainers } from '#server/containers/records.ts'
import { loadHouses as loadHouseList } from '#server/houses/commands.ts'
import { readItemContainers } from '#server/items/container-records.ts'
import { getJobById } from '#server/jobs/records.ts'
import { getMembership } from '#server/users/records.ts'
import { ownerOfToken } from '#server/users/token-records.ts'
import type { PictureValue } from '#server/word/language/known-fields.ts'
import type { CostShares } from '#server/templates/fields/bill-fields.ts'
import type { TemplateSource } from '#server/templates/fields/catalogue.ts'
import type { PaperContainers } from '#server/templates/fields/container-fields.ts'
import type { PaperNumbers } from '#server/templates/fields/number-fields.ts'

/** The job's houses, each with its parties. */
export async function loadHouses({ db, accountId }: Session, job: Job): Promise<Job[]> {
  const houses: Job[] = []
  for (const { id } of job.houses) {
    const house = await getJobById(db, accountId, id, { withStakeholders: true })
    if (house) houses.push(house)
  }
  return houses
}

/**
 * The job's containers; a house that has none of its own travels in its master's: in those that its items name, or in
 * all of them as long as one of the items names none.
 */
export async function loadContainers(
  { db, accountId }: Session,
  job: Job,
): Promise<{ containers: PaperContainers; itemContainers: ItemContainer[] }> {
  const links = await readItemContainers(db, accountId, { job: job.id })
  const rows = await readContainers(db, accountId, { job_id: job.id })
  if (rows.length > 0 || !job.master) {
    const ofHouses = job.houses.length > 0 ? await readItemContainers(db, accountId, { master: job.id }) : []
    return { containers: { rows, areShared: false }, itemContainers: [...links, ...ofHouses] }
  }
  const ofMaster = await readContainers(db, accountId, { job_id: job.master.id })
  const [stowed, named] = [new Set(links.map(one => one.itemId)), new Set(links.map(one => one.containerId))]
  const areKnown = job.items.length > 0 && job.items.every(({ id }) => stowed.has(id))
  return {
    containers: { rows: areKnown ? ofMaster.filter(({ id }) => named.has(id)) : ofMaster, areShared: true },
    itemContainers: links,
  }
}

/** What each house of the consolidation that the job belongs to bears of its costs, as far as they are split. */
export async function loadCostShares(session: Session, job: Job): Promise<CostShares> {
  const masterId = job.houses.length > 0 ? job.id : job.masterShipmentId
  if (!masterId) return new Map()
  const { houses } = await loadHouseList(session, masterId)
  return new Map(
    houses.flatMap(({ id, costShare }) => (costShare === null ? [] : [[id, costShare] as const])),
  )
}

/**
 * The numbers of the job's papers. `expected`: for one that has none yet, the one that it would get now; a document
 * that is kept prints none that was not given to its job.
 */
export async function loadNumbers(
  session: Session,
  job: Job,
  which: 'given' | 'expected',
): Promise<PaperNumbers> {
  const { db, accountId } = session
  const numbers = (await numbersOfJobs(db, accountId, [job.id])).get(job.id) ?? []
  const { transportMode } = job.quote
  const hasHouses = job.houses.length > 0
  const numbered = {
    id: job.id,
    jobId: job.jobId,
    hbl: houseNumberIn(job.hbl),
    transportMode,
    hasHouses,
    numbers,
  }
  const prefixes = await housePrefixes(session)
  const series = which === 'expected' ? await numberSeriesOf(db, accountId) : []
  const found: Partial<Record<(typeof paperKinds)[number], string>> = {}
  for (const kind of paperKinds) {
    const isForOthers = isOfOtherMode(numbered, kind) || isOfHouses(numbered, kind, prefixes)
    const next = isForOthers ? undefined : series.find(one => one.kind === kind)
    found[kind] =
      numberOn(numbered, kind, prefixes) ?? (next ? await nextNumberText(db, accountId, next) : '')
  }
  return found as PaperNumbers
}

/** Person who makes the document: where a program does it, the person who answers for it, since papers name people. */
export async function loadAuthor(session: Session): Promise<TemplateSource['membership']> {
  const { db, accountId, userId, isProgram } = session
  const membership = await getMembership(session)
  if (!isProgram) return membership
  const person = await ownerOfToken(db, accountId, userId)
  const nobody = { displayName: '', email: '' }
  return { ...membership, user: { ...membership.user, ...nobody, ...person } }
}

/** The company and where its logo is kept; its bytes are read with `readLogo`, when no transaction is open. */
export async function loadCompanyAndLogo({ db, accountId }: Session) {
  const { company, logoKey } = await getCompany(db, accountId)
  const { logo } = company
  return { company, logoKey, logo: logo && { ...logo, bytes: new Uint8Array() } }
}

/** The same source with the logo's bytes. */
export async function withLogo<Source extends { logo: PictureValue | null; logoKey: string | null }>(
  files: FileStore,
  source: Source,
): Promise<Source> {
  const { logo, logoKey } = source
  if (!logo || !logoKey) return source
  return { ...source, logo: { ...logo, bytes: await buffer(await files.get(logoKey)) } }
}
