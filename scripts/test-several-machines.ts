import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openEmbeddedDatabase } from '#server/db/embedded/database.ts'
import { buildWebIfStale } from '#server/web-build.ts'
import { onConnection } from '#testing/own-server.ts'
import { letPeopleWork, noWork, readBack } from '#testing/machines/people.ts'
import { backUpAndRestore } from '#testing/machines/restored.ts'
import { openScene, restartInTurn } from '#testing/machines/scene.ts'
import { ensureLibreOffice } from './libreoffice.ts'
import { ensureProxies } from './proxies.ts'
import { startS3Server } from './s3-server.ts'

/**
 * npm run test:several-machines: two servers and a worker behind HAProxy and PgBouncer. People make, save, read, list,
 * search, upload, download, send e-mails and preview PDFs while every machine is restarted in turn, until so many calls
 * are done; none may fail, and all that was acknowledged is read back. Then a company with PDFs, its files in S3, is backed up
 * and restored into a new database and bucket: every PDF has to say the same. `--only calls` or `--only restore`: that part
 * alone. `--servers 8 --connections 20`: more servers, of
 * which HAProxy knows two and people reach the others themselves, and how many connections each of the two logins gets.
 */
const { values } = parseArgs({
  options: {
    calls: { type: 'string', default: '10000' },
    people: { type: 'string', default: '6' },
    servers: { type: 'string', default: '2' },
    connections: { type: 'string', default: '10' },
    'without-restarts': { type: 'boolean', default: false },
    /** `calls` or `restore`: that part alone. */
    only: { type: 'string' },
  },
})
const say = (line: string) => process.stdout.write(`${line}\n`)
const ROUNDS = 3
const calls = Number(values.calls)
const count = Number(values.servers)
const connections = Number(values.connections)

let isStopped = false
process.once('SIGINT', () => {
  isStopped = true
  say('Stopping.')
})

async function callsWhileRestarted(ownerUrl: string): Promise<boolean> {
  let most = 0
  const watching = setInterval(() => {
    void onConnection(ownerUrl, async client => {
      const { rows } = await client.query<{ held: number }>(
        `select count(*)::int as held from pg_stat_activity
         where usename in ('lading_app', 'lading_sign_in') and datname = current_database()`,
      )
      most = Math.max(most, rows[0]?.held ?? 0)
    }).catch(() => undefined)
  }, 500)
  const scene = await openScene({
    ...{ ownerUrl, connections, clients: 40 * count + 100, companies: 2, count, graceSeconds: 5, say },
  })
  try {
    const { machines, mail, templates } = scene
    // HAProxy's file names two servers; of more, people are spread over the rest without it.
    const direct = machines.servers.slice(2).map(({ address }) => `http://${address}`)
    const places = [
      ...scene.places,
      ...direct.map((url, at) => ({ url, token: scene.places[at % 2]?.token ?? '' })),
    ]
    const work = noWork()
    let restarts = 0
    let isRestarted = false
    const isOver = () => isStopped || (work.calls >= calls && isRestarted)
    const began = performance.now()
    const working = letPeopleWork(work, {
      ...{ places, people: Number(values.people), templates, every: { mail: 10, pdf: 150 } },
      isOver: ({ failures }) => isOver() || failures.length > 100,
    })
    // From the first call to the last, with as many calls between two rounds as during one.
    const rounds = values['without-restarts'] ? 0 : ROUNDS
    for (let round = 0; round < rounds && !isStopped; round += 1) {
      await restartInTurn([...machines.servers.slice(0, 2), machines.worker])
      restarts += 3
      while (work.calls < ((round + 1) * calls) / rounds && !isStopped) await pause(100)
      say(`${work.calls} calls, ${restarts} restarts, ${work.failures.length} failed`)
      for (const line of work.failures.slice(-3)) say(line)
    }
    isRestarted = true
    await working
    const seconds = (performance.now() - began) / 1000
    const wrong = await readBack(work)
    for (let tries = 0; tries < 600 && mail.mails.length < work.mails.length; tries += 1) await pause(100)
    const arrived = mail.mails.flatMap(({ to }) => to).toSorted()
    const isOnce = JSON.stringify(arrived) === JSON.stringify(work.mails.toSorted())
    const kinds = Object.entries(work.byKind).map(([kind, times]) => `${kind} ${times}`)
    say(
      `${work.calls} calls in ${seconds.toFixed(0)} s on ${count} servers, ${restarts} restarts: ${kinds.join(', ')}`,
    )
    say(`failed: ${work.failures.length}; read back ${work.jobs.size} jobs, wrong: ${wrong.length}`)
    say(
      `e-mails: ${work.mails.length} sent, ${arrived.length} arrived${isOnce ? ', each once' : ', NOT EACH ONCE'}`,
    )
    say(`most connections of PgBouncer to PostgreSQL and servers' locks: ${most}`)
    for (const line of [...work.failures, ...wrong].slice(0, 20)) say(line)
    const [history] = await onConnection(ownerUrl, async client => {
      const { rows } = await client.query<{ entries: number; bytes: number }>(
        `select count(*)::int as entries, pg_total_relation_size('history')::int as bytes from history`,
      )
      return rows
    })
    say(`history: ${history?.entries} entries, ${history?.bytes} bytes with their indexes`)
    return work.failures.length + wrong.length === 0 && isOnce
  } finally {
    clearInterval(watching)
    await scene.close()
  }
}

/** A backup of the whole, and the same again from it. */
async function restored(ownerUrl: string): Promise<boolean> {
  const s3 = await startS3Server()
  if (typeof s3 === 'string') {
    say(`The restore needs an S3 server: ${s3}.`)
    return false
  }
  try {
    process.env['LADING_TEST_S3_ENDPOINT'] = s3.endpoint
    const wrong = await backUpAndRestore({ ownerUrl, say })
    for (const line of wrong) say(line)
    say(wrong.length === 0 ? 'Everything is as it was.' : `${wrong.length} differ.`)
    return wrong.length === 0
  } finally {
    await s3.stop()
  }
}

const missing = (await ensureProxies()) ?? (values.only === 'calls' ? undefined : await ensureLibreOffice())
if (missing) {
  say(missing)
  process.exit(1)
}
await buildWebIfStale()
const dataDir = await mkdtemp(join(tmpdir(), 'lading-machines-database-'))
const cluster = await openEmbeddedDatabase({ dataDir, role: 'command', disposable: true })
try {
  const parts = [
    ...(values.only === 'restore' ? [] : [callsWhileRestarted]),
    ...(values.only === 'calls' ? [] : [restored]),
  ]
  process.exitCode = 0
  for (const part of parts) if (!(await part(cluster.ownerUrl))) process.exitCode = 1
} finally {
  await cluster.stop()
  await rm(dataDir, { recursive: true, force: true })
}
