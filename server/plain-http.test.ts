import { expect, test } from 'vitest'
import { plainHttpWarning, plainSecretsWarning } from './plain-http.ts'

test.each(['https://lading.example', 'http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000'])(
  'at %s people can sign in',
  url => {
    expect(plainHttpWarning(url)).toBeUndefined()
  },
)

test.each(['http://lading.example:3000', 'http://192.168.1.20', 'http://localhost.example'])(
  'at %s nobody can, and the log says how to change that',
  url => {
    const warning = plainHttpWarning(url)
    expect(warning).toContain(`Nobody can sign in at ${url}`)
    expect(warning).toContain(`set PUBLIC_URL to https://${new URL(url).hostname} `)
    expect(warning).toContain('TRUSTED_PROXIES')
  },
)

test('secrets that lie open in the database are told of, but on the machine itself', () => {
  for (const url of ['https://lading.example', 'http://192.168.1.20'])
    expect(plainSecretsWarning(url, undefined)).toMatch(/^LADING_KEY is not set: .*openssl rand -base64 32/s)
  expect(plainSecretsWarning('https://lading.example', 'x'.repeat(32))).toBeUndefined()
  for (const url of ['http://localhost:3000', 'http://127.0.0.1:3000'])
    expect(plainSecretsWarning(url, undefined)).toBeUndefined()
})
