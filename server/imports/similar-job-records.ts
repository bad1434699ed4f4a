import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'

export type JobLooks = {
  jobNumber: number
  name: string | null
  mbl: string | null
  etd: string | null
  vesselName: string | null
  voyage: string | null
  /** By role. */
  parties: Readonly<Record<string, string | undefined>>
}

/** So many jobs of the same names are looked at, the newest first. */
const MOST = 2000

/** Jobs of these names or Master BLs, which are in small letters. */
export async function jobsLike(
  db: Db,
  accountId: string,
  { names, masterBls }: { names: readonly string[]; masterBls: readonly string[] },
): Promise<JobLooks[]> {
  const { rows } = await sql<JobLooks>`
    select j.job_number::integer as "jobNumber", j.name, j.master_bl as mbl, j.etd::text as etd,
      j.vessel_name as "vesselName", j.voyage_number as voyage, coalesce((
        select jsonb_object_agg(jp.role, jp.party_id) from job_parties jp
        where jp.account_id = j.account_id and jp.job_id = j.id), '{}') as parties
    from job_index i join jobs j on j.account_id = i.account_id and j.id = i.job_id
    where i.account_id = ${accountId} and (i.name = any (${sql.val([...names])}::text[])
      or i.master_bl = any (${sql.val([...masterBls])}::text[]))
    order by j.job_number desc limit ${MOST}`.execute(db)
  return rows
}
