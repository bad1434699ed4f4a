import { join } from 'node:path'
import { builtAssets } from './web-build.ts'
import { packInBackground } from './web-compression.ts'
import { addApi, createServer } from './app.ts'
import { startBackgroundWork } from './background/start.ts'
import { startBackupSchedule } from './backup/schedule.ts'
import { BACKGROUND_NICENESS } from './process-priority.ts'
import { readBrand } from './brand.ts'
import { limitAddresses } from './budgets/address-limits.ts'
import { countedStore } from './budgets/counted-store.ts'
import { openBudgets } from './budgets/open.ts'
import type { Config } from './config.ts'
import type { ProductDatabase } from './product-database.ts'
import { probeRead } from './db/readable-records.ts'
import { uploadQueue } from './documents/upload.ts'
import { openMessageReader } from './files/message-reader.ts'
import type { Database } from './db/db.ts'
import { openCheckedStore } from './installation/checked-store.ts'
import { embeddedDirectory, type UserDirectory } from '#server/identity/directory/directory.ts'
import { externalRules, signInOrigins } from '#server/identity/provider/external-provider.ts'
import { graphDirectory, unknownDirectory } from '#server/identity/directory/graph-directory.ts'
import { mountEmbeddedProvider } from '#server/identity/provider/provider.ts'
import { createSeal } from '#server/identity/store/sealing.ts'
import { tokenChecker } from '#server/identity/provider/tokens.ts'
import type { Log } from './log.ts'
import type { Say } from './log-settings.ts'
import { openMailService } from './mails/mail-service.ts'
import { queuedMailer } from './mails/product-mailer.ts'
import { openOutbox } from './mail/outbox.ts'
import { type Health, watchHealth } from './health.ts'
import type { Measured } from './metrics.ts'
import { addOperations, serveMetrics } from './operations.ts'
import { servePages } from './pages.ts'
import { retryUntilAvailable } from './retry-until-available.ts'
import { confinementOf } from './pdf/confinement.ts'
import { openOwnPrinter } from './pdf/own-printer.ts'
import { openRemotePrinter } from './pdf/remote-printer.ts'
import { addressWarnings } from './plain-http.ts'
import { readStarterTemplates } from './templates/starter-templates.ts'
import { measuring, stoppedTasks } from './counters.ts'
import { productVersion } from './product-version.ts'
import { linkForFirstCompany } from './users/founding-links.ts'
import type { Meter } from './fair-queue.ts'
import { openSheetReader } from './sheets/sheet-reader.ts'
import { openWordPool } from './word/pool.ts'

const root = join(import.meta.dirname, '..')

export type Start = {
  config: Config
  /** Without `ownerUrl` where background work is left to workers. */
  product: Pick<ProductDatabase, 'database'> & { ownerUrl?: string }
  /** Settles when the web pages are there. */
  building: Promise<unknown>
  /** What is open, to be closed in the opposite order. */
  open: (() => Promise<unknown>)[]
  /** Aborted when the server is told to stop. */
  stopping: AbortSignal
  log: Log
  say: Say
  /** The same for what works less well than it should. */
  warn: Say
  /** Called once there is something to be asked for. */
  isWatched: (health: Health) => void
}

