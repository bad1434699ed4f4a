import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Health } from './health.ts'
import type { Load } from './fair-queue.ts'
import type { MailsUnderWay, TaskLength } from './background/queue-records.ts'
import { addCounters } from './counters.ts'
import { productVersion } from './product-version.ts'

export type Measured = {
  health: Health
  /** Their connections, by who uses them. */
  pools: Record<string, { totalCount: number; idleCount: number; waitingCount: number }>
  /** By the kind of work: Word documents, PDFs, messages, spreadsheets, uploads. */
  loads: Record<string, () => Load>
}

export type Metrics = {
  registry: Registry
  requests: Histogram<'method' | 'route' | 'status'>
}

/** Node's own values, how long requests took, and how each component of the server stands when it is asked. */
export function openMetrics({ health, pools, loads }: Measured): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'lading_request_seconds',
    help: 'How long requests took, by route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3],
    registers,
  })
  addCounters(registry)
  new Gauge({
    ...{ name: 'lading_build_info', help: 'Always 1; its version.', labelNames: ['version'], registers },
  }).set({ version: productVersion }, 1)
  const gauge = (name: string, help: string, read: () => Promise<number | undefined>) =>
    new Gauge({
      ...{ name, help, registers },
      async collect() {
        const value = await read()
        // What is not known has no value, rather than one that looks like a good one.
        if (value === undefined) this.remove()
        else this.set(value)
      },
    })

  new Gauge({
    name: 'lading_database_connections',
    help: 'Connections to the database by role: in use, idle, and calls that wait for one.',
    labelNames: ['pool', 'state'],
    registers,
    collect() {
      for (const [pool, { totalCount, idleCount, waitingCount }] of Object.entries(pools)) {
        this.set({ pool, state: 'in_use' }, totalCount - idleCount)
        this.set({ pool, state: 'idle' }, idleCount)
        this.set({ pool, state: 'waiting' }, waitingCount)
      }
    },
  })
  new Gauge({
    name: 'lading_tasks',
    help: 'Work that takes long, by kind: running, and waiting for its turn.',
    labelNames: ['kind', 'state'],
    registers,
    collect() {
      for (const [kind, load] of Object.entries(loads)) {
        const { running, waiting } = load()
        this.set({ kind, state: 'running' }, running)
        this.set({ kind, state: 'waiting' }, waiting)
      }
    },
  })
  gauge(
    'lading_disk_free_bytes',
    'Room on the disk of DATA_DIR.',
    async () => (await health.disk()).freeBytes,
  )
  gauge('lading_file_store_reachable', '1 where files can be read and written, else 0.', async () =>
    (await health.files()).state === 'ok' ? 1 : 0,
  )
  const byTask = (name: string, help: string, read: (task: TaskLength) => number) =>
    new Gauge({
      ...{ name, help, labelNames: ['task'], registers },
      async collect() {
        this.reset()
        for (const one of (await health.queue()).tasks ?? []) this.set({ task: one.task }, read(one))
      },
    })
  byTask('lading_queue_jobs', 'Background work that is due and has not begun.', one => one.waiting)
  byTask(
    'lading_queue_oldest_seconds',
    'For how long the oldest of it has been due.',
    one => one.oldestSeconds,
  )
  byTask(
    'lading_queue_failed_jobs',
    'Background work that failed too often and is given up.',
    one => one.failed,
  )
  const ofMails = (name: string, help: string, read: (mails: MailsUnderWay) => number) =>
    new Gauge({
      ...{ name, help, labelNames: ['sender', 'state'], registers },
      async collect() {
        this.reset()
        for (const one of (await health.queue()).mails ?? [])
          this.set({ sender: one.sender, state: one.state }, read(one))
      },
    })
  ofMails('lading_mails', 'E-mails that wait or are being sent, on all servers.', one => one.count)
  ofMails(
    'lading_mails_oldest_seconds',
    'For how long the oldest of them has been due.',
    one => one.oldestSeconds,
  )
  gauge('lading_ready', '1 where /readyz answers 200, else 0.', async () =>
    (await health.ready()).isReady ? 1 : 0,
  )
  return { registry, requests }
}
