import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { readConfig } from '#server/config.ts'
import { openProductDatabase } from '#server/product-database.ts'
import { seed } from '#testing/seed/seed.ts'
import { signIn } from '#testing/identity.ts'
import { countWaiting, queueAgain } from './mail-records.ts'
import type { MailServerMessage } from './mail-server-process.ts'
import { type ProductProcess, startProduct } from '#testing/product-process.ts'

/** npm run benchmark:mail: how fast queued mails leave, and how quick the application stays meanwhile. */
const { values } = parseArgs({
  options: {
    mails: { type: 'string', default: '1000' },
    jobs: { type: 'string', default: '1000' },
    kilobytes: { type: 'string', default: '100' },
  },
})
const mails = Number(values.mails)
const log = (line: string) => process.stderr.write(`${line}\n`)
const person = { email: 'benchmark@lading.example', password: 'ten kettles on a slow quay' }

type Counted = { received: number; bytes: number }

async function startMailServer(): Promise<{ child: ChildProcess; port: number; counted: Counted }> {
  const child = fork(join(import.meta.dirname, 'mail-server-process.ts'))
  const counted = { received: 0, bytes: 0 }
  const port = await new Promise<number>(resolve => {
    child.on('message', message => {
      const word = message as MailServerMessage
      if ('listening' in word) resolve(word.listening)
      else Object.assign(counted, word)
    })
  })
  return { child, port, counted }
}

type Call = (method: string, path: string, body?: FormData | object) => Promise<unknown>

const callerOf =
  (url: string, token: string): Call =>
  async (method, path, body) => {
    const isForm = body instanceof FormData
    const reply = await fetch(url + path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body && !isForm && { 'content-type': 'application/json' }),
      },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    })
    if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`)
    return reply.json()
  }

/** Calls what people call all day, twenty times a second; milliseconds, the shortest first. */
async function probe(call: Call, path: string, until: () => boolean): Promise<number[]> {
  const times: number[] = []
  while (!until()) {
    const started = performance.now()
    await call('GET', path)
    times.push(performance.now() - started)
    await pause(50)
  }
  return times.sort((a, b) => a - b)
}

const quantile = (sorted: readonly number[], share: number) =>
  (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1)

async function queue(call: Call, jobId: string): Promise<number> {
  const form = new FormData()
  const content = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(Number(values.kilobytes) * 1024)])
  form.append('afile', new Blob([new Uint8Array(content)]), 'Arrival notice.pdf')
  form.append('shipmentId', jobId)
  const { id: documentId } = (await call('POST', '/api/document', form)) as { id: string }
  const started = performance.now()
  let next = 0
  const work = async () => {
    for (let index = next++; index < mails; index = next++)
      await call('POST', '/api/mail', {
        id: crypto.randomUUID(),
        shipmentId: jobId,
        to: [{ name: 'Customer', address: `customer${index}@example.com` }],
        subject: `Arrival notice ${index}`,
        text: 'Dear customer,\n\nplease find the arrival notice attached.',
        attachments: [{ documentId }],
      })
  }
  await Promise.all([work(), work(), work(), work()])
  return (performance.now() - started) / 1000
}

async function measure(product: ProductProcess, ownerUrl: string) {
  const { accessToken } = await signIn(product.url, person)
  const call = callerOf(product.url, accessToken)
  const [job] = (await call('GET', '/api/shipment?limit=1')) as { id: string }[]
  const restUntil = performance.now() + 5000
  const atRest = await probe(call, '/api/shipment?limit=50', () => performance.now() > restUntil)
  const queued = await queue(call, job?.id ?? '')
  const allLeft = async () => {
    while ((await countWaiting(ownerUrl)) > 0) await pause(100)
  }
  await allLeft()
  log(`${mails} mails were queued in ${queued.toFixed(1)} s and have left; now all at once.`)
  await queueAgain(ownerUrl)
  const started = performance.now()
  let hasLeft = false
  const leaving = allLeft().then(() => {
    hasLeft = true
    return (performance.now() - started) / 1000
  })
  const meanwhile = await probe(call, '/api/shipment?limit=50', () => hasLeft)
  return { queued, seconds: await leaving, atRest, meanwhile }
}

const dataDir = await mkdtemp(join(tmpdir(), 'lading-benchmark-'))
const server = await startMailServer()
const product = await startProduct({
  DATA_DIR: dataDir,
  SMTP_HOST: '127.0.0.1',
  SMTP_PORT: String(server.port),
  SMTP_SECURITY: 'none',
  MAIL_FROM: 'office@lading.example',
  MAIL_RECIPIENTS_PER_HOUR: '1000000',
})
try {
  const opened = await openProductDatabase(readConfig({ DATA_DIR: dataDir }), 'command', log)
  await seed(opened, { ...person, jobs: Number(values.jobs), company: 'Benchmark Forwarding', log })
  const { queued, seconds, atRest, meanwhile } = await measure(product, opened.ownerUrl)
  await opened.close()
  if (server.counted.received !== 2 * mails) throw new Error(`${server.counted.received} mails arrived.`)
  process.stdout.write(
    [
      '| | |',
      '|---|---:|',
      `| Mails, each with an attachment of ${values.kilobytes} kB | ${mails} |`,
      `| Sent off by the API, a second, while others leave | ${(mails / queued).toFixed(0)} |`,
      `| Queued all at once, have left and are known as sent after | ${seconds.toFixed(1)} s |`,
      `| First page of the job list at rest, p50 / p99 | ${quantile(atRest, 0.5)} / ${quantile(atRest, 0.99)} ms |`,
      `| The same while mails leave, p50 / p99 | ${quantile(meanwhile, 0.5)} / ${quantile(meanwhile, 0.99)} ms |`,
      `| Most memory of the server's process | ${product.peakMegabytes()} MB |`,
      '',
    ].join('\n'),
  )
} finally {
  await product.stop()
  server.child.disconnect()
  await rm(dataDir, { recursive: true, force: true })
}
