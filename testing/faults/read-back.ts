import { setTimeout as pause } from 'node:timers/promises'
import PizZip from 'pizzip'
import type { Finance } from '#contract/finance.ts'
import type { Job } from '#contract/jobs.ts'
import type { Mail, MailDetails } from '#contract/mails.ts'
import { bodyOf, type Reply, type Send, succeeded } from './caller.ts'
import type { Entry, Ledger } from './ledger.ts'
import { type Finding, type SeenJob, verifyJob, verifyNumbers } from './verify.ts'
import { sha256Of } from './writes.ts'

const AT_ONCE = 6
const PAGE = 500
const TRIES = 10
const PAUSE_MS = 500

/** Reads until the product answers: what is asked here is what stands once the fault is over. */
async function read(send: Send, path: string, name?: string): Promise<Reply> {
  for (let tries = 1; ; tries += 1) {
    const reply = await send({ method: 'GET', path, ...(name && { name }) })
    const isFinal = reply.status !== undefined && reply.status < 429
    if (isFinal || tries === TRIES) return reply
    await pause(PAUSE_MS)
  }
}

/** null: the product says that there is no such thing. Throws when it says nothing of the kind. */
async function readBody<Body>(send: Send, path: string): Promise<Body | null> {
  const reply = await read(send, path)
  if (succeeded(reply)) return bodyOf<Body>(reply)
  if (reply.status === 404) return null
  throw new Error(`${reply.call} cannot be read back: ${reply.status ?? reply.failure} ${reply.text}`)
}

async function seeJob(send: Send, id: string): Promise<SeenJob | null> {
  const job = await readBody<Job>(send, `/api/shipment/${id}?stakeholder=true`)
  if (!job) return null
  const finance = await readBody<Finance>(send, `/api/finance/${job.quote.financeId}`)
  const contents = new Map<string, { sha256: string; size: number; isWhole: boolean } | null>()
  for (const { id: document, name } of job.documents) {
    const reply = await read(send, `/api/document/${document}`, '/api/document/… (content)')
    const { bytes } = reply
    const isWhole = name.endsWith('.docx') ? isWholeArchive(bytes) : true
    contents.set(document, succeeded(reply) ? { sha256: sha256Of(bytes), size: bytes.length, isWhole } : null)
  }
  const mails = new Map<string, MailDetails>()
  for (const { id: mail } of (await readBody<Mail[]>(send, `/api/mail?shipmentId=${id}`)) ?? []) {
    const whole = await readBody<MailDetails>(send, `/api/mail/${mail}`)
    if (whole) mails.set(mail, whole)
  }
  return { job, finance, contents, mails }
}

function isWholeArchive(bytes: Uint8Array): boolean {
  try {
    return Object.keys(new PizZip(bytes, { checkCRC32: true }).files).length > 0
  } catch {
    return false
  }
}

/** `jobs`: how many of them are there. */
export type ReadBack = { findings: Finding[]; jobs: number }

/** Reads every job of these entries with all that belongs to it, and says what is not as it was acknowledged. */
export async function readBack(
  send: Send,
  entries: readonly Entry[],
  arrivals: Ledger['arrivals'],
): Promise<ReadBack> {
  const perJob = Map.groupBy(entries, ({ write }) => write.job)
  const findings: Finding[] = []
  const queue = [...perJob]
  let jobs = 0
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let next = queue.shift(); next; next = queue.shift()) {
        const [id, ofJob] = next
        const seen = await seeJob(send, id)
        if (seen) jobs += 1
        findings.push(...verifyJob(ofJob, seen, arrivals))
      }
    }),
  )
  return { findings, jobs }
}

export type ListedJob = { id: string; jobId: number }

export async function listAllJobs(send: Send): Promise<ListedJob[]> {
  const listed: ListedJob[] = []
  for (;;) {
    const path = `/api/shipment?sort=jobId&limit=${PAGE}&offset=${listed.length}`
    const page = (await readBody<ListedJob[]>(send, path)) ?? []
    listed.push(...page.map(({ id, jobId }) => ({ id, jobId })))
    if (page.length < PAGE) return listed
  }
}

/** Compares the numbers that were given with those in the list of all jobs. */
export async function readBackNumbers(
  send: Send,
  entries: readonly Entry[],
  before: readonly string[],
): Promise<Finding[]> {
  return verifyNumbers(entries, await listAllJobs(send), new Set(before))
}
