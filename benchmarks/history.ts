import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig } from '#server/config.ts'
import { openProductDatabase } from '#server/product-database.ts'
import { signIn } from '#testing/identity.ts'
import { seed } from '#testing/seed/seed.ts'
import { keepHistory } from './history-records.ts'
import { type Load, type Measured, measure, median } from './load.ts'
import { startProduct } from '#testing/product-process.ts'
import { jobIds } from './sample-records.ts'

/**
 * npm run benchmark:history: what it costs that every change is kept. The same product saves the same jobs with its
 * history triggers on and off, in turns; --write puts the figures into benchmarks/README.md.
 */
const JOBS = 1_000
const CONNECTIONS = 4
const SAVES = 5_000

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '5' },
    write: { type: 'boolean', default: false },
  },
})

/** Saves of which each changes three fields of its job: what changes nothing keeps no history either. */
const saves = (ids: readonly string[], round: string): Load['requests'] =>
  Array.from({ length: SAVES }, (_, number) => ({
    path: '/api/shipment',
    body: JSON.stringify({
      id: ids[number % ids.length],
      vesselName: `Vessel ${round} ${number}`,
      igm: `${number}/${round}`,
      quote: { commodity: `Cargo ${round} ${number}` },
    }),
  }))

const dataDir = await mkdtemp(join(tmpdir(), 'lading-benchmark-'))
const runs: Record<'kept' | 'not kept', Measured[]> = { kept: [], 'not kept': [] }
try {
  const product = await startProduct({ DATA_DIR: dataDir })
  const opened = await openProductDatabase(readConfig({ DATA_DIR: dataDir }), 'command', () => {})
  try {
    const person = { email: 'benchmark@lading.example', password: 'a benchmark password' }
    const subject = await seed(opened, {
      ...person,
      jobs: JOBS,
      company: 'Benchmark Forwarding',
      log: () => {},
    })
    const { accessToken } = await signIn(product.url, person)
    const ids = await jobIds(opened, subject)
    const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' }
    for (let round = 0; round < Number(values.rounds); round += 1) {
      const turns = round % 2 === 0 ? (['kept', 'not kept'] as const) : (['not kept', 'kept'] as const)
      for (const turn of turns) {
        await keepHistory(opened.ownerUrl, turn === 'kept')
        const requests = saves(ids, `${round} ${turn}`)
        const load: Load = { url: product.url, method: 'PUT', headers, requests }
        runs[turn].push(await measure(load, CONNECTIONS, Number(values.seconds)))
      }
    }
  } finally {
    await opened.close()
    await product.stop()
  }
} finally {
  await rm(dataDir, { recursive: true, force: true })
}

const [kept, without] = [median(runs.kept), median(runs['not kept'])]
if (kept.failures + without.failures > 0) throw new Error('Some saves failed, so the figures say nothing.')
const text =
  `Saving a job, three fields changed each time: ${Math.round(kept.requestsPerSecond)} a second with history, ` +
  `${Math.round(without.requestsPerSecond)} without: ${(kept.requestsPerSecond / without.requestsPerSecond).toFixed(2)} ` +
  `of the rate (p99 ${kept.p99} and ${without.p99} ms).\n`
process.stdout.write(text)

if (values.write) {
  const file = join(import.meta.dirname, 'README.md')
  const [head = '', , tail = ''] = (await readFile(file, 'utf8')).split(/<!-- (?:end of )?history -->\n/)
  await writeFile(file, `${head}<!-- history -->\n\n${text}\n<!-- end of history -->\n${tail}`)
}
