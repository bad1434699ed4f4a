import { ensurePrograms } from '#testing/debian-packages.ts'
import { hasHaproxy } from '#testing/haproxy.ts'
import { hasPgBouncer } from '#testing/pgbouncer.ts'

/** Why nothing is tried behind a pooler and a load balancer; nothing when it is. */
export async function ensureProxies(): Promise<string | undefined> {
  const programs = [...(hasPgBouncer ? [] : ['pgbouncer']), ...(hasHaproxy ? [] : ['haproxy'])]
  return programs.length === 0
    ? undefined
    : ensurePrograms({ programs, packages: programs, what: 'what the tests of several machines need' })
}
