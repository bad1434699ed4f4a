import type { Company } from '#contract/company.ts'
import type { Db, Session } from '#server/db/db.ts'
import { invalid } from '#server/errors.ts'
import { isKnownTimeZone, setFirstTimeZone } from './day-records.ts'
import { getCompany } from './records.ts'

/** Throws where the database cannot reckon in a time zone of this name. */
export async function requireTimeZone(db: Db, name: string): Promise<void> {
  if (!(await isKnownTimeZone(db, name)))
    throw invalid('timeZone', `“${name}” is no time zone such as Asia/Karachi.`)
}

/** Of several who propose at once the first is heard; whatever stands already is kept. */
export async function proposeTimeZone({ db, accountId }: Session, name: string): Promise<Company> {
  await requireTimeZone(db, name)
  await setFirstTimeZone(db, accountId, name)
  return (await getCompany(db, accountId)).company
}
