import { join } from 'node:path'
import type { Config } from '#server/config.ts'
import { clusterExists, clusterIn } from '#server/db/embedded/cluster.ts'
import { openEmbeddedDatabase } from '#server/db/embedded/database.ts'
import { loginUrl } from '#server/db/embedded/logins.ts'
import { openDatabase } from '#server/db/db.ts'
import { readMigrations, refuseForeignSchema } from '#server/db/migration-files.ts'
import { requireMigrated } from '#server/db/migrated.ts'
import { requireOwner } from '#server/db/owner.ts'
import {
  missingRights,
  readServerFacts,
  requireServer,
  type ServerFacts,
} from '#server/db/required-server.ts'
import { checkRoles } from '#server/db/role-checks.ts'
import { RUNTIME_ROLE, SIGN_IN_ROLE } from '#server/db/role-pool.ts'
import { planRoles } from '#server/db/roles.ts'
import { freeBytesOf } from '#server/files/disk-reserve.ts'
import { createSeal, SealError } from '#server/identity/store/sealing.ts'
import type { Urls } from '#server/prepared-database.ts'
import { externalUrls } from '#server/product-database.ts'
import { onAddress, readApplied, readSealed, readState, readUnsecured } from './database-records.ts'
import { amount, type Finding, note, right, wrong } from './report.ts'

type Addresses = Pick<Urls, 'ownerUrl' | 'url' | 'signInUrl' | 'logins'>

export type OpenedDatabase = {
  addresses: Addresses
  /** False where this server leaves background work to others, and does not know the tables' owner. */
  isOwned: boolean
  /** Where the server runs, in words. */
  kind: string
  close(): Promise<void>
}

/**
 * The database as it stands, without a change to its schema; null where there is none yet, which the first start makes.
 * A built-in one that nobody uses runs until `close`.
 */
export async function openForLook(config: Config): Promise<OpenedDatabase | null> {
  if (config.databaseUrl) {
    const addresses = externalUrls(config, config.databaseUrl)
    const isOwned = config.doesBackgroundWork
    return { addresses, isOwned, kind: 'your own', close: async () => undefined }
  }
  if (!(await clusterExists(clusterIn(join(config.dataDir, 'postgres'))))) return null
  const embedded = await openEmbeddedDatabase({ dataDir: config.dataDir, role: 'command' })
  const { ownerUrl, attached } = embedded
  const addresses = {
    ownerUrl,
    url: loginUrl(ownerUrl, RUNTIME_ROLE),
    signInUrl: loginUrl(ownerUrl, SIGN_IN_ROLE),
    logins: {},
  }
  return {
    addresses,
    isOwned: true,
    kind: attached ? 'built in, in use' : 'built in, started for this look',
    close: () => embedded.stop(),
  }
}

/** Whether migrations have made the tables that other checks read, and what was found. */
export type DatabaseFindings = { findings: Finding[]; isMigrated: boolean }

/** Throws, in the words of a start, where the database cannot be used at all. */
export async function examineDatabase(config: Config, opened: OpenedDatabase): Promise<DatabaseFindings> {
  const { addresses, isOwned, kind } = opened
  return onAddress(isOwned ? addresses.ownerUrl : addresses.url, async client => {
    const facts = await readServerFacts(client)
    requireServer(facts)
    const findings = [right(`PostgreSQL ${facts.version} (${kind}), database ${facts.database}`)]
    if (!isOwned) {
      findings.push(
        ...(await examineRoles(addresses, { isOwned })),
        clockOf((await readState(client)).clockAhead),
      )
      findings.push(note('Background work is done elsewhere (BACKGROUND=off): run this there for the rest'))
      return { findings, isMigrated: true }
    }
    await requireOwner(client)
    const planned = await planRoles(client, { ...addresses.logins, missing: missingRights(facts) })
    if (planned.length > 0)
      findings.push(note(`The next start runs as ${facts.login}: ${planned.join('; ')}`))
    else findings.push(right(`${facts.login} has the rights that migrations need`))
    const pending = await pendingMigrations(facts, client)
    findings.push(
      pending.length === 0
        ? right('Its schema is the one of this version')
        : note(`The next start applies ${pending.length} migrations: ${shown(pending)}`),
    )
    const isMigrated = pending.length === 0
    if (isMigrated) {
      findings.push(...(await examineRoles(addresses, { isOwned })), securityOf(await readUnsecured(client)))
      findings.push(sealOf(config, await readSealed(client)))
    }
    const state = await readState(client)
    findings.push(clockOf(state.clockAhead), connectionsOf(state), await roomOf(config, state.bytes))
    return { findings, isMigrated }
  })
}

