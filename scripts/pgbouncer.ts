import { ensurePrograms } from '#testing/debian-packages.ts'
import { hasPgBouncer } from '#testing/pgbouncer.ts'

/** Why nothing is tried behind a pooler; nothing when it is. */
export const ensurePgBouncer = async (): Promise<string | undefined> =>
  hasPgBouncer
    ? undefined
    : ensurePrograms({
        programs: ['pgbouncer'],
        packages: ['pgbouncer'],
        what: 'PgBouncer for the tests behind a pooler',
      })
