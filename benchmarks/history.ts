import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig } from '#server/config.ts'
import { openProductDatabase } from '#server/product-database.ts'
import { signIn } from '#testing/identity.ts'
import { seed } from '#testing/seed/seed.ts'
import { keepHistory } from './history-records.ts'
import { type Call, encodeCall } from './connection.ts'
import { figure, spreadOf } from './figures.ts'
import { type Measured, measure } from './load.ts'
import { writeReadmeSection } from './readme-section.ts'
import { startProduct } from '#testing/product-process.ts'
import { accountOf, readSamples } from './samples-records.ts'
import { withOwner } from '#server/db/owner.ts'

/**
 * npm run benchmark:history: what it costs that every change is kept. The same product saves the same jobs with its
 * history triggers on and off, in turns; --write puts the figures into benchmarks/README.md.
 */
const JOBS = 1_000
const CONNECTIONS = 4

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '5' },
    write: { type: 'boolean', default: false },
  },
})

/** A save that changes three fields of its job each time: what changes nothing keeps no history either. */
const save = (id: string, round: string, number: number): Call => ({
  method: 'PUT',
  path: '/api/shipment',
  body: JSON.stringify({
    id,
    vesselName: `Vessel ${round} ${number}`,
    igm: `${number}/${round}`,
    quote: { commodity: `Cargo ${round} ${number}` },
  }),
})

const dataDir = await mkdtemp(join(tmpdir(), 'lading-benchmark-'))
const runs: Record<'kept' | 'not kept', Measured[]> = { kept: [], 'not kept': [] }
try {
  const product = await startProduct({ DATA_DIR: dataDir })
  const opened = await openProductDatabase(readConfig({ DATA_DIR: dataDir }), 'command', () => {})
  try {
    const person = { email: 'benchmark@lading.example', password: 'ten kettles on a slow quay' }
    await seed(opened, {
      ...person,
      jobs: JOBS,
      company: 'Benchmark Forwarding',
      log: () => {},
    })
    const { accessToken } = await signIn(product.url, person)
    const { jobIds: ids } = await withOwner(opened.ownerUrl, async owner =>
      readSamples(owner, await accountOf(owner, person.email)),
    )
    const server = { url: product.url, headers: { authorization: `Bearer ${accessToken}` } }
    for (let round = 0; round < Number(values.rounds); round += 1) {
      const turns = round % 2 === 0 ? (['kept', 'not kept'] as const) : (['not kept', 'kept'] as const)
      for (const turn of turns) {
        await keepHistory(opened.ownerUrl, turn === 'kept')
        let number = 0
        const next = () => {
          number += 1
          const id = ids[number % ids.length] ?? ''
          return { steps: [encodeCall(server, save(id, `${round} ${turn}`, number))] }
        }
        const seconds = Number(values.seconds)
        runs[turn].push(await measure({ url: product.url, connections: CONNECTIONS, seconds, next }))
      }
    }
  } finally {
    await opened.close()
    await product.stop()
  }
} finally {
  await rm(dataDir, { recursive: true, force: true })
}

if (Object.values(runs).some(rounds => rounds.some(({ failures }) => failures > 0)))
  throw new Error('Some saves failed, so the figures say nothing.')
const medianOf = (rounds: readonly Measured[], value: (round: Measured) => number) =>
  spreadOf(rounds.map(value)).median
const [kept, without] = [runs.kept, runs['not kept']].map(rounds => ({
  perSecond: medianOf(rounds, ({ perSecond }) => perSecond),
  p99: medianOf(rounds, ({ p99 }) => p99),
})) as [Pick<Measured, 'perSecond' | 'p99'>, Pick<Measured, 'perSecond' | 'p99'>]
const text =
  `Saving a job, three fields changed each time: ${figure(kept.perSecond)} a second with history, ` +
  `${figure(without.perSecond)} without: ${(kept.perSecond / without.perSecond).toFixed(2)} of the rate ` +
  `(p99 ${figure(kept.p99)} and ${figure(without.p99)} ms).`
process.stdout.write(`${text}\n`)
if (values.write) await writeReadmeSection('history', text)