async function pendingMigrations(
  { isFresh }: ServerFacts,
  client: Parameters<typeof readApplied>[0],
): Promise<string[]> {
  const files = await readMigrations()
  const applied = isFresh ? [] : await readApplied(client)
  refuseForeignSchema(files, applied)
  const names = new Set(applied.map(({ name }) => name))
  return files.map(({ name }) => name).filter(name => !names.has(name))
}

const shown = (names: readonly string[]) =>
  names.length <= 3 ? names.join(', ') : `${names[0]} to ${names.at(-1)}`

async function examineRoles(
  { url, signInUrl }: Addresses,
  { isOwned }: { isOwned: boolean },
): Promise<Finding[]> {
  const database = openDatabase({ url, signInUrl, poolSize: 1 })
  try {
    if (!isOwned) await requireMigrated(database.pool)
    const warnings = await checkRoles(database)
    if (warnings.length > 0) return [note(warnings.join('\n'))]
    return [right('The product acts as lading_app, its sign-in as lading_sign_in, and neither can do more')]
  } finally {
    await database.close()
  }
}

const securityOf = (unsecured: readonly string[]): Finding =>
  unsecured.length === 0
    ? right('Row-level security guards every table of a company, against its owner too')
    : wrong(
        `Row-level security is off, or not forced, on: ${unsecured.join(', ')}. Somebody has altered them: run, as their ` +
          `owner, “alter table … enable row level security, force row level security”.`,
      )

function sealOf(config: Config, sealed: readonly string[]): Finding {
  const seal = createSeal(config.key)
  try {
    for (const one of sealed) seal.open(one)
  } catch (error) {
    if (error instanceof SealError) return wrong(error.message)
    throw error
  }
  if (!config.key) return note('LADING_KEY is not set: secrets are kept in the database as they are')
  return right(
    sealed.length === 0
      ? 'LADING_KEY is set; nothing is encrypted yet'
      : 'LADING_KEY opens what is encrypted',
  )
}

const CLOCKS_DIFFER_MS = 2_000
const CLOCKS_WRONG_MS = 30_000

/** Exported for its test, like the next. */
export function clockOf(ahead: number): Finding {
  const seconds = Math.abs(Math.round(ahead / 100) / 10)
  const words = `The database's clock is ${seconds} s ${ahead > 0 ? 'ahead of' : 'behind'} this machine's`
  if (Math.abs(ahead) >= CLOCKS_WRONG_MS)
    return wrong(
      `${words}. Sign-ins and second factors fail by that: run chrony or systemd-timesyncd on both.`,
    )
  if (Math.abs(ahead) >= CLOCKS_DIFFER_MS) return note(`${words}: run chrony or systemd-timesyncd on both.`)
  return right("This machine's clock and the database's agree")
}

export function connectionsOf(state: { connections: number; mostConnections: number }): Finding {
  const { connections, mostConnections } = state
  const words = `${connections} of ${mostConnections} connections are in use`
  return connections < mostConnections * 0.8
    ? right(words)
    : note(
        `${words}. Raise max_connections of PostgreSQL, or put a pooler in front: see docs/several-machines.md.`,
      )
}

async function roomOf({ databaseUrl, dataDir }: Config, bytes: number): Promise<Finding> {
  if (databaseUrl)
    return note(`The database takes ${amount(bytes)}; how much room its disk has cannot be seen from here`)
  return right(`The database takes ${amount(bytes)}; its disk has ${amount(await freeBytesOf(dataDir))} free`)
}
