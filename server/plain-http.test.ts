import { expect, test } from 'vitest'
import { addressWarnings, plainHttpWarning, plainSecretsWarning, unnamedProxyWarning } from './plain-http.ts'

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

test('a proxy that nobody has named is told of, where there has to be one', () => {
  const url = 'https://lading.example'
  expect(unnamedProxyWarning(url, [])).toBe(
    'PUBLIC_URL is https://lading.example, so a proxy stands in front, and TRUSTED_PROXIES does not name it: everybody ' +
      'seems to come from the proxy. Limits by address stop everybody together or, with a proxy on this machine, ' +
      'nobody, and the history names the proxy. Set it to the proxy’s address, such as 127.0.0.1,::1: see ' +
      'docs/running-the-sign-in.md.',
  )
  expect(unnamedProxyWarning(url, ['127.0.0.1'])).toBeUndefined()
  for (const other of ['http://lading.example', 'https://localhost', 'http://127.0.0.1:3000'])
    expect(unnamedProxyWarning(other, [])).toBeUndefined()
})

test('a server tells of everything that is amiss with its address', () => {
  const beginnings = (url: string, key: string | undefined, trustedProxies: string[]) =>
    addressWarnings(url, { key, trustedProxies }).map(line => line.split(' ').slice(0, 3).join(' '))
  const key = 'x'.repeat(32)
  expect(beginnings('https://lading.example', undefined, [])).toEqual([
    'LADING_KEY is not',
    'PUBLIC_URL is https://lading.example,',
  ])
  expect(beginnings('http://lading.example', key, [])).toEqual(['Nobody can sign'])
  expect(beginnings('https://lading.example', key, ['10.0.0.1'])).toEqual([])
  expect(beginnings('http://localhost:3000', undefined, [])).toEqual([])
})
