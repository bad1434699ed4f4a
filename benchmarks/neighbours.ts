import { fork } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { readConfig } from '#server/config.ts'
import { openProductDatabase } from '#server/product-database.ts'
import { seed } from '#scripts/seed.ts'
import { signIn } from '#testing/identity.ts'
import type { AttackCount, AttackOrder } from './neighbour-process.ts'
import { type ProductProcess, startProduct } from './product-process.ts'

/**
 * npm run benchmark:neighbours: one company does its worst while another lists, reads and saves.
 * `--attacks "hostile e-mails,PDFs"` runs some of the attacks instead of all at once.
 */
const everything =
  'e-mail templates,new e-mail templates,taken addresses,hostile e-mails,large templates,uploads,PDFs,searches,sign-ins begun'
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '30' },
    jobs: { type: 'string', default: '1000' },
    attacks: { type: 'string', default: everything },
  },
})
const log = (line: string) => process.stderr.write(`${line}\n`)
const password = 'a benchmark password'
const victim = { email: 'victim@lading.example', password, company: 'Quiet Forwarding' }
const attacker = { email: 'attacker@lading.example', password, company: 'Loud Forwarding' }
// Whoever has waited as long has gone.
const GIVEN_UP_AFTER = 30_000

type Call = (method: string, path: string, body?: object) => Promise<Response>
type Task = { name: string; call: () => Promise<Response> }
type Times = { times: number[]; failures: number }

const callerOf =
  (url: string, token: string): Call =>
  (method, path, body) =>
    fetch(url + path, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      signal: AbortSignal.timeout(GIVEN_UP_AFTER),
      ...(body && { body: JSON.stringify(body) }),
    })

async function idsAt(call: Call, path: string): Promise<string[]> {
  return ((await (await call('GET', path)).json()) as { id: string }[]).map(({ id }) => id)
}

/** What people do all day, a few times a second. */
function dayOf(call: Call, jobIds: readonly string[]): Task[] {
  let turn = 0
  const job = () => jobIds[(turn += 1) % jobIds.length] ?? ''
  return [
    { name: 'List of jobs', call: () => call('GET', '/api/shipment?limit=50') },
    { name: 'A job', call: () => call('GET', `/api/shipment/${job()}`) },
    {
      name: 'Saving a job',
      call: () => call('PUT', '/api/shipment', { id: job(), name: `Saved ${(turn += 1)}` }),
    },
    { name: 'List of e-mail templates', call: () => call('GET', '/api/mailtemplate') },
  ]
}

async function measure(tasks: readonly Task[], seconds: number): Promise<Map<string, Times>> {
  const until = performance.now() + seconds * 1000
  const measured = new Map(tasks.map(({ name }) => [name, { times: [], failures: 0 } as Times]))
  await Promise.all(
    tasks.map(async ({ name, call }) => {
      const own = measured.get(name)
      while (own && performance.now() < until) {
        const started = performance.now()
        const reply = await call().catch(() => undefined)
        await reply?.arrayBuffer().catch(() => undefined)
        own.times.push(performance.now() - started)
        if (!reply?.ok) own.failures += 1
        await pause(50)
      }
    }),
  )
  return measured
}

const quantile = (times: readonly number[], share: number) => {
  const sorted = [...times].sort((one, other) => one - other)
  return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(0)
}

function row(name: string, { times, failures }: Times): string {
  const figures = [0.5, 0.99, 1].map(share => quantile(times, share))
  return `| ${name} | ${figures.join(' | ')} | ${failures} of ${times.length} |`
}

async function attack(order: AttackOrder): Promise<() => Promise<AttackCount>> {
  const child = fork(join(import.meta.dirname, 'neighbour-process.ts'))
  const said = (isIt: (message: object) => boolean) =>
    new Promise<object>((resolve, reject) => {
      child.on('message', (message: object) => isIt(message) && resolve(message))
      child.once('exit', () => reject(new Error('The attacking process ended.')))
    })
  const ready = said(message => 'ready' in message)
  child.send(order)
  await ready
  return async () => {
    const counted = said(message => 'counted' in message)
    child.send('stop')
    return ((await counted) as { counted: AttackCount }).counted
  }
}

async function run(product: ProductProcess): Promise<string> {
  const quiet = callerOf(product.url, (await signIn(product.url, victim)).accessToken)
  const { accessToken: token } = await signIn(product.url, attacker)
  const loud = callerOf(product.url, token)
  await loud('POST', '/api/documenttemplate/starters')
  const day = dayOf(quiet, await idsAt(quiet, '/api/shipment?limit=50'))
  const seconds = Number(values.seconds)
  await measure(day, 3)
  const atRest = await measure(day, seconds)
  const megabytes = product.peakMegabytes()
  log('Measured at rest; now the neighbour begins.')
  const stop = await attack({
    url: product.url,
    token,
    jobIds: await idsAt(loud, '/api/shipment?limit=200'),
    templateId: (await idsAt(loud, '/api/documenttemplate?limit=1'))[0] ?? '',
    names: values.attacks.split(','),
  })
  const beside = await measure(day, seconds)
  const counted = await stop()
  const head = ['| ms | p50 | p99 | worst | failed |', '|---|---:|---:|---:|---:|']
  return [
    `${new Date().toISOString().slice(0, 10)}, load ${loadavg()[0]?.toFixed(0)} at the end.`,
    ...['', 'At rest:', '', ...head, ...[...atRest].map(([name, times]) => row(name, times))],
    ...['', 'Beside the neighbour:', '', ...head, ...[...beside].map(([name, times]) => row(name, times))],
    ...['', `Most memory of the server: ${megabytes} MB, then ${product.peakMegabytes()} MB.`, ''],
    ...['| The neighbour’s | answered |', '|---|---|'],
    ...Object.entries(counted).map(
      ([name, statuses]) =>
        `| ${name} | ${Object.entries(statuses)
          .map(([status, count]) => `${count} × ${status === '0' ? 'nothing' : status}`)
          .join(', ')} |`,
    ),
    '',
  ].join('\n')
}

const dataDir = await mkdtemp(join(tmpdir(), 'lading-benchmark-'))
const product = await startProduct({ DATA_DIR: dataDir, TRUSTED_PROXIES: '127.0.0.1' })
try {
  const opened = await openProductDatabase(readConfig({ DATA_DIR: dataDir }), 'command', log)
  for (const person of [victim, attacker]) await seed(opened, { ...person, jobs: Number(values.jobs), log })
  await opened.close()
  process.stdout.write(await run(product))
} finally {
  await product.stop()
  await rm(dataDir, { recursive: true, force: true })
}
