import { expect, test } from 'vitest'
import { AppError } from './errors.ts'
import { openLog } from './log.ts'

/** The lines that are written by whoever is given this log. */
function lines(settings: { level?: string; format?: string } = {}) {
  const written: string[] = []
  const opened = openLog({ ...settings, stream: { write: line => written.push(line) } })
  return {
    ...opened,
    written,
    parsed: () => written.map(line => JSON.parse(line) as Record<string, unknown>),
  }
}

const always = {
  time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
  pid: process.pid,
  hostname: expect.any(String),
}

test('a line is one of JSON with its level, its time, a sentence, and what was said about it', () => {
  const { say, warn, parsed, written } = lines()
  say('Lading is ready: open http://127.0.0.1:3000')
  warn('The disk\nis full.', { task: 'send-mail' })
  expect(parsed()).toEqual([
    { ...always, level: 'info', msg: 'Lading is ready: open http://127.0.0.1:3000' },
    { ...always, level: 'warn', msg: 'The disk\nis full.', task: 'send-mail' },
  ])
  expect(written.every(line => line.indexOf('\n') === line.length - 1)).toBe(true)
})

test('on a terminal it is a sentence that people read', () => {
  const { say, warn, log, written } = lines({ format: 'text' })
  say('Lading is ready: open http://127.0.0.1:3000')
  warn('It waits.', { task: 'send-mail', job: 7 })
  log.error({ err: new AppError('internal', 'Broken.') }, 'unexpected failure')
  log.info(
    { method: 'GET', route: '/x', path: '/x', status: 200, ms: 3, sentBytes: 12 },
    'GET /x: 200 in 3 ms',
  )
  expect(written.map(line => line.replace(/^\d\d:\d\d:\d\d /, ''))).toEqual([
    'Lading is ready: open http://127.0.0.1:3000\n',
    'Warning: It waits. task=send-mail job=7\n',
    expect.stringMatching(/^Error: unexpected failure\n {2}Error: Broken\.\n {6}at .+\n$/s),
    'GET /x: 200 in 3 ms sentBytes=12\n',
  ])
  expect(written.every(line => /^\d\d:\d\d:\d\d /.test(line))).toBe(true)
})

test('the level decides what is written, and why a program ended is written at every level', () => {
  for (const [level, expected] of [
    ['debug', ['debug', 'info', 'warn', 'fatal']],
    ['warn', ['warn', 'fatal']],
    ['silent', ['fatal']],
    ['nonsense', ['info', 'warn', 'fatal']],
  ] as const) {
    const { say, warn, sayLast, parsed } = lines({ level })
    say('a', { level: 'debug' })
    say('b')
    warn('c')
    sayLast('d')
    expect([level, parsed().map(line => line['level'])]).toEqual([level, expected])
  }
})

const JWT = 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhbm4ifQ.c2lnbmF0dXJl'

test.each([
  ['Bearer', `authorization: Bearer ${JWT}`, 'authorization: Bearer …'],
  ['Basic', 'Basic YW5uOnNlY3JldA== was sent', 'Basic … was sent'],
  ['a token', `the token ${JWT} is too old`, 'the token … is too old'],
  ['an API token', 'lading_abcdefghijklmnopqrstuvwxyz0123456789 is not known', 'lading_… is not known'],
  ['an address', 'postgresql://lading:s3cret@db.example:5432/x', 'postgresql://lading:…@db.example:5432/x'],
  [
    'a sign-in',
    'GET /login?code=abc-123&state=xyz&session_state=1&policy=B2C_1 #id_token=aaa&access_token=b.c',
    'GET /login?code=…&state=…&session_state=…&policy=B2C_1 #id_token=…&access_token=…',
  ],
  [
    'a signed address',
    'https://s3.example/b/k?X-Amz-Signature=abc&X-Amz-Credential=def&partNumber=2',
    'https://s3.example/b/k?X-Amz-Signature=…&X-Amz-Credential=…&partNumber=2',
  ],
  [
    'a person',
    'No mail reached “Ann” <ann.o-neill+x@sub.harbour.example>.',
    'No mail reached “Ann” <…@sub.harbour.example>.',
  ],
])('%s is not in the log, wherever it stands', (_, secret, clean) => {
  const { log, say, parsed } = lines()
  say(secret)
  log.warn({ about: secret, within: { deeply: [secret] } }, 'Something')
  log.error({ err: new Error(secret, { cause: new Error(secret) }) }, 'failed')
  const [said, about, failed = {}] = parsed()
  expect(said?.['msg']).toBe(clean)
  expect(about).toMatchObject({ about: clean, within: { deeply: [clean] } })
  expect(failed['err']).toMatchObject({
    ...{ message: clean, cause: { message: clean } },
    stack: expect.stringContaining(clean) as string,
  })
})

test('ordinary sentences stay as they are', () => {
  const { say, parsed } = lines()
  const sentences = [
    'Register the first one with this link: https://lading.example/join/0mT3n0kVQZxq0cYv1mXcX3m2JQm1c5n3Uo0z8r1b2c4',
    'The code: 08006; state: idle in transaction; see /webapp/shipment?id=1&tab=2 and node_modules/@fastify/static',
    'A database connection broke: getaddrinfo ENOTFOUND db.example',
  ]
  for (const sentence of sentences) say(sentence)
  expect(parsed().map(line => line['msg'])).toEqual(sentences)
})

test('of a failure its words are told, and not what it carries along', () => {
  const { log, parsed } = lines()
  const failure = Object.assign(
    new Error('duplicate key value violates unique constraint "users_email_key"'),
    {
      ...{ code: '23505', table: 'users', constraint: 'users_email_key' },
      detail: 'Key (email)=(Ann) already exists.',
      config: { headers: { authorization: 'secret words' } },
    },
  )
  log.error({ err: failure }, 'failed')
  log.error({ err: new AppError('changed_meanwhile', 'Changed.', { current: { name: 'Ann' } }) }, 'failed')
  log.error({ err: 'a text that was thrown' }, 'failed')
  expect(parsed().map(line => line['err'])).toEqual([
    {
      ...{ type: 'Error', code: '23505', table: 'users', constraint: 'users_email_key' },
      message: failure.message,
      stack: expect.stringContaining('log.test.ts') as string,
    },
    {
      ...{ type: 'AppError', code: 'changed_meanwhile', message: 'Changed.' },
      stack: expect.stringContaining('log.test.ts') as string,
    },
    { type: 'string', message: 'a text that was thrown' },
  ])
})
