import type { FastifyInstance } from 'fastify'
import { startBackgroundWork } from './background/start.ts'
import { startBackupSchedule } from './backup/schedule.ts'
import { readBrand } from './brand.ts'
import { countedStore } from './budgets/counted-store.ts'
import { openBudgets } from './budgets/open.ts'
import { measuring } from './counters.ts'
import { readConfig } from './config.ts'
import { openLog } from './log.ts'
import { probeRead } from './db/readable-records.ts'
import { openCheckedStore } from './installation/checked-store.ts'
import { requireFreeWorkerPort } from './listening.ts'
import { createSeal } from '#server/identity/store/sealing.ts'
import { watchHealth } from './health.ts'
import type { Meter } from './fair-queue.ts'
import { openMessageReader } from './files/message-reader.ts'
import { openMailService } from './mails/mail-service.ts'
import { confinementOf } from './pdf/confinement.ts'
import { openOwnPrinter } from './pdf/own-printer.ts'
import { openProductDatabase } from './product-database.ts'
import { endOnSignals, SHUTDOWN_PATIENCE_MS, unlessHurried } from './shutdown.ts'
import { surviveComponentFailures } from './survive-failures.ts'
import { startFailure } from './start-failure.ts'
import { openWorkerPort } from './worker-port.ts'
import { openWordPool } from './word/pool.ts'

/** npm run worker: background work in a process of its own, beside any number of servers. */
const { LOG_LEVEL: level, LOG_FORMAT: format } = process.env
const { log, say, warn, sayLast } = openLog({ level, format })

const NO_KEY = 'This worker prints no PDFs for servers: set LADING_KEY, the same as theirs.'

async function start(): Promise<void> {
  const config = readConfig({ ...process.env, BACKGROUND: 'on' })
  for (const warning of config.warnings) warn(warning)
  await requireFreeWorkerPort(config.worker)
  const product = await openProductDatabase(config, 'command', say)
  const files = await openCheckedStore(config, product, say).catch(async (error: unknown) => {
    // Whoever leaves the built-in database last stops it.
    await product.close()
    throw error
  })
  const mail = openMailService(config.mail, await readBrand(config.brandFile), product.database.pool)
  const { database } = product
  const budgets = openBudgets(database, { settings: config.budgets, log: warn })
  const meter: Meter = (company, milliseconds) => budgets.spend(company, 'work', milliseconds)
  const pdf = openOwnPrinter(config, measuring('pdf', meter))
  const word = openWordPool({ meter: measuring('word', meter) })
  const messages = openMessageReader({ meter: measuring('message', meter) })
  await budgets.start()
  const makings = { files: countedStore({ database, files, budgets }), word, pdf, budgets, mail, messages }
  const runner = await startBackgroundWork({
    ...product,
    ...{ files, mail, makings },
    seal: createSeal(config.key),
    publicUrl: config.publicUrl,
    log: warn,
  })
  const backups = startBackupSchedule({ config, ownerUrl: product.ownerUrl, files, say, warn })
  surviveComponentFailures(warn)
  const health = watchHealth({
    readDatabase: () => probeRead(database.pool),
    dataDir: config.s3 && config.databaseUrl ? undefined : config.dataDir,
    checkFiles: () => files.check(),
  })
  health.watchQueue(() => runner.queueLength())
  let port: FastifyInstance | undefined
  endOnSignals({
    onStopping: () => health.startClosing(),
    close: async hurry => {
      // Documents that are being printed are finished, and whatever comes goes to another worker.
      if (port) await unlessHurried(port.close(), hurry)
      await unlessHurried(backups.stop(), hurry)
      await unlessHurried(runner.stop(), hurry)
      await unlessHurried(pdf.close(), hurry)
      await unlessHurried(messages.close(), hurry)
      await unlessHurried(word.close(), hurry)
      mail.close()
      await unlessHurried(budgets.close(), hurry)
      await unlessHurried(files.close(), hurry)
      await product.close(hurry)
    },
    patience: SHUTDOWN_PATIENCE_MS,
    say,
  })
  if (config.worker) {
    port = await openWorkerPort({
      config: { ...config, worker: config.worker },
      ...{ pdf, health, log },
      pools: { app: database.pool.connections, queue: runner.connections },
      loads: { pdf: () => pdf.load },
    })
    // Servers wait for this worker: what it prints before it has been told how far its sandbox goes waits for that too.
    const confinement = await confinementOf(pdf)
    for (const line of [confinement, pdf.unavailable, config.key === undefined ? NO_KEY : undefined])
      if (line) say(line)
  }
  say('The worker is ready.')
}

try {
  await start()
} catch (error) {
  sayLast(startFailure(error))
  process.exit(1)
}
