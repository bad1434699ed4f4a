import { resolve } from 'node:path'
import type { BudgetSettings } from './budgets/limits.ts'
import { type BackupSettings, backupSettings } from './backup/settings.ts'
import { budgetSettings, diskReserve } from './budgets/settings.ts'
import { configurationVariables, conflictsAmong, isOn } from './configuration-variables.ts'
import { type ExternalSignIn, externalSignIn } from '#server/identity/provider/external-settings.ts'
import { signUpRules, type SignUpRules } from '#server/identity/sign-up/sign-up-rules.ts'
import type { LoggedRequests } from './log-settings.ts'
import { type MailSettings, mailSettings } from './mail/settings.ts'
import { fileVariable, secretNames, withSecretsFromFiles } from './settings/secrets.ts'
import { unknownNames } from './settings/unknown-names.ts'

export type S3Settings = {
  bucket: string
  endpoint: string | undefined
  region: string
  accessKeyId: string | undefined
  secretAccessKey: string | undefined
  /** Whether documents are downloaded from the bucket itself. */
  isPresigned?: boolean
}

export type Config = {
  port: number
  host: string
  /** Where /metrics answers; undefined: on `port`, to this machine alone. */
  metrics: { host: string; port: number } | undefined
  /** Where a worker answers for monitoring and prints for servers; undefined: nowhere. */
  worker: { host: string; port: number } | undefined
  /** Where servers have PDFs made that do not make them themselves. */
  pdfWorkers: readonly string[]
  /** What a Prometheus has to send for it; undefined: nothing. */
  metricsToken: string | undefined
  /** For how long /readyz says that the server is closing before it takes no connections any more. */
  shutdownGraceMs: number
  /** How far behind its work the server may be before it refuses requests. */
  busyAfterMs: number
  dataDir: string
  databaseUrl: string | undefined
  /** The tables' owner; undefined: `databaseUrl` is. */
  databaseMigrationUrl: string | undefined
  /** Who opens the embedded sign-in's tables; undefined: `databaseUrl` does. */
  databaseSignInUrl: string | undefined
  /** Past a pooler to PostgreSQL itself; undefined: `databaseMigrationUrl` or `databaseUrl` leads there. */
  databaseDirectUrl: string | undefined
  /** A pooler stands before the database that hands connections out for one transaction at a time. */
  isDatabasePooled: boolean
  /** How many connections people's requests may use at a time. */
  databasePoolSize: number
  /** False: workers do what no request waits for, and this server never acts as the database's owner. */
  doesBackgroundWork: boolean
  /** Without a slash at the end; undefined: http://HOST:PORT as the server comes to listen. */
  publicUrl: string | undefined
  trustedProxies: readonly string[]
  /** Encrypts the sign-in's keys and secrets in the database; undefined: they are kept as they are. */
  key: string | undefined
  brandFile: string
  /** LibreOffice's program; undefined: the first on PATH. */
  officeProgram: string | undefined
  /** `required`: no PDFs where LibreOffice cannot be shut off from the server's files and the network. */
  pdfSandbox: 'preferred' | 'required'
  uploadLimitBytes: number
  /** What companies and network addresses may use. */
  budgets: BudgetSettings
  /** Bytes of the disk that files leave free. */
  diskReserveBytes: number
  logLevel: string
  logRequests: LoggedRequests
  s3: S3Settings | undefined
  /** How S3 is reached, for files or for backups. */
  s3Access: Omit<S3Settings, 'bucket'>
  /** undefined: the server makes no backups by itself. */
  backup: BackupSettings | undefined
  /** undefined: the embedded provider. */
  signIn: ExternalSignIn | undefined
  /** Who may found a company. */
  signUp: SignUpRules
  mail: MailSettings
  /** Lines for whoever starts the server: names that are no settings and are ignored. */
  warnings: readonly string[]
}

/** Thrown with one message that lists every mistake in the environment. */
export class ConfigurationError extends Error {}

