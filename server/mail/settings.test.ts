import { generateKeyPairSync } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ConfigurationError, readConfig } from '#server/config.ts'

const server = { SMTP_HOST: 'smtp.example.com', MAIL_FROM: 'office@example.com' }

test('without a mail server mails are kept, within the limits of the product', () => {
  expect(readConfig({}).mail).toEqual({
    smtp: undefined,
    from: { name: undefined, address: undefined },
    dkim: undefined,
    limits: { attachmentBytes: 20 * 1024 * 1024, recipients: 50, recipientsAnHour: 500 },
  })
})

test('a host and a sender are enough; the port follows the kind of encryption', () => {
  const none = { ca: undefined, user: undefined, password: undefined, oauth: undefined }
  const smtp = (more: Record<string, string>) => readConfig({ ...server, ...more }).mail.smtp
  expect(smtp({})).toEqual({ host: 'smtp.example.com', port: 587, security: 'starttls', ...none })
  expect(smtp({ SMTP_SECURITY: 'tls' })).toMatchObject({ port: 465, security: 'tls' })
  expect(smtp({ SMTP_PORT: '465' })).toMatchObject({ port: 465, security: 'tls' })
  expect(smtp({ SMTP_SECURITY: 'none' })).toMatchObject({ port: 25, security: 'none' })
})

test('key and certificates are read from their files', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lading-mail-settings-'))
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const file = join(folder, 'dkim.pem')
  await writeFile(file, pem)
  const given = {
    DKIM_DOMAIN: 'example.com',
    DKIM_SELECTOR: 'lading',
    DKIM_KEY_FILE: file,
    SMTP_CA_FILE: file,
  }
  const { dkim, smtp } = readConfig({ ...server, ...given }).mail
  expect(dkim).toEqual({ domainName: 'example.com', keySelector: 'lading', privateKey: pem })
  expect(smtp?.ca).toBe(pem)
  await rm(folder, { recursive: true })
})

test.each([
  [{ SMTP_HOST: 'x.example' }, 'SMTP_HOST is given without MAIL_FROM'],
  [{ ...server, MAIL_FROM: 'office' }, 'MAIL_FROM must be an e-mail address'],
  [{ ...server, SMTP_PORT: '0' }, 'SMTP_PORT must be from 1 to 65535'],
  [{ MAIL_RECIPIENTS: '9999' }, 'MAIL_RECIPIENTS must be from 1 to 1000'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be fatal, error, warn, info, debug, trace or silent'],
  [{ ...server, SMTP_SECURITY: 'ssl' }, 'SMTP_SECURITY must be starttls, tls or none'],
  [{ ...server, SMTP_USER: 'a' }, 'SMTP_USER needs SMTP_PASSWORD'],
  [{ ...server, SMTP_PASSWORD: 'a' }, 'SMTP_USER needs SMTP_PASSWORD'],
  [{ ...server, SMTP_USER: 'a', SMTP_PASSWORD: 'b', SMTP_SECURITY: 'none' }, 'in the clear'],
  [
    {
      ...server,
      SMTP_USER: 'a',
      SMTP_PASSWORD: 'b',
      SMTP_OAUTH_TOKEN_URL: 'https://x.example',
      SMTP_OAUTH_CLIENT_ID: 'c',
    },
    'set one of them',
  ],
  [{ ...server, SMTP_USER: 'a', SMTP_OAUTH_TOKEN_URL: 'https://x.example' }, 'without SMTP_OAUTH_CLIENT_ID'],
  [
    { ...server, SMTP_CA_FILE: '/nowhere/ca.pem' },
    'SMTP_CA_FILE names /nowhere/ca.pem, which cannot be read',
  ],
  [{ DKIM_DOMAIN: 'example.com' }, 'belong together'],
  [{ DKIM_DOMAIN: 'a', DKIM_SELECTOR: 'b', DKIM_KEY_FILE: '/nowhere/key' }, 'which cannot be read'],
  [{ DKIM_DOMAIN: 'a', DKIM_SELECTOR: 'b', DKIM_KEY_FILE: import.meta.filename }, 'holds no private key'],
])('%j is refused with the reason', (environment, reason) => {
  expect(() => readConfig(environment as unknown as Record<string, string>)).toThrow(ConfigurationError)
  expect(() => readConfig(environment as unknown as Record<string, string>)).toThrow(reason)
})
