import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { z } from 'zod'
import type { BudgetSettings } from './budgets/limits.ts'
import { type BackupSettings, backupSettings, backupVariables } from './backup/settings.ts'
import { budgetSettings, budgetVariables, diskReserve } from './budgets/settings.ts'
import {
  type ExternalSignIn,
  externalSignIn,
  externalVariables,
} from '#server/identity/provider/external-settings.ts'
import { signUpRules, type SignUpRules, signUpVariables } from '#server/identity/sign-up/sign-up-rules.ts'
import { logFormats, type LoggedRequests, loggedRequests } from './log-settings.ts'
import { type MailSettings, mailSettings, mailVariables } from './mail/settings.ts'
import { postgresUrl } from './settings/postgres-url.ts'
import { fileVariable, secretNames, withSecretsFromFiles } from './settings/secrets.ts'
import { unknownNames } from './settings/unknown-names.ts'

const isAddressRange = (value: string) => {
  const [address = '', bits, ...rest] = value.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
}

/** Every variable of the environment that the server is configured by; docs/configuration.md explains each. */
export const configurationVariables = externalVariables
  .extend({
    ...mailVariables.shape,
    ...signUpVariables.shape,
    ...budgetVariables.shape,
    ...backupVariables.shape,
  })
  .extend({
    PORT: z.coerce
      .number('must be a port number')
      .int('must be a whole number')
      .min(0, 'must be from 0 to 65535')
      .max(65_535, 'must be from 0 to 65535')
      .default(3000),
    HOST: z.string().min(1).default('127.0.0.1'),
    METRICS_PORT: z.coerce
      .number('must be a port number')
      .int('must be a whole number')
      .min(1, 'must be from 1 to 65535')
      .max(65_535, 'must be from 1 to 65535')
      .optional(),
    METRICS_TOKEN: z
      .string()
      .min(16, 'must have at least 16 characters; make one with: openssl rand -base64 32')
      .optional()
      .meta({ isSecret: true }),
    METRICS_HOST: z.string().min(1).default('127.0.0.1'),
    WORKER_PORT: z.coerce
      .number('must be a port number')
      .int('must be a whole number')
      .min(1, 'must be from 1 to 65535')
      .max(65_535, 'must be from 1 to 65535')
      .optional(),
    WORKER_HOST: z.string().min(1).default('127.0.0.1'),
    PDF_WORKERS: z
      .string()
      .default('')
      .transform(list =>
        list
          .split(',')
          .map(entry => entry.trim().replace(/\/$/, ''))
          .filter(entry => entry !== ''),
      )
      .refine(
        list => list.every(entry => URL.canParse(entry) && /^https?:\/\/[^/]+$/.test(entry)),
        'must be addresses without a path, separated by commas, such as http://10.0.0.21:3100',
      ),
    SHUTDOWN_GRACE_SECONDS: z.coerce
      .number('must be a number of seconds')
      .min(0, 'must be from 0 to 300')
      .max(300, 'must be from 0 to 300')
      .default(0),
    BUSY_AFTER_SECONDS: z.coerce
      .number('must be a number of seconds')
      .min(0.1, 'must be from 0.1 to 300')
      .max(300, 'must be from 0.1 to 300')
      .default(2),
    DATA_DIR: z.string().min(1).default('./data'),
    DATABASE_URL: postgresUrl,
    DATABASE_MIGRATION_URL: postgresUrl,
    DATABASE_SIGN_IN_URL: postgresUrl,
    DATABASE_POOLED: z.enum(['on', 'off', '1', '0'], 'must be on or off').default('off'),
    DATABASE_NAMED_STATEMENTS: z.enum(['on', 'off'], 'must be on or off').default('on'),
    DATABASE_DIRECT_URL: postgresUrl,
    DATABASE_POOL: z.coerce
      .number('must be a number of connections')
      .int('must be a whole number')
      .min(2, 'must be from 2 to 500')
      .max(500, 'must be from 2 to 500')
      .default(10),
    BACKGROUND: z.enum(['on', 'off'], 'must be on or off').default('on'),
    PUBLIC_URL: z
      .url({
        protocol: /^https?$/,
        error: 'must be an http or https address such as https://lading.example.com',
      })
      .refine(url => !URL.canParse(url) || new URL(url).pathname === '/', 'must have no path')
      .optional(),
    TRUSTED_PROXIES: z
      .string()
      .default('')
      .transform(list =>
        list
          .split(',')
          .map(entry => entry.trim())
          .filter(entry => entry !== ''),
      )
      .refine(
        list => list.every(isAddressRange),
        'must be addresses or ranges separated by commas, such as 10.0.0.0/8',
      ),
    LADING_KEY: z
      .string()
      .min(32, 'must have at least 32 characters; make one with: openssl rand -base64 32')
      .optional()
      .meta({ isSecret: true }),
    BRAND_FILE: z.string().min(1).default('./brand.json'),
    SOFFICE_PATH: z.string().min(1).optional(),
    PDF_SANDBOX: z.enum(['preferred', 'required'], 'must be preferred or required').default('preferred'),
    UPLOAD_LIMIT_MB: z.coerce
      .number('must be a number of megabytes')
      .min(1, 'must be from 1 to 2000')
      .max(2000, 'must be from 1 to 2000')
      .default(50),
    LOG_LEVEL: z
      .enum(
        ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
        'must be fatal, error, warn, info, debug, trace or silent',
      )
      .default('info'),
    LOG_FORMAT: z.enum(logFormats, 'must be text or json').optional(),
    LOG_REQUESTS: z.enum(loggedRequests, 'must be off, slow or all').default('slow'),
    S3_BUCKET: z.string().min(1).optional(),
    S3_ENDPOINT: z.url({ protocol: /^https?$/, error: 'must be an http or https address' }).optional(),
    S3_REGION: z.string().min(1).default('us-east-1'),
    S3_ACCESS_KEY_ID: z.string().min(1).optional().meta({ isSecret: true }),
    S3_SECRET_ACCESS_KEY: z.string().min(1).optional().meta({ isSecret: true }),
  })