export function readConfig(environment: Record<string, string | undefined>): Config {
  const { shape } = configurationVariables
  const mistakes: string[] = []
  // An empty variable is how shells and compose files say "not set".
  const set = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const given = withSecretsFromFiles(set, shape, line => mistakes.push(`  ${line}`))
  const unknown = unknownNames(given, [...Object.keys(shape), ...secretNames(shape).map(fileVariable)])
  mistakes.push(...unknown.mistakes.map(line => `  ${line}`))
  const parsed = configurationVariables.safeParse(given)
  if (!parsed.success)
    mistakes.push(...parsed.error.issues.map(issue => `  ${issue.path.join('.')} ${issue.message}`))
  mistakes.push(...conflictsAmong(given).map(line => `  ${line}`))
  const signIn = parsed.success ? externalSignIn(parsed.data, line => mistakes.push(`  ${line}`)) : undefined
  const mail = parsed.success ? mailSettings(parsed.data, line => mistakes.push(`  ${line}`)) : undefined
  const signUp =
    parsed.success && mail
      ? signUpRules(
          parsed.data.SIGN_UP,
          {
            publicUrl: parsed.data.PUBLIC_URL,
            sendsMail: mail.smtp !== undefined,
            isExternal: signIn !== undefined,
          },
          line => mistakes.push(`  ${line}`),
        )
      : undefined
  if (!parsed.success || !mail || !signUp || mistakes.length > 0)
    throw new ConfigurationError(`The configuration has mistakes:\n${mistakes.join('\n')}`)
  const values = parsed.data
  const s3Access = {
    endpoint: values.S3_ENDPOINT,
    region: values.S3_REGION,
    accessKeyId: values.S3_ACCESS_KEY_ID,
    secretAccessKey: values.S3_SECRET_ACCESS_KEY,
  }
  return {
    port: values.PORT,
    host: values.HOST,
    metrics: values.METRICS_PORT ? { host: values.METRICS_HOST, port: values.METRICS_PORT } : undefined,
    worker: values.WORKER_PORT ? { host: values.WORKER_HOST, port: values.WORKER_PORT } : undefined,
    pdfWorkers: values.PDF_WORKERS,
    metricsToken: values.METRICS_TOKEN,
    shutdownGraceMs: values.SHUTDOWN_GRACE_SECONDS * 1000,
    busyAfterMs: values.BUSY_AFTER_SECONDS * 1000,
    dataDir: resolve(values.DATA_DIR),
    databaseUrl: values.DATABASE_URL,
    databaseMigrationUrl: values.DATABASE_MIGRATION_URL,
    databaseSignInUrl: values.DATABASE_SIGN_IN_URL,
    databaseDirectUrl: values.DATABASE_DIRECT_URL,
    isDatabasePooled: isOn(given.DATABASE_POOLED) || values.DATABASE_NAMED_STATEMENTS === 'off',
    databasePoolSize: values.DATABASE_POOL,
    doesBackgroundWork: values.BACKGROUND === 'on',
    publicUrl: values.PUBLIC_URL && new URL(values.PUBLIC_URL).origin,
    trustedProxies: values.TRUSTED_PROXIES,
    key: values.LADING_KEY,
    brandFile: resolve(values.BRAND_FILE),
    officeProgram: values.SOFFICE_PATH,
    pdfSandbox: values.PDF_SANDBOX,
    uploadLimitBytes: values.UPLOAD_LIMIT_MB * 1024 * 1024,
    budgets: budgetSettings(values, mail.limits.recipientsAnHour),
    diskReserveBytes: diskReserve(values),
    logLevel: values.LOG_LEVEL,
    logRequests: values.LOG_REQUESTS,
    s3: values.S3_BUCKET
      ? { bucket: values.S3_BUCKET, ...s3Access, isPresigned: isOn(values.S3_PRESIGNED) }
      : undefined,
    s3Access,
    backup: backupSettings(values),
    signIn,
    signUp,
    mail,
    warnings: unknown.warnings,
  }
}
