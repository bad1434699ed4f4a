import { rm } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { addApi, type AppSettings, createServer } from '#server/app.ts'
import { limitAddresses } from '#server/budgets/address-limits.ts'
import type { Budgets } from '#server/budgets/budgets.ts'
import { type CompanyLimits, unlimited } from '#server/budgets/limits.ts'
import { openBudgets } from '#server/budgets/open.ts'
import type { Database } from '#server/db/db.ts'
import type { PoolTimeouts } from '#server/db/role-pool.ts'
import type { DiskRoom } from '#server/files/disk-reserve.ts'
import type { Meter } from '#server/fair-queue.ts'
import type { FairSharesSettings } from '#server/fair-shares.ts'
import { openDiskStore } from '#server/files/disk.ts'
import { type MessageReader, openMessageReader } from '#server/files/message-reader.ts'
import type { FileStore, PresignedDownloads } from '#server/files/store.ts'
import { embeddedDirectory, type UserDirectory } from '#server/identity/directory/directory.ts'
import { externalRules } from '#server/identity/provider/external-provider.ts'
import type { ExternalSignIn } from '#server/identity/provider/external-settings.ts'
import { graphDirectory, unknownDirectory } from '#server/identity/directory/graph-directory.ts'
import { type EmbeddedProvider, mountEmbeddedProvider } from '#server/identity/provider/provider.ts'
import { createSeal } from '#server/identity/store/sealing.ts'
import type { Passwords } from '#server/identity/passwords/passwords.ts'
import { openSignUp, type SignUpRules } from '#server/identity/sign-up/sign-up-rules.ts'
import { tokenChecker } from '#server/identity/provider/tokens.ts'
import { type MailSettings, mailSettings, mailVariables } from '#server/mail/settings.ts'
import type { MailDependencies } from '#server/mails/commands.ts'
import { type MailService, openMailService } from '#server/mails/mail-service.ts'
import { queuedMailer } from '#server/mails/product-mailer.ts'
import { findOffice } from '#server/pdf/find-office.ts'
import { openPdfPrinter } from '#server/pdf/printer.ts'
import type { StarterTemplate } from '#server/templates/starter-templates.ts'
import { openSheetReader } from '#server/sheets/sheet-reader.ts'
import { openWordPool, type WordPool } from '#server/word/pool.ts'
import { borrowDatabase } from './database.ts'
import { cheapPasswords, openTestDatabase, TEST_PUBLIC_URL } from './identity-app.ts'
import { openTestOutbox, type TestOutbox } from './outbox.ts'
import { makeTemporaryFolder } from './temporary-folder.ts'

/** Who reads what visitors write. */
export const ENQUIRIES_TO = 'enquiries@lading.example'

export type TestApp = {
  app: FastifyInstance
  database: Database
  /** As the tables' owner: to look at rows from outside of every session. */
  ownerUrl: string
  /** Where the file store keeps its files. */
  filesFolder: string
  files: FileStore
  messages: MessageReader
  word: WordPool
  /** By what means mails of companies leave: by none, unless the options name a server. */
  mail: MailService
  /** By what the background makes documents and e-mails for many jobs. */
  makings: MailDependencies
  outbox: TestOutbox
  budgets: Budgets
  close(): Promise<void>
}

export type TestAppOptions = {
  /** What companies and addresses may use; without limits by default. Nothing is settled by itself. */
  budgets?: Partial<CompanyLimits> & {
    addressRequests?: number | null
    now?: () => number
    remembered?: number
  }
  /** On another app's database and with its files, as a second server. */
  beside?: Pick<TestApp, 'ownerUrl' | 'filesFolder'>
  disk?: DiskRoom
  /** By which browsers fetch documents from the store itself. */
  presigned?: PresignedDownloads
  /** Where its lines go; errors alone, to the standard output, by default. */
  log?: Pick<AppSettings, 'log' | 'logRequests'>
  trustedProxies?: readonly string[]

  uploadLimitBytes?: number
  /** A sign-in provider elsewhere, instead of the embedded one. */
  signIn?: ExternalSignIn
  /** As if LibreOffice were not on the machine. */
  withoutOffice?: boolean
  /** What a new company begins with; nothing by default. */
  starters?: readonly StarterTemplate[]
  mail?: Partial<MailSettings>
  /** Who may found a company; everybody by default. */
  signUp?: SignUpRules
  /** In place of a cheap way of hashing. */
  passwords?: Passwords
  /** By way of what the product reaches its database, and how long it waits for it. */
  database?: {
    through: (ownerUrl: string) => Promise<string>
    patience: PoolTimeouts
    /** That what stands in between keeps no statements for its clients. */
    withoutNames?: boolean
  }
  /** What one company may hold of what all share. */
  shares?: FairSharesSettings
}

