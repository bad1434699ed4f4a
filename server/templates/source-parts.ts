import { buffer } from 'node:stream/consumers'
import type { Job } from '#contract/jobs.ts'
import { numberText, paperKinds } from '#contract/numbering.ts'
import { givenNumbers } from '#server/company/numbering-commands.ts'
import { numberSeriesOf } from '#server/company/numbering-records.ts'
import { getCompany } from '#server/company/records.ts'
import type { Session } from '#server/db/db.ts'
import type { FileStore } from '#server/files/store.ts'
import { getJobById } from '#server/jobs/records.ts'
import type { PictureValue } from '#server/word/language/known-fields.ts'
import type { PaperNumbers } from './number-fields.ts'

/** The job's houses, each with its parties. */
export async function loadHouses({ db, accountId }: Session, job: Job): Promise<Job[]> {
  const houses: Job[] = []
  for (const { id } of job.houses) {
    const house = await getJobById(db, accountId, id, { withStakeholders: true })
    if (house) houses.push(house)
  }
  return houses
}

/** The numbers of the job's papers; for one that has none yet, the one that it would get now. */
export async function loadNumbers(session: Session, job: Job): Promise<PaperNumbers> {
  const series = await numberSeriesOf(session.db, session.accountId)
  const given = await givenNumbers(session, job)
  return Object.fromEntries(
    paperKinds.map(kind => {
      const next = series.find(one => one.kind === kind)
      return [kind, given[kind] ?? (next ? numberText(next) : '')]
    }),
  ) as PaperNumbers
}

/** The company and where its logo is kept; its bytes are read with `readLogo`, when no transaction is open. */
export async function loadCompanyParts({ db, accountId }: Session) {
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
