import Fastify, { type FastifyInstance } from 'fastify'
import { type Database, openDatabase } from '#server/db/db.ts'
import { createPasswords, type Passwords } from '#server/identity/passwords.ts'
import { type EmbeddedProviderOptions, mountEmbeddedProvider } from '#server/identity/provider.ts'
import type { TokenRules } from '#server/identity/tokens.ts'

export type IdentityApp = { app: FastifyInstance; rules: TokenRules }

export const TEST_PUBLIC_URL = 'http://127.0.0.1:3000'

/** argon2 at a cost that tests can pay a hundred times. */
export const cheapPasswords: Passwords = createPasswords({ memoryKib: 64, passes: 1 })

/** Connects as the product does: as the role that owns nothing. */
export const openTestDatabase = (ownerUrl: string): Database => openDatabase({ url: ownerUrl, poolSize: 4 })

/** The embedded provider alone, in an app that listens nowhere. */
export async function identityApp(
  database: Database,
  options: Partial<EmbeddedProviderOptions> = {},
): Promise<IdentityApp> {
  const app = Fastify()
  const rules = await mountEmbeddedProvider(app, {
    pool: database.pool,
    publicUrl: TEST_PUBLIC_URL,
    passwords: cheapPasswords,
    ...options,
  })
  await app.ready()
  return { app, rules }
}
