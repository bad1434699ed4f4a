import { messageFrom } from '#server/errors.ts'
import { setTimeout as pause } from 'node:timers/promises'
import type { QueueLength } from './background/queue-records.ts'
import { freeBytesOf } from './files/disk-reserve.ts'

/** What a check found of one component; `detail` says why where something is wrong. */
export type ComponentState = {
  /** `elsewhere`: other processes look after it. */
  state: 'ok' | 'failing' | 'full' | 'starting' | 'elsewhere'
  detail?: string
} & Record<string, unknown>

export type HealthDependencies = {
  /** Throws where the database cannot be read. */
  readDatabase: () => Promise<unknown>
  /** Whose disk has to have room; undefined: what is stored is stored elsewhere. */
  dataDir: string | undefined
  checkFiles: () => Promise<void>
}

export type Health = {
  /** Whether this server should be sent requests, and what it found of each component. */
  ready(): Promise<{ isReady: boolean; status: string; components: Record<string, ComponentState> }>
  disk(): Promise<ComponentState & { freeBytes?: number }>
  files(): Promise<ComponentState>
  queue(): Promise<ComponentState & Partial<QueueLength>>
  /** To be called once background work runs. */
  watchQueue(measure: () => Promise<QueueLength>): void
  /** For a server that leaves background work to workers. */
  leaveQueue(): void
  /** From now on the server says that it is closing. */
  startClosing(): void
  readonly isClosing: boolean
}

/** Whoever watches a server asks every few seconds, and takes no answer for a failure of its own. */
const ANSWER_WITHIN_MS = 2_000

/** What asks others (the store, the queue) is not asked again before. */
const REMEMBERED_MS = 5_000

/** With less, PostgreSQL and the file store are about to refuse what is sent. */
const LEAST_ROOM_BYTES = 32 * 1024 * 1024

const LATE = Symbol('late')

const inTime = async <Result>(work: Promise<Result>): Promise<Result | typeof LATE> => {
  work.catch(() => undefined)
  return Promise.race([work, pause(ANSWER_WITHIN_MS, LATE, { ref: false })])
}

const isOk = async (work: Promise<unknown>): Promise<boolean> =>
  inTime(work).then(
    answer => answer !== LATE,
    () => false,
  )

/**
 * Looks after what the server needs. It is ready while it answers reads and may write: a file store or a queue that
 * fails is reported, but takes no server out of service, since jobs and contacts go on without them.
 */
export function watchHealth({ readDatabase, dataDir, checkFiles }: HealthDependencies): Health {
  let isClosing = false
  let isQueueElsewhere = false
  let measureQueue: (() => Promise<QueueLength>) | undefined

  const disk: Health['disk'] = async () => {
    if (dataDir === undefined) return { state: 'ok' }
    const freeBytes = await inTime(freeBytesOf(dataDir)).catch((): typeof LATE => LATE)
    if (freeBytes === LATE) return { state: 'failing', detail: 'the disk does not answer' }
    return freeBytes < LEAST_ROOM_BYTES
      ? { state: 'full', detail: 'the disk is full', freeBytes }
      : { state: 'ok', freeBytes }
  }

  const files = remembered(async (): Promise<ComponentState> => {
    try {
      const answer = await inTime(checkFiles())
      return answer === LATE
        ? { state: 'failing', detail: 'The file store does not answer.' }
        : { state: 'ok' }
    } catch (error) {
      return { state: 'failing', detail: messageFrom(error) }
    }
  })

  const askQueue = remembered(async (): Promise<ComponentState & Partial<QueueLength>> => {
    try {
      const length = await inTime(measureQueue?.() ?? Promise.reject(new Error('not begun')))
      if (length === LATE) return { state: 'failing', detail: 'the queue does not answer' }
      return { state: 'ok', ...length }
    } catch {
      return { state: 'failing', detail: 'the queue cannot be reached' }
    }
  })

  const queue: Health['queue'] = async () =>
    isQueueElsewhere ? { state: 'elsewhere' } : measureQueue ? askQueue() : { state: 'starting' }

  return {
    async ready() {
      const [room, answers, store, work] = await Promise.all([disk(), isOk(readDatabase()), files(), queue()])
      const database: ComponentState = answers
        ? { state: 'ok' }
        : { state: 'failing', detail: 'the database does not answer' }
      const { tasks: _tasks, mails: _mails, ...queueInAll } = work
      const components = { database, disk: room, files: store, queue: queueInAll }
      const reason = isClosing
        ? 'the server is closing'
        : room.state === 'ok'
          ? database.detail
          : (room.detail ?? room.state)
      return { isReady: reason === undefined, status: reason ?? 'ok', components }
    },
    disk,
    files,
    queue,
    watchQueue: measure => {
      measureQueue = oneAtATime(measure)
    },
    leaveQueue: () => {
      isQueueElsewhere = true
    },
    startClosing: () => {
      isClosing = true
    },
    get isClosing() {
      return isClosing
    },
  }
}

/** Asks once for all who want to know at about the same time. */
function remembered<Result>(ask: () => Promise<Result>): () => Promise<Result> {
  let known: { at: number; answer: Promise<Result> } | undefined
  return () => {
    if (!known || performance.now() - known.at > REMEMBERED_MS)
      known = { at: performance.now(), answer: ask() }
    return known.answer
  }
}

/** Where the last answer has not come yet, everybody waits for that one: a database that hangs is not asked again and again. */
function oneAtATime<Result>(ask: () => Promise<Result>): () => Promise<Result> {
  let underWay: Promise<Result> | undefined
  return () => {
    underWay ??= ask().finally(() => (underWay = undefined))
    return underWay
  }
}
