import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { configurationVariables } from '#server/configuration-variables.ts'
import { secretNames } from './secrets.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lading-secrets-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function fileWith(name: string, content: string): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, content)
  return path
}

function refusal(environment: Record<string, string>): string {
  try {
    readConfig(environment)
    return 'it was taken'
  } catch (error) {
    return (error as Error).message
  }
}

const mistake = (line: string) => `The configuration has mistakes:\n  ${line}`

test('a name that is nearly a setting is refused with the setting that was meant', () => {
  const cases: [string, string][] = [
    ['DATABSE_URL', 'DATABASE_URL'],
    ['DATABASE_ULR', 'DATABASE_URL'],
    ['DATABASEURL', 'DATABASE_URL'],
    ['database_url', 'DATABASE_URL'],
    ['DATABSE_URL_FILE', 'DATABASE_URL_FILE'],
    ['S3_BUKCET', 'S3_BUCKET'],
    ['SMTP_HOTS', 'SMTP_HOST'],
    ['LADING_KEYS', 'LADING_KEY'],
    ['TRUSTED_PROXY', 'TRUSTED_PROXIES'],
    ['OIDC_AUTHORTY', 'OIDC_AUTHORITY'],
    ['GRAPH_CLIENTID', 'GRAPH_CLIENT_ID'],
    ['SIGNUP', 'SIGN_UP'],
    ['SIGN_UPS', 'SIGN_UP'],
  ]
  for (const [name, meant] of cases)
    expect(refusal({ [name]: 'x' })).toBe(mistake(`${name} is not a setting; did you mean ${meant}?`))
})

test('beside the setting that it is near to, it is only told', () => {
  const { warnings } = readConfig({ DATABASE_URI: 'postgres://b/', DATABASE_URL: 'postgres://a/' })
  expect(warnings).toEqual([
    'DATABASE_URI is not a setting and is ignored beside DATABASE_URL. docs/configuration.md has them all.',
  ])
})

test('an unknown name that begins as settings do is told', () => {
  const ignored = ['S3_PATH_STYLE', 'SMTP_FROM', 'OIDC_SECRET', 'LADING_DATA_DIR', 'COMPANY_NAME']
  const { warnings } = readConfig(Object.fromEntries(ignored.map(name => [name, 'x'])))
  expect(warnings).toEqual(
    ignored.map(name => `${name} is not a setting and is ignored. docs/configuration.md has them all.`),
  )
})

test('what common tools set is no business of ours', () => {
  const { warnings } = readConfig({
    ...{ HOME: '/root', HOSTNAME: 'a', MAIL: '/var/mail/root', LOGLEVEL: 'info', PGDATA: '/x', TZ: 'UTC' },
    ...{ npm_config_cache: '/c', NODE_OPTIONS: '', LANG: 'C', PATH: '/bin', PWD: '/', TERM: 'dumb' },
    ...{ AWS_REGION: 'eu-west-1', POSTGRES_PASSWORD: 'x', HTTP_PROXY: 'http://p', POST: 'x', HOSTS: 'x' },
    // Kubernetes, in a namespace with services that are called database, smtp and lading.
    ...{
      DATABASE_SERVICE_HOST: '10.0.0.1',
      DATABASE_SERVICE_PORT: '5432',
      DATABASE_SERVICE_PORT_SQL: '5432',
    },
    ...{ DATABASE_PORT: 'tcp://10.0.0.1:5432', DATABASE_PORT_5432_TCP: 'tcp://10.0.0.1:5432' },
    ...{ DATABASE_PORT_5432_TCP_ADDR: '10.0.0.1', LADING_PORT: 'tcp://10.0.0.2:3000' },
    ...{ LADING_TEST_RUN: '1' },
  })
  expect(warnings).toEqual([])
})

test('a database’s certificate is checked as the driver does today, whatever its mode is called', () => {
  const urlOf = (query: string) => readConfig({ DATABASE_URL: `postgres://a@db/lading${query}` }).databaseUrl
  for (const mode of ['prefer', 'require', 'verify-ca', 'verify-full'])
    expect(urlOf(`?a=b&sslmode=${mode}&c=d`)).toBe('postgres://a@db/lading?a=b&sslmode=verify-full&c=d')
  for (const query of ['', '?sslmode=disable', '?sslmode=no-verify', '?uselibpqcompat=true&sslmode=require'])
    expect(urlOf(query)).toBe(`postgres://a@db/lading${query}`)
})

test('every secret can stand in a file, without the line end behind it', async () => {
  const key = 'k'.repeat(40)
  const config = readConfig({
    DATABASE_URL_FILE: await fileWith('url', 'postgres://anna:secret@db/lading\n'),
    LADING_KEY_FILE: await fileWith('key', `${key}\r\n`),
    S3_BUCKET: 'files',
    S3_ACCESS_KEY_ID: 'id',
    S3_SECRET_ACCESS_KEY_FILE: await fileWith('s3', ' with spaces '),
    SMTP_HOST: 'mail.example',
    MAIL_FROM: 'a@example.com',
    SMTP_USER: 'anna',
    SMTP_PASSWORD_FILE: await fileWith('smtp', 'geheim'),
  })
  expect([config.databaseUrl, config.key, config.s3?.secretAccessKey, config.mail.smtp?.password]).toEqual([
    'postgres://anna:secret@db/lading',
    key,
    ' with spaces ',
    'geheim',
  ])
  expect(config.warnings).toEqual([])
  expect(secretNames(configurationVariables.shape)).toEqual(
    expect.arrayContaining([
      ...['DATABASE_URL', 'DATABASE_MIGRATION_URL', 'DATABASE_SIGN_IN_URL', 'LADING_KEY', 'SMTP_PASSWORD'],
      ...['SMTP_OAUTH_CLIENT_SECRET', 'SMTP_OAUTH_REFRESH_TOKEN', 'GRAPH_CLIENT_SECRET'],
      ...['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
    ]),
  )
  // What is named like a secret is one.
  const named = Object.keys(configurationVariables.shape).filter(name =>
    /(SECRET|PASSWORD|TOKEN|KEY)$/.test(name),
  )
  expect(named.filter(name => !secretNames(configurationVariables.shape).includes(name))).toEqual([])
})

test('a secret that is given twice, or whose file holds none, is refused', async () => {
  const good = await fileWith('good', 'postgres://a/')
  const cases: [Record<string, string>, string][] = [
    [
      { DATABASE_URL: 'postgres://a/', DATABASE_URL_FILE: good },
      'DATABASE_URL and DATABASE_URL_FILE are both given; set one of them',
    ],
    [{ LADING_KEY_FILE: join(folder, 'none') }, `LADING_KEY_FILE names ${folder}/none, which does not exist`],
    [{ LADING_KEY_FILE: folder }, `LADING_KEY_FILE names ${folder}, which is a folder`],
    [
      { LADING_KEY_FILE: await fileWith('empty', '\n') },
      `LADING_KEY_FILE names ${folder}/empty, which is empty`,
    ],
    [
      { LADING_KEY_FILE: await fileWith('short', 'abc\n') },
      'LADING_KEY must have at least 32 characters; make one with: openssl rand -base64 32',
    ],
  ]
  for (const [environment, line] of cases) expect(refusal(environment)).toBe(mistake(line))
})
