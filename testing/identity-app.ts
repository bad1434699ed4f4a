import Fastify, { type FastifyInstance } from 'fastify'
import { type Database, type DatabaseOptions, openDatabase } from '#server/db/db.ts'
import { loginUrl } from '#server/db/embedded/logins.ts'
import { type PoolTimeouts, RUNTIME_ROLE, SIGN_IN_ROLE } from '#server/db/role-pool.ts'
import { createPasswords, type Passwords } from '#server/identity/passwords/passwords.ts'
import {
  type EmbeddedProvider,
  type EmbeddedProviderOptions,
  mountEmbeddedProvider,
} from '#server/identity/provider/provider.ts'
import { openTestOutbox, type TestOutbox } from './outbox.ts'

export type IdentityApp = { app: FastifyInstance; rules: EmbeddedProvider; outbox: TestOutbox }

export const TEST_PUBLIC_URL = 'http://127.0.0.1:3000'

/** argon2 at a cost that tests can pay a hundred times. */
export const cheapPasswords: Passwords = createPasswords({ memoryKib: 64, passes: 1 })

/** Connects as the product does: as the roles that own nothing. */
export const openTestDatabase = (
  ownerUrl: string,
  patience?: PoolTimeouts,
  { lockUrl, ...options }: Pick<DatabaseOptions, 'namedStatements' | 'lockUrl'> = {},
): Database =>
  openDatabase({
    url: loginUrl(ownerUrl, RUNTIME_ROLE),
    signInUrl: loginUrl(ownerUrl, SIGN_IN_ROLE),
    poolSize: 4,
    ...(patience && { patience }),
    ...options,
    ...(lockUrl && { lockUrl: loginUrl(lockUrl, RUNTIME_ROLE) }),
  })

/** The embedded provider alone, in an app that listens nowhere. */
export async function identityApp(
  database: Database,
  options: Partial<EmbeddedProviderOptions> = {},
): Promise<IdentityApp> {
  const app = Fastify({ trustProxy: ['127.0.0.1'] })
  const outbox = await openTestOutbox(app)
  const rules = await mountEmbeddedProvider(app, {
    pool: database.signIn,
    publicUrl: TEST_PUBLIC_URL,
    passwords: cheapPasswords,
    mailer: outbox.mailer,
    ...options,
  })
  await app.ready()
  return { app, rules, outbox }
}