export type S3Settings = {
  bucket: string
  endpoint: string | undefined
  region: string
  accessKeyId: string | undefined
  secretAccessKey: string | undefined
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

const isOn = (value: string | undefined) => value === 'on' || value === '1'

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
  for (const name of ['DATABASE_MIGRATION_URL', 'DATABASE_SIGN_IN_URL', 'DATABASE_DIRECT_URL'])
    if (given[name] && !given.DATABASE_URL)
      mistakes.push(`  ${name} is given without DATABASE_URL; set both or neither`)
  if (given.WORKER_HOST && !given.WORKER_PORT)
    mistakes.push('  WORKER_HOST is given without WORKER_PORT; set both or neither')
  if (given.PDF_WORKERS && !given.LADING_KEY)
    mistakes.push(
      '  PDF_WORKERS needs LADING_KEY, the same on servers and workers, by which workers know servers',
    )
  const saysPooled = isOn(given.DATABASE_POOLED)
  if (given.DATABASE_POOLED && given.DATABASE_NAMED_STATEMENTS)
    mistakes.push(
      '  DATABASE_NAMED_STATEMENTS is the former name of DATABASE_POOLED; set DATABASE_POOLED alone',
    )
  if (saysPooled && !given.DATABASE_URL)
    mistakes.push('  DATABASE_POOLED is given without DATABASE_URL; the built-in database has no pooler')
  const leadsPast =
    given.DATABASE_DIRECT_URL ?? (given.BACKGROUND === 'off' ? undefined : given.DATABASE_MIGRATION_URL)
  if (saysPooled && given.DATABASE_URL && !leadsPast)
    mistakes.push(
      '  DATABASE_POOLED needs DATABASE_DIRECT_URL, the address of PostgreSQL itself: migrations, the queue and ' +
        'locks of e-mails that are being sent cannot go by way of the pooler',
    )
  for (const name of ['S3_ENDPOINT', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'])
    if (given[name] && !given.S3_BUCKET && !given.BACKUP_TO?.startsWith('s3://'))
      mistakes.push(`  ${name} is given without S3_BUCKET; without it files are kept under DATA_DIR`)
  for (const name of ['BACKUP_EVERY', 'BACKUP_KEEP'])
    if (given[name] && !given.BACKUP_TO)
      mistakes.push(`  ${name} is given without BACKUP_TO; set both or neither`)
  if (!given.S3_ACCESS_KEY_ID !== !given.S3_SECRET_ACCESS_KEY)
    mistakes.push('  S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY belong together; set both or neither')
  if (given.METRICS_HOST && !given.METRICS_PORT)
    mistakes.push('  METRICS_HOST is given without METRICS_PORT; set both or neither')
  if (given.METRICS_PORT && given.METRICS_PORT === (given.PORT ?? '3000'))
    mistakes.push('  METRICS_PORT must be another port than PORT')
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
    isDatabasePooled: saysPooled || values.DATABASE_NAMED_STATEMENTS === 'off',
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
    s3: values.S3_BUCKET ? { bucket: values.S3_BUCKET, ...s3Access } : undefined,
    s3Access,
    backup: backupSettings(values),
    signIn,
    signUp,
    mail,
    warnings: unknown.warnings,
  }
}
