import { sql } from 'kysely'
import { JobStatus } from '#contract/choices.ts'

/** The work that is not done, of a job that goes by `j`: what has no status yet is nobody's finished job. */
export const isOpen = sql<boolean>`(j.status = ${sql.lit(JobStatus.inProgress)} or j.status is null)`
