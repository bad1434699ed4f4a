import { afterAll, beforeAll } from 'vitest'
import type { Database } from '#server/db/db.ts'
import type { EmbeddedProviderOptions } from '#server/identity/provider/provider.ts'
import { type BorrowedDatabase, borrowDatabase } from './database.ts'
import { type IdentityApp, identityApp, openTestDatabase } from './identity-app.ts'
import { signUp, type TestPerson } from './identity.ts'

export type TestProvider = Readonly<IdentityApp> & { readonly database: Database; readonly ownerUrl: string }

type Settings = {
  /** Has signed up before the first test. */
  person?: TestPerson
  options?: Partial<EmbeddedProviderOptions>
}

/** The embedded provider on a database of its own: opened before the first test of the file, closed after its last. */
export function testProvider({ person, options }: Settings = {}): TestProvider {
  let borrowed: BorrowedDatabase | undefined
  let database: Database | undefined
  let provider: IdentityApp | undefined

  beforeAll(async () => {
    borrowed = await borrowDatabase()
    database = openTestDatabase(borrowed.ownerUrl)
    provider = await identityApp(database, options)
    if (person) await signUp(provider.app, person)
  })
  afterAll(async () => {
    await provider?.app.close()
    await database?.close()
    await borrowed?.release()
  })

  return {
    get app() {
      return opened(provider).app
    },
    get rules() {
      return opened(provider).rules
    },
    get outbox() {
      return opened(provider).outbox
    },
    get database() {
      return opened(database)
    },
    get ownerUrl() {
      return opened(borrowed).ownerUrl
    },
  }
}

function opened<Part>(part: Part | undefined): Part {
  if (part === undefined) throw new Error('The provider is open from the first test of the file to its last.')
  return part
}
