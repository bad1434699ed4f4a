import { setTimeout as pause } from 'node:timers/promises'
import type { Document } from '#contract/documents.ts'
import type { Job } from '#contract/jobs.ts'
import type { Dice } from '#testing/seed/dice.ts'
import { bodyOf, formOf, type Reply, type Request, type Send, succeeded } from './caller.ts'
import type { Ledger } from './ledger.ts'
import {
  chargesOf,
  commodityOf,
  detailsOf,
  itemOf,
  type Kept,
  mailOf,
  newContent,
  type Write,
} from './writes.ts'

/** What the company has before the first round. */
export type InitialRecords = {
  parties: readonly string[]
  ports: readonly string[]
  templates: readonly string[]
}

export type WritersOptions = {
  send: Send
  ledger: Ledger
  stock: InitialRecords
  round: number
  dice: Dice
  clients: number
}

type OwnJob = { id: string; financeId: string; open: Set<'details' | 'charges' | 'agent'> }

const JOB_LASTS_FOR = 12
const AFTER_A_REFUSAL_MS = 100
const SMALLEST_FILE = 1_000
const MAX_FILE = 200_000
// Of the calls that may be made again with the same id, as a browser does that got no answer.
const MAX_TRIES = 3

/** People at work, several at once, each on jobs of their own and now and then on another's; until told to stop. */
export function startWriters(options: WritersOptions): { stop(): Promise<void> } {
  const state = { isStopped: false, jobs: [] as string[] }
  const clients = Array.from({ length: options.clients }, () => client(options, state))
  return {
    stop: async () => {
      state.isStopped = true
      await Promise.all(clients)
    },
  }
}

type State = { isStopped: boolean; jobs: string[] }

async function client(options: WritersOptions, state: State): Promise<void> {
  while (!state.isStopped) {
    const job = await makeJob(options, state)
    for (let turn = 0; job && turn < JOB_LASTS_FOR && !state.isStopped; turn += 1)
      await workOn(options, state, job)
  }
}

async function makeJob(options: WritersOptions, state: State): Promise<OwnJob | undefined> {
  const id = crypto.randomUUID()
  const reply = await write(options, state, { what: 'job', job: id }, keptOfJob, () => ({
    method: 'POST',
    path: '/api/shipment',
    body: { id },
  }))
  if (!succeeded(reply)) return undefined
  state.jobs.push(id)
  const { quote } = bodyOf<Job>(reply)
  return { id, financeId: quote.financeId, open: new Set(['details', 'charges', 'agent']) }
}

const keptOfJob = (reply: Reply): Kept => {
  const { jobId, quote } = bodyOf<Job>(reply)
  return { number: jobId, financeId: quote.financeId }
}

