import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, expect, test } from 'vitest'
import type { HistoryEntry } from '#contract/history.ts'
import { buildCompany, type Caller } from '#testing/factories.ts'
import { testCompany } from '#testing/test-company.ts'

const { product, company } = testCompany({}, one => buildCompany(one, { company: 'Maas Forwarding' }))
let twin: Caller
beforeAll(async () => {
  twin = await buildCompany(product, { company: 'Indus Freight' })
})

async function command(...args: string[]): Promise<string> {
  const env = { ...process.env, DATABASE_URL: product.ownerUrl }
  const program = join(import.meta.dirname, 'company-limits.ts')
  const run = promisify(execFile)(process.execPath, [program, ...args], { env })
  const { stdout } = await run.catch((error: unknown) => error as { stdout: string })
  return stdout
    .split('\n')
    .filter(line => line !== '' && !line.startsWith('DATABASE_URL'))
    .join('\n')
}

test('the command shows and sets one company’s own limits, and gives them up again', async () => {
  const { id } = company.membership.account
  const standard = [
    `Maas Forwarding (${id})`,
    '  Requests: 12,000 a minute',
    '  Server time: 7,200 seconds an hour',
    '  Uploads: 20 GB a day',
    '  Documents made: 5,000 an hour',
    '  E-mail recipients: 500 an hour',
    '  Stored files: 200 GB',
  ]
  expect(await command('maas forwarding')).toContain(standard.join('\n'))
  const changed = await command(id, '--requests', '40', '--storage-mb', 'none', '--upload-mb', '100')
  expect(changed).toContain(
    [
      standard[0],
      '  Requests: 40 a minute, its own limit',
      standard[2],
      '  Uploads: 100 MB a day, its own limit',
      standard[4],
      standard[5],
      '  Stored files: unlimited, its own limit',
      'Running servers apply it within a second of the company’s next call.',
    ].join('\n'),
  )
  product.budgets.admit(id)
  await product.budgets.settle()
  expect([product.budgets.allowed(id, 'requests'), product.budgets.allowed(id, 'uploads')]).toEqual([
    40, 100_000_000,
  ])
  expect(product.budgets.allowed(twin.membership.account.id, 'requests')).toBe(null)
  expect(await command(id, '--default')).toContain(standard.join('\n'))
  product.budgets.admit(id)
  await product.budgets.settle()
  expect(product.budgets.allowed(id, 'requests')).toBe(null)
})

test('what it cannot do it says, and changes nothing', async () => {
  expect(await command('Nobody Ltd')).toContain('No company here is called “Nobody Ltd”')
  expect(await command('Indus Freight', '--requests', 'many')).toContain(
    '--requests must be a whole number from 1 to 1000000000, none or default, and is “many”.',
  )
  expect(await command()).toContain('Name one company, by its name or account id')
  expect(await command('Indus Freight', '--cakes', '3')).toContain("Unknown option '--cakes'")
  const other = await buildCompany(product, { company: 'Indus Freight' })
  const both = await command('Indus Freight', '--requests', '3')
  expect(both).toContain('2 companies are called “Indus Freight”. Name one by its account id:')
  for (const { membership } of [twin, other]) expect(both).toContain(membership.account.id)
  expect(await product.database.pool.query('select * from standing_budgets()')).toMatchObject({
    rows: expect.not.arrayContaining([expect.objectContaining({ kind: 'limit' })]) as unknown,
  })
})

test('what the operator allows a company stands in its history, and nobody else’s', async () => {
  const wilhelm = await buildCompany(product, { company: 'Wilhelm Cargo' })
  const { id } = wilhelm.membership.account
  await command(id, '--requests', '40', '--storage-mb', 'none')
  await command(id, '--requests', '40', '--upload-mb', '100')
  await command(id, '--default')
  const { body } = await wilhelm.call<HistoryEntry[]>('GET', '/api/history/all')
  const told = body.filter(({ record }) => record.type === 'limits').map(({ words }) => words)
  expect(told.toSorted()).toEqual([
    'set Limit of requests (a minute) from 40 to standard',
    'set Limit of requests (a minute) from standard to 40',
    'set Limit of stored files from standard to unlimited',
    'set Limit of stored files from unlimited to standard',
    'set Limit of uploads (a day) from 100,000,000 bytes to standard',
    'set Limit of uploads (a day) from standard to 100,000,000 bytes',
  ])
  const entry = body.find(({ words }) => words === 'set Limit of requests (a minute) from standard to 40')
  expect(entry).toEqual({
    id: expect.any(Number) as unknown,
    at: expect.any(String) as unknown,
    by: null,
    origin: null,
    record: { type: 'limits', id, label: 'Limits', name: null },
    job: null,
    action: 'changed',
    words: 'set Limit of requests (a minute) from standard to 40',
    changes: [
      {
        field: 'requests',
        label: 'Limit of requests (a minute)',
        old: 'standard',
        new: 40,
        oldText: 'standard',
        newText: '40',
        restorable: false,
      },
    ],
    restorable: false,
  })
  const exported = await wilhelm.call<string>('GET', '/api/history/export')
  expect(String(exported.body)).toContain(',The operator,,,Limits,,changed,set Limit of requests (a minute)')
  const others = await twin.call<HistoryEntry[]>('GET', '/api/history/all')
  expect(others.body.filter(({ record }) => record.type === 'limits')).toEqual([])
})