/** Opens everything that the product needs beside its database and serves it; resolves when nothing is left to start. */
export async function serve({
  config,
  product,
  building,
  open,
  stopping,
  log,
  say,
  warn,
  isWatched,
}: Start): Promise<void> {
  const brand = await readBrand(config.brandFile)
  const publicUrl = config.publicUrl ?? localUrl(config)
  const { database } = product
  const budgets = openBudgets(database, { settings: config.budgets, log: warn })
  await budgets.start()
  open.push(() => budgets.close())
  const meter: Meter = (company, milliseconds) => budgets.spend(company, 'work', milliseconds)
  const files = await openCheckedStore(config, product, say)
  await files.sweep()
  open.push(() => files.close())
  const messages = openMessageReader({ meter: measuring('message', meter), nice: BACKGROUND_NICENESS })
  open.push(() => messages.close())
  const mail = openMailService(config.mail, brand, database.pool)
  open.push(async () => mail.close())
  const word = openWordPool({
    meter: measuring('word', meter),
    onStopped: () => stoppedTasks.inc({ kind: 'word' }),
    nice: BACKGROUND_NICENESS,
  })
  open.push(() => word.close())
  const sheets = openSheetReader({
    meter: measuring('sheet', meter),
    onStopped: () => stoppedTasks.inc({ kind: 'sheet' }),
    nice: BACKGROUND_NICENESS,
  })
  open.push(() => sheets.close())
  const pdf =
    config.doesBackgroundWork && config.pdfWorkers.length === 0
      ? openOwnPrinter(config, measuring('pdf', meter))
      : openRemotePrinter({ workers: config.pdfWorkers, key: config.key ?? '', log: say })
  open.push(() => pdf.close())

  const app = await createServer({
    ...{ ...config, log, publicUrl },
    signInOrigins: await signInOrigins(config.signIn, say),
    storeOrigin: files.presigned?.origin,
  })
  limitAddresses(app, budgets)
  const health = watchHealth({
    readDatabase: () => probeRead(database.pool),
    dataDir: config.s3 && config.databaseUrl ? undefined : config.dataDir,
    checkFiles: () => files.check(),
  })
  isWatched(health)
  const pools: Measured['pools'] = { app: database.pool.connections, sign_in: database.signIn.connections }
  const registry = addOperations(app, {
    health,
    pools,
    loads: {
      word: () => word.load,
      pdf: () => pdf.load,
      message: () => messages.load,
      sheet: () => sheets.load,
      upload: () => uploadQueue.load,
    },
    metricsToken: config.metricsToken,
    metricsElsewhere: config.metrics !== undefined,
  })
  if (config.metrics) {
    const metrics = await serveMetrics(registry, config.metrics, config.metricsToken)
    open.push(async () => void metrics.close())
  }
  const { signIn } = config
  const seal = createSeal(config.key)
  const mailer = mail.smtp
    ? queuedMailer({ database, mail, seal })
    : openOutbox({ folder: join(config.dataDir, 'outbox'), from: mail.sender, log: say })
  const enquiries = {
    pool: database.signIn,
    mailer,
    to: brand.enquiriesTo ?? brand.email,
    logError: (err: unknown, what: string) => app.log.error({ err }, what),
  }
  const rules = signIn
    ? { ...externalRules(signIn), passwordWasSet: undefined }
    : await mountEmbeddedProvider(app, {
        pool: database.signIn,
        publicUrl,
        productName: brand.name,
        mailer,
        seal,
        signUp: config.signUp,
      })
  const makings = { files: countedStore({ database, files, budgets }), word, pdf, budgets, mail, messages }
  await addApi(app, {
    database,
    directory: directoryOf(config, database.signIn, {
      publicUrl,
      productName: brand.name,
      passwordWasSet: rules.passwordWasSet,
    }),
    files,
    dataDir: config.dataDir,
    messages,
    starters: await readStarterTemplates(),
    word,
    sheets,
    pdf,
    mail,
    mailer,
    signUp: config.signUp,
    productName: brand.name,
    checkToken: tokenChecker(rules),
    enquiries,
    publicUrl,
    uploadLimitBytes: config.uploadLimitBytes,
    budgets,
    checkReplies: process.env.NODE_ENV === 'development',
  })
  await building
  await servePages(app, {
    folder: join(root, 'dist/web'),
    publicUrl,
    brand,
    signIn,
    signUp: config.signUp,
    enquiries,
  })
  open.push(() => app.close())
  await app.listen({ port: config.port, host: config.host })
  say(`${brand.name} is ready: open ${publicUrl} (version ${productVersion})`)
  // From here on people are served: a database that goes away now is waited for.
  const packing = await packInBackground(builtAssets, warn)
  open.push(() => packing.stop())
  const waiting = { log: warn, signal: stopping }
  const firstCompany = await retryUntilAvailable(
    () => linkForFirstCompany({ database, signUp: config.signUp, publicUrl }),
    { what: 'The link for the first company', ...waiting },
  )
  if (firstCompany) say(firstCompany)
  const confinement = await confinementOf(pdf)
  if (confinement) say(confinement)
  if (pdf.unavailable) warn(`${pdf.unavailable} Documents are made as Word files.`)
  const { ownerUrl } = product
  if (ownerUrl !== undefined && config.doesBackgroundWork) {
    const background = await retryUntilAvailable(
      () =>
        startBackgroundWork({ ...{ publicUrl, ownerUrl, database, files, mail, makings, seal }, log: warn }),
      { what: 'Background work', ...waiting },
    )
    if (!background) return
    open.push(() => background.stop())
    health.watchQueue(() => background.queueLength())
    pools['queue'] = background.connections
    const backups = startBackupSchedule({ config, ownerUrl, files, say, warn })
    open.push(() => backups.stop())
  } else {
    health.leaveQueue()
    say('Background work is left to workers (BACKGROUND=off): start at least one with “npm run worker”.')
  }
  for (const warning of addressWarnings(publicUrl, config)) warn(warning)
}

function directoryOf(
  { signIn }: Config,
  pool: Database['signIn'],
  options: Parameters<typeof embeddedDirectory>[1],
): UserDirectory {
  if (!signIn) return embeddedDirectory(pool, options)
  return signIn.graph ? graphDirectory(signIn.graph) : unknownDirectory(signIn)
}

function localUrl({ host, port }: Config): string {
  const anywhere = ['0.0.0.0', '::', ''].includes(host)
  return `http://${anywhere ? 'localhost' : host.includes(':') ? `[${host}]` : host}:${port}`
}
