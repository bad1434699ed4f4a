import { fork } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { readConfig } from '#server/config.ts'
import { openProductDatabase } from '#server/product-database.ts'
import { seed } from '#testing/seed/seed.ts'
import { signIn } from '#testing/identity.ts'
import { attacks } from './neighbour-attacks.ts'
import {
  callerOf,
  dayOf,
  idsAt,
  latenessOf,
  measure,
  quantile,
  type Times,
  combined,
} from './neighbour-day.ts'
import type { AttackCount, AttackOrder } from './neighbour-process.ts'
import { type ProductProcess, startProduct } from '#testing/product-process.ts'

/**
 * npm run benchmark:neighbours: one company does its worst while another lists, reads and saves.
 * `--attacks "hostile e-mails,PDFs"` runs some of the attacks instead of all at once; `--each` one after the other.
 */
const everything = Object.keys(attacks({ url: '', token: '', jobIds: [], templateId: '' })).join(',')
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '30' },
    jobs: { type: 'string', default: '1000' },
    attacks: { type: 'string', default: everything },
    each: { type: 'boolean', default: false },
  },
})
const log = (line: string) => process.stderr.write(`${line}\n`)
const password = 'a benchmark password'
const victim = { email: 'victim@lading.example', password, company: 'Quiet Forwarding' }
const attacker = { email: 'attacker@lading.example', password, company: 'Loud Forwarding' }
const seconds = Number(values.seconds)
const names = values.attacks.split(',')

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
    const ended = new Promise(resolve => child.once('exit', resolve))
    child.send('stop')
    const { counted: all } = (await counted) as { counted: AttackCount }
    await ended
    return all
  }
}

const figuresOf = ({ times, failures }: Times) =>
  `${[0.5, 0.99, 1].map(share => quantile(times, share).toFixed(0)).join(' | ')} | ${failures} of ${times.length}`

const head = ['| ms | p50 | p99 | worst | failed |', '|---|---:|---:|---:|---:|']
const rows = (measured: Map<string, Times>) => [
  ...head,
  ...[...measured].map(([name, times]) => `| ${name} | ${figuresOf(times)} |`),
]

const words: Record<string, string> = { '0': 'nothing', '-1': 'not waited for' }
const answers = (statuses: Record<number, number>) =>
  Object.entries(statuses)
    .map(([status, count]) => `${count} × ${words[status] ?? status}`)
    .join(', ')

async function run(product: ProductProcess): Promise<string> {
  const { url } = product
  const quiet = callerOf(url, (await signIn(url, victim)).accessToken)
  const { accessToken: token } = await signIn(url, attacker)
  const loud = callerOf(url, token)
  await loud('POST', '/api/documenttemplate/starters')
  const day = dayOf(quiet, await idsAt(quiet, '/api/shipment?limit=50'))
  const order = {
    url,
    token,
    jobIds: await idsAt(loud, '/api/shipment?limit=200'),
    templateId: (await idsAt(loud, '/api/documenttemplate?limit=1'))[0] ?? '',
  }
  const beside = async (some: readonly string[]) => {
    const stop = await attack({ ...order, names: some })
    await pause(1000)
    await latenessOf(url)
    const measured = await measure(day, seconds)
    const lateness = await latenessOf(url)
    return { measured, lateness, counted: await stop() }
  }
  await measure(day, 3)
  await latenessOf(url)
  const atRest = await measure(day, seconds)
  const { p99, worst } = await latenessOf(url)
  const megabytes = product.peakMegabytes()
  const load = () => `load ${loadavg()[0]?.toFixed(1)}`
  log(`Measured at rest, ${load()}; now the neighbour begins.`)
  const lines = ['', 'At rest:', '', ...rows(atRest), '']
  lines.push(
    `The server’s thread was late by ${p99.toFixed(0)} ms (p99), ${worst.toFixed(0)} ms (worst).`,
    '',
  )
  if (values.each) {
    lines.push('| Beside | p50 | p99 | worst | failed | thread late, p99 | worst | answered |')
    lines.push('|---|---:|---:|---:|---:|---:|---:|---|')
    for (const name of names) {
      const { measured, lateness, counted } = await beside([name])
      const late = `${lateness.p99.toFixed(0)} | ${lateness.worst.toFixed(0)}`
      lines.push(`| ${name} | ${figuresOf(combined(measured))} | ${late} | ${answers(counted[name] ?? {})} |`)
      log(lines.at(-1) ?? '')
      await pause(2000)
    }
  } else {
    const { measured, lateness, counted } = await beside(names)
    lines.push('Beside the neighbour:', '', ...rows(measured), '')
    lines.push(
      `The server’s thread was late by ${lateness.p99.toFixed(0)} ms (p99), ${lateness.worst.toFixed(0)} ms (worst).`,
      ...['', '| The neighbour’s | answered |', '|---|---|'],
      ...Object.entries(counted).map(([name, statuses]) => `| ${name} | ${answers(statuses)} |`),
    )
  }
  lines.push('', `Most memory of the server: ${megabytes} MB, then ${product.peakMegabytes()} MB.`, '')
  return [`${new Date().toISOString().slice(0, 10)}, ${load()} at the end.`, ...lines].join('\n')
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
