import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig } from '#server/config.ts'
import { withOwner } from '#server/db/owner.ts'
import { openProductDatabase } from '#server/product-database.ts'
import { makeCompanies } from '#testing/companies/companies.ts'
import { enterCompanies } from '#testing/companies/company-records.ts'
import { signIn } from '#testing/identity.ts'
import { startProduct } from '#testing/product-process.ts'
import { seed } from '#testing/seed/seed.ts'
import { encodeCall } from './connection.ts'
import { figure } from './figures.ts'
import { type Measured, measure } from './load.ts'
import { writeReadmeSection } from './readme-section.ts'
import { accountOf } from './samples-records.ts'

/**
 * npm run benchmark:lookups: how fast the fields for a party and a port answer a company of 100,000 organisations; --write
 * puts the figures into benchmarks/README.md.
 */
const MOST_MS = 100

const { values } = parseArgs({
  options: {
    organisations: { type: 'string', default: '100000' },
    jobs: { type: 'string', default: '1000' },
    seconds: { type: 'string', default: '8' },
    write: { type: 'boolean', default: false },
  },
})

const party = (texts: readonly string[]) =>
  texts.map(
    search => `/api/organisation/lookup?${new URLSearchParams({ role: 'carrier', search }).toString()}`,
  )
const port = (texts: readonly string[]) =>
  texts.map(
    search =>
      `/api/port/lookup?${new URLSearchParams({ portType: 'Loading', mode: '2', search }).toString()}`,
  )

/** Asked in turn, each without a pause after the last answer. */
const questions = {
  'A party, a text that few bear': party([
    'sialkot sur',
    'schröder',
    'al-noor',
    'lyari',
    '150 51',
    'khan ltd',
  ]),
  'A party, a text that nearly all bear': party(['ltd', 'com', 'trading', 'info', 'ing', 'ltd co']),
  'A party, the five last used': [
    '/api/organisation/lookup?role=carrier',
    '/api/organisation/lookup?role=consignee',
  ],
  'Companies like a new one': [
    '/api/organisation/similar?name=Sialkot+Surgical+Ltd&telephone=%2B92+52+4601234&email=info%40surgical.com.pk',
    '/api/organisation/similar?name=KHAN+TEXTILES&website=www.khan.example',
    '/api/organisation/similar?name=M%2Fs+Rotterdam+General+Trading',
  ],
  'A port': port(['khi', 'rot', 'port', 'san', 'bombay', 'hamburg']),
} as const

const dataDir = await mkdtemp(join(tmpdir(), 'lading-benchmark-'))
const rows: [string, Measured][] = []
try {
  const product = await startProduct({ DATA_DIR: dataDir })
  const opened = await openProductDatabase(readConfig({ DATA_DIR: dataDir }), 'command', () => {})
  try {
    const person = { email: 'benchmark@lading.example', password: 'ten kettles on a slow quay' }
    await seed(opened, {
      ...person,
      jobs: Number(values.jobs),
      company: 'Benchmark Forwarding',
      log: () => {},
    })
    await withOwner(opened.ownerUrl, async owner =>
      enterCompanies(
        owner,
        await accountOf(owner, person.email),
        makeCompanies(Number(values.organisations), 1),
      ),
    )
    const { accessToken } = await signIn(product.url, person)
    const server = { url: product.url, headers: { authorization: `Bearer ${accessToken}` } }
    for (const [name, paths] of Object.entries(questions)) {
      const calls = paths.map(path => encodeCall(server, { method: 'GET', path }))
      let turn = 0
      const next = () => {
        turn += 1
        return { steps: [calls[turn % calls.length] ?? Buffer.alloc(0)] }
      }
      const asked = { url: product.url, connections: 1, next }
      await measure({ ...asked, seconds: 1 })
      rows.push([name, await measure({ ...asked, seconds: Number(values.seconds) })])
    }
  } finally {
    await opened.close()
    await product.stop()
  }
} finally {
  await rm(dataDir, { recursive: true, force: true })
}

if (rows.some(([, { failures }]) => failures > 0))
  throw new Error('Some calls failed, so the figures say nothing.')
const load = loadavg().map(figure).join(', ')
const text = [
  `${Number(values.organisations).toLocaleString('en')} organisations, ${Number(values.jobs).toLocaleString('en')} jobs, one client; load of the machine at the end ${load}.`,
  '',
  '| Question | p50 ms | p99 ms |',
  '|---|---:|---:|',
  ...rows.map(([name, { p50, p99 }]) => `| ${name} | ${figure(p50)} | ${figure(p99)} |`),
].join('\n')
process.stdout.write(`${text}\n`)
if (values.write) await writeReadmeSection('lookups', text)
if (rows.some(([, { p99 }]) => p99 > MOST_MS)) process.exitCode = 1