/** The product without its pages, on a database of its own; every reply is checked against the contract. */
export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const { beside } = options
  const borrowed = beside ? { ownerUrl: beside.ownerUrl, release: async () => {} } : await borrowDatabase()
  const database = options.database
    ? await openThrough(borrowed.ownerUrl, options.database)
    : openTestDatabase(borrowed.ownerUrl)
  const filesFolder = beside?.filesFolder ?? (await makeTemporaryFolder('lading-files-'))
  const disk = await openDiskStore(filesFolder, options.disk)
  const files = { ...disk, presigned: options.presigned }
  const mailLimits = { ...testMailSettings(), ...options.mail }
  const budgets = openTestBudgets(database, options.budgets, mailLimits.limits.recipientsAnHour)
  await budgets.load()
  const meter: Meter = (company, milliseconds) => budgets.spend(company, 'work', milliseconds)
  const messages = openMessageReader({ meter })
  const word = openWordPool({ meter })
  const sheets = openSheetReader()
  const pdf = openPdfPrinter({
    office: findOffice(options.withoutOffice ? {} : process.env),
    dataDir: filesFolder,
    meter,
  })
  const mail = openMailService(mailLimits, { name: 'Lading', email: 'office@lading.example' }, database.pool)
  const publicUrl = TEST_PUBLIC_URL
  const app = await createServer({
    logLevel: 'error',
    ...options.log,
    trustedProxies: options.trustedProxies ?? [],
    publicUrl,
    // It shares its process with the tests: what they compute at one go would count as load.
    busyAfterMs: 300_000,
    ...(options.shares && { shares: options.shares }),
  })
  limitAddresses(app, budgets)
  const outbox = await openTestOutbox(app)
  const mailer = mail.smtp ? queuedMailer({ database, mail, seal: createSeal(undefined) }) : outbox.mailer
  const { signIn, signUp = openSignUp, passwords = cheapPasswords } = options
  const rules = signIn
    ? { ...externalRules(signIn), passwordWasSet: undefined }
    : await mountEmbeddedProvider(app, {
        pool: database.signIn,
        publicUrl,
        passwords,
        mailer,
        signUp,
      })
  await addApi(app, {
    database,
    directory: directoryFor(signIn, database, { ...rules, passwords }),
    files,
    dataDir: filesFolder,
    messages,
    starters: options.starters ?? [],
    word,
    sheets,
    pdf,
    mail,
    mailer,
    signUp,
    productName: 'Lading',
    checkToken: tokenChecker(rules),
    enquiries: {
      pool: database.signIn,
      mailer,
      to: ENQUIRIES_TO,
      logError: (err, what) => app.log.error({ err }, what),
    },
    publicUrl,
    budgets,
    uploadLimitBytes: options.uploadLimitBytes ?? 5 * 1024 * 1024,
    checkReplies: true,
  })
  await app.ready()
  // With its connections open already, calls that a test makes at once do meet in the database.
  await Promise.all(
    Array.from({ length: database.pool.connections.options.max }, () =>
      database.transaction(async () => undefined),
    ),
  )
  return {
    app,
    database,
    ownerUrl: borrowed.ownerUrl,
    filesFolder,
    files,
    messages,
    word,
    mail,
    makings: { files, word, pdf, budgets, mail, messages },
    outbox,
    budgets,
    close: async () => {
      await app.close()
      await messages.close()
      await word.close()
      await sheets.close()
      await pdf.close()
      await files.close()
      mail.close()
      await database.close()
      await borrowed.release()
      if (!beside) await rm(filesFolder, { recursive: true, force: true })
    },
  }
}

async function openThrough(
  ownerUrl: string,
  { through, patience, withoutNames = false }: NonNullable<TestAppOptions['database']>,
): Promise<Database> {
  const without = withoutNames ? { namedStatements: false, lockUrl: ownerUrl } : {}
  return openTestDatabase(await through(ownerUrl), patience, without)
}

function openTestBudgets(
  database: Database,
  { addressRequests = null, now, remembered, ...company }: NonNullable<TestAppOptions['budgets']> = {},
  recipients: number,
): Budgets {
  const settings = {
    company: { ...unlimited.company, recipients, ...company },
    addressRequests,
  }
  return openBudgets(database, { settings, ...(now && { now }), ...(remembered && { remembered }) })
}

function directoryFor(
  signIn: ExternalSignIn | undefined,
  database: Database,
  {
    passwords,
    passwordWasSet,
  }: { passwords: Passwords; passwordWasSet: EmbeddedProvider['passwordWasSet'] | undefined },
): UserDirectory {
  if (signIn) return signIn.graph ? graphDirectory(signIn.graph) : unknownDirectory(signIn)
  return embeddedDirectory(database.signIn, {
    publicUrl: TEST_PUBLIC_URL,
    passwords,
    ...(passwordWasSet && { passwordWasSet }),
  })
}

/** As without any configuration. */
const testMailSettings = (): MailSettings => mailSettings(mailVariables.parse({}), () => undefined)
