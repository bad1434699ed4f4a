import type { Company } from '#contract/company.ts'
import type { Db, Session } from '#server/db/db.ts'
import { invalid } from '#server/errors.ts'
import { isKnownTimeZone, setFirstTimeZone } from './day-records.ts'
import { loadCompany } from './load-company.ts'

/** Throws where the database cannot reckon in a time zone of this name. */
export async function requireTimeZone(db: Db, name: string): Promise<void> {
  if (!(await isKnownTimeZone(db, name)))
    throw invalid('timeZone', `“${name}” is not a time zone such as Asia/Karachi.`)
}

/** Of several who propose at once the first is heard; whatever stands already is kept. */
export async function proposeTimeZone(session: Session, name: string): Promise<Company> {
  const { db, accountId } = session
  await requireTimeZone(db, name)
  await setFirstTimeZone(db, accountId, name)
  return loadCompany(session)
}
