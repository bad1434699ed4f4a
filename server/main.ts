import { setTimeout as pause } from 'node:timers/promises'
import closeWithGrace from 'close-with-grace'
import { readConfig, type Config } from './config.ts'
import type { Health } from './health.ts'
import { openProductDatabase } from './product-database.ts'
import { startFailure } from './start-failure.ts'
import { surviveComponentFailures } from './survive-failures.ts'
import { buildWebIfStale } from './web-build.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

/** Once there is something to be asked for. */
let health: Health | undefined

/** What is open, closed in the opposite order: the database last. */
const open: (() => Promise<unknown>)[] = []

async function closeAll(): Promise<void> {
  for (const close of open.splice(0).reverse()) await close().catch((error: Error) => say(error.message))
}

async function start(config: Config): Promise<void> {
  for (const warning of config.warnings) say(warning)
  const stopping = new AbortController()
  surviveComponentFailures(say)
  closeWithGrace(
    { delay: 20_000 + config.shutdownGraceMs, logger: false, skip: ['unhandledRejection'] },
    async ({ err }) => {
      if (err) say(`Stopping after an unexpected failure: ${err.stack ?? err.message}`)
      stopping.abort()
      // Whoever shares the requests out among servers has to notice first; a second signal ends the wait.
      if (!err && health) {
        health.startClosing()
        await pause(config.shutdownGraceMs)
      }
      await closeAll()
    },
  )
  // Nothing else runs in this process while the server is loaded: PostgreSQL and the bundler are to run by then.
  const databaseWaits = Promise.withResolvers<void>()
  const buildWaits = Promise.withResolvers<void>()
  const opening = openProductDatabase(config, 'server', say, databaseWaits.resolve).then(opened => {
    open.push(() => opened.close())
    return opened
  })
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
    ...{ config, product, open, say, building },
    stopping: stopping.signal,
    isWatched: watched => (health = watched),
  })
}

try {
  await start(readConfig(process.env))
} catch (error) {
  await closeAll()
  say(startFailure(error))
  process.exit(1)
}
