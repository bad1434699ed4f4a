import { isIP } from 'node:net'
import { z } from 'zod'
import { backupVariables } from './backup/settings.ts'
import { budgetVariables } from './budgets/settings.ts'
import { externalVariables } from '#server/identity/provider/external-settings.ts'
import { signUpVariables } from '#server/identity/sign-up/sign-up-rules.ts'
import { logFormats, loggedRequests } from './log-settings.ts'
import { mailVariables } from './mail/settings.ts'
import { postgresUrl } from './settings/postgres-url.ts'

const port = z.coerce
  .number('must be a port number')
  .int('must be a whole number')
  .min(1, 'must be from 1 to 65535')
  .max(65_535, 'must be from 1 to 65535')

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
    METRICS_PORT: port.optional(),
    METRICS_TOKEN: z
      .string()
      .min(16, 'must have at least 16 characters; make one with: openssl rand -base64 32')
      .optional()
      .meta({ isSecret: true }),
    METRICS_HOST: z.string().min(1).default('127.0.0.1'),
    WORKER_PORT: port.optional(),
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
    S3_PRESIGNED: z.enum(['on', 'off'], 'must be on or off').default('off'),
  })

export const isOn = (value: string | undefined): boolean => value === 'on' || value === '1'

type Environment = Record<string, string | undefined>

/** Of the 60 connections of the built-in database, what the sign-in, background work and commands leave. */
const MOST_OF_BUILT_IN = 40

/** What is given without what it needs, or beside what it contradicts: each as a line for whoever starts the server. */
export function conflictsAmong(given: Environment): string[] {
  const found: string[] = []
  const needs = (needed: string, ...names: string[]) => {
    for (const name of names)
      if (given[name] && !given[needed]) found.push(`${name} is given without ${needed}; set both or neither`)
  }
  needs('DATABASE_URL', 'DATABASE_MIGRATION_URL', 'DATABASE_SIGN_IN_URL', 'DATABASE_DIRECT_URL')
  needs('WORKER_PORT', 'WORKER_HOST')
  if (given.PDF_WORKERS && !given.LADING_KEY)
    found.push('PDF_WORKERS needs LADING_KEY, the same on servers and workers, by which workers know servers')
  if (!given.DATABASE_URL && Number(given.DATABASE_POOL) > MOST_OF_BUILT_IN)
    found.push(
      `DATABASE_POOL is ${given.DATABASE_POOL}, and the built-in database serves at most ${MOST_OF_BUILT_IN}; set it to ` +
        'that or less, or set DATABASE_URL to a PostgreSQL server of your own',
    )
  const saysPooled = isOn(given.DATABASE_POOLED)
  if (given.DATABASE_POOLED && given.DATABASE_NAMED_STATEMENTS)
    found.push('DATABASE_NAMED_STATEMENTS is the former name of DATABASE_POOLED; set DATABASE_POOLED alone')
  if (saysPooled && !given.DATABASE_URL)
    found.push('DATABASE_POOLED is given without DATABASE_URL; the built-in database has no pooler')
  const leadsPast =
    given.DATABASE_DIRECT_URL ?? (given.BACKGROUND === 'off' ? undefined : given.DATABASE_MIGRATION_URL)
  if (saysPooled && given.DATABASE_URL && !leadsPast)
    found.push(
      'DATABASE_POOLED needs DATABASE_DIRECT_URL, the address of PostgreSQL itself: migrations, the queue and ' +
        'locks of e-mails that are being sent cannot go by way of the pooler',
    )
  for (const name of ['S3_ENDPOINT', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'])
    if (given[name] && !given.S3_BUCKET && !given.BACKUP_TO?.startsWith('s3://'))
      found.push(`${name} is given without S3_BUCKET; without it files are kept under DATA_DIR`)
  if (isOn(given.S3_PRESIGNED) && !given.S3_BUCKET)
    found.push('S3_PRESIGNED is given without S3_BUCKET; files of a disk are sent by the server')
  needs('BACKUP_TO', 'BACKUP_EVERY', 'BACKUP_KEEP')
  if (!given.S3_ACCESS_KEY_ID !== !given.S3_SECRET_ACCESS_KEY)
    found.push('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY belong together; set both or neither')
  needs('METRICS_PORT', 'METRICS_HOST')
  if (given.METRICS_PORT && given.METRICS_PORT === (given.PORT ?? '3000'))
    found.push('METRICS_PORT must be another port than PORT')
  return found
}
