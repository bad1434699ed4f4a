import { type RawBuilder, sql } from 'kysely'

/**
 * The job whose containers carry the cargo of the job `alias`: it itself, or the master of a house that has no containers
 * of its own. As refresh_job_index has it; null for a job without containers that is no house.
 */
export const containerHolder = (alias: 'j'): RawBuilder<string | null> => sql`coalesce(
  (select own.job_id from containers own
    where own.account_id = ${sql.ref(`${alias}.account_id`)} and own.job_id = ${sql.ref(`${alias}.id`)} limit 1),
  ${sql.ref(`${alias}.master_job_id`)})`
