import { setTimeout as pause } from 'node:timers/promises'
import { readConfig, type Config } from './config.ts'
import type { Health } from './health.ts'
import { requireFreePorts } from './listening.ts'
import { openLog } from './log.ts'
import { openMigratedDatabase, openProductDatabase, type ProductDatabase } from './product-database.ts'
import { endOnSignals, SHUTDOWN_PATIENCE_MS, unlessHurried } from './shutdown.ts'
import { startFailure } from './start-failure.ts'
import { surviveComponentFailures } from './survive-failures.ts'
import { buildWebIfStale } from './web-build.ts'

const { LOG_LEVEL: level, LOG_FORMAT: format } = process.env
const { log, say, warn, sayLast } = openLog({ level, format })

/** Once there is something to be asked for. */
let health: Health | undefined

/** What is open beside the database, closed in the opposite order. */
const open: (() => Promise<unknown>)[] = []

/** Closed last. */
let database: Promise<Pick<ProductDatabase, 'close'>> | undefined

let isEnding = () => false

async function closeAll(hurry?: AbortSignal): Promise<void> {
  for (let close = open.pop(); close; close = open.pop())
    await unlessHurried(close(), hurry).catch((error: Error) => warn(error.message))
  // One that is only being opened has to be closed too, unless that takes too long.
  let opened: Pick<ProductDatabase, 'close'> | undefined
  await unlessHurried(database?.then(one => (opened = one)) ?? Promise.resolve(), hurry).catch(
    () => undefined,
  )
  await opened?.close(hurry).catch((error: Error) => warn(error.message))
}

async function start(config: Config): Promise<void> {
  for (const warning of config.warnings) warn(warning)
  await requireFreePorts(config)
  const stopping = new AbortController()
  surviveComponentFailures(warn)
  isEnding = endOnSignals({
    onStopping: async ({ isServed }) => {
      stopping.abort()
      if (!isServed || !health) return
      // Whoever shares the requests out among servers has to notice first.
      health.startClosing()
      await pause(config.shutdownGraceMs)
    },
    close: closeAll,
    patience: SHUTDOWN_PATIENCE_MS + config.shutdownGraceMs,
    say,
  })
  // Nothing else runs in this process while the server is loaded: PostgreSQL and the bundler are to run by then.
  const databaseWaits = Promise.withResolvers<void>()
  const buildWaits = Promise.withResolvers<void>()
  const opening: Promise<Omit<ProductDatabase, 'ownerUrl'> & { ownerUrl?: string }> =
    config.databaseUrl && !config.doesBackgroundWork
      ? openMigratedDatabase(config, config.databaseUrl, say)
      : openProductDatabase(config, 'server', say, databaseWaits.resolve)
  database = opening
  const building = buildWebIfStale({
    ...{ signal: stopping.signal, log: say, packed: false },
    onWaiting: buildWaits.resolve,
  })
  const loading = Promise.all([
    Promise.race([opening, databaseWaits.promise]),
    Promise.race([building, buildWaits.promise]),
  ]).then(() => import('./serve.ts'))
  // The pages are wanted last; whoever waits for them is told of a failure.
  building.catch(() => undefined)
  const [product, { serve }] = await Promise.all([opening, loading])
  await serve({
    ...{ config, product, open, log, say, warn, building },
    stopping: stopping.signal,
    isWatched: watched => (health = watched),
  })
}

try {
  await start(readConfig(process.env))
} catch (error) {
  // Whoever ends a start on purpose takes from it what it needs.
  if (isEnding()) await new Promise(() => undefined)
  await closeAll()
  sayLast(startFailure(error))
  process.exit(1)
}