async function workOn(options: WritersOptions, state: State, own: OwnJob): Promise<void> {
  const { dice, ledger, stock } = options
  const version = ledger.nextVersion()
  // What may be added to any job, its owner's or not.
  const anyJob = dice.chance(0.3) ? dice.of(state.jobs) : own.id
  const turn = dice.of([
    'details',
    'details',
    'details',
    'charges',
    'charges',
    'agent',
    'item',
    'item',
    'file',
    'file',
    'paper',
    'mail',
  ] as const)
  switch (turn) {
    case 'details': {
      if (!own.open.has(turn)) return
      const party = dice.of(stock.parties)
      const port = dice.of(stock.ports)
      const body = {
        id: own.id,
        ...detailsOf(version),
        quote: { commodity: commodityOf(version), loadingPortId: port },
        shipmentConsignees: [{ party: { id: party } }],
      }
      const asked = { what: turn, job: own.id, version, party, port } as const
      return writeOnce(options, own, turn, asked, { method: 'PUT', path: '/api/shipment', body })
    }
    case 'charges': {
      if (!own.open.has(turn)) return
      const body = { id: own.financeId, ...chargesOf(version) }
      const asked = { what: turn, job: own.id, version } as const
      return writeOnce(options, own, turn, asked, { method: 'PUT', path: '/api/finance', body })
    }
    case 'agent': {
      if (!own.open.has(turn)) return
      const party = dice.of(stock.parties)
      const asked = { what: turn, job: own.id, party } as const
      const body = { shipmentId: own.id, agentId: party }
      return writeOnce(options, own, turn, asked, { method: 'POST', path: '/api/shipmentagent', body })
    }
    case 'item': {
      const item = crypto.randomUUID()
      const body = { id: item, shipmentId: anyJob, ...itemOf(version) }
      await write(options, state, { what: turn, job: anyJob, item, version }, nothingMore, () => ({
        method: 'POST',
        path: '/api/item',
        body,
      }))
      return
    }
    case 'file': {
      const document = crypto.randomUUID()
      const { content, ...known } = newContent(dice.whole(SMALLEST_FILE, MAX_FILE))
      const name = `${document}.bin`
      await write(options, state, { what: turn, job: anyJob, document, name, ...known }, nothingMore, () => ({
        method: 'POST',
        path: '/api/document',
        body: formOf({ name, content: new Uint8Array(content) }, { id: document, shipmentId: anyJob }),
        name: '/api/document (upload)',
      }))
      return
    }
    case 'paper': {
      const name = `Paper ${crypto.randomUUID()}`
      const entry = ledger.begin(options.round, { what: turn, job: anyJob, name })
      const reply = await options.send({
        method: 'POST',
        path: `/api/documenttemplate/generatedocument?shipmentId=${anyJob}`,
        body: { id: dice.of(stock.templates), defaultDocumentName: name },
      })
      if (!succeeded(reply)) return pause(AFTER_A_REFUSAL_MS)
      const { id: document, size } = bodyOf<Document>(reply)
      return ledger.keep(entry, { document, size })
    }
    case 'mail': {
      const mail = crypto.randomUUID()
      const body = { id: mail, shipmentId: anyJob, ...mailOf(mail, version) }
      await write(options, state, { what: turn, job: anyJob, mail, version }, nothingMore, () => ({
        method: 'POST',
        path: '/api/mail',
        body,
      }))
      return
    }
  }
}

const nothingMore = (): Kept => ({})

/** A call that carries the id of what it makes: it is made again, and must not make it twice. */
async function write(
  { send, ledger, round }: WritersOptions,
  state: State,
  asked: Write,
  keptOf: (reply: Reply) => Kept,
  request: () => Request,
): Promise<Reply> {
  const entry = ledger.begin(round, asked)
  for (let tries = 1; ; tries += 1) {
    const reply = await send(request())
    if (succeeded(reply)) {
      ledger.keep(entry, keptOf(reply))
      return reply
    }
    await pause(AFTER_A_REFUSAL_MS)
    if (tries === MAX_TRIES || state.isStopped) return reply
  }
}

/** A save that replaces the one before. After one without a yes nobody saves there again, so that two may stand. */
async function writeOnce(
  { send, ledger, round }: WritersOptions,
  own: OwnJob,
  field: 'details' | 'charges' | 'agent',
  asked: Write,
  request: Request,
): Promise<void> {
  const entry = ledger.begin(round, asked)
  const reply = await send(request)
  if (succeeded(reply)) return ledger.keep(entry, {})
  own.open.delete(field)
  await pause(AFTER_A_REFUSAL_MS)
}

const PAUSE_BETWEEN_READS_MS = 60

/** Somebody who only reads: lists, a job, pages and the sign-in's first page, whose answers need words too. */
export function startReader(send: Send, pages: readonly string[]): { stop(): Promise<void> } {
  let isStopped = false
  const reading = (async () => {
    for (let turn = 0; !isStopped; turn += 1) {
      await send({ method: 'GET', path: pages[turn % pages.length] ?? '/' })
      await pause(PAUSE_BETWEEN_READS_MS)
    }
  })()
  return {
    stop: async () => {
      isStopped = true
      await reading
    },
  }
}
