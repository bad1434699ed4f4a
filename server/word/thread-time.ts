import { threadId, type Worker } from 'node:worker_threads'

/** Told by the thread that takes a task up, readable from the thread that gave it. */
export type TaskStart = Int32Array<SharedArrayBuffer>

export function newTaskStart(): TaskStart {
  return new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
}

/** Called by a thread as it takes up a task. The main thread, which has the number 0, takes none. */
export function reportStart(started: TaskStart): void {
  Atomics.store(started, 0, threadId)
}

export interface Limits {
  /** How much of the processor's time the task may take, in milliseconds; waiting for it does not count. */
  work: number
  /** How long it may take by the clock, in milliseconds. */
  clock: number
}

/**
 * Watches one task of a thread, and calls `end` once with the limit that it has passed. Answers what stops watching.
 */
export function watchTask(
  started: TaskStart,
  threads: () => readonly Worker[],
  limits: Limits,
  end: (passed: keyof Limits) => void,
): () => void {
  const begun = performance.now()
  let before: number | undefined
  let isOver = false
  const over = (passed: keyof Limits) => {
    if (isOver) return
    isOver = true
    clearInterval(timer)
    end(passed)
  }
  const look = async () => {
    if (performance.now() - begun > limits.clock) return over('clock')
    const thread = threads().find(each => each.threadId === Atomics.load(started, 0))
    // A thread that has just ended has nothing to tell; before Node 24.6 none has, and only the clock counts.
    const usage =
      thread !== undefined && 'cpuUsage' in thread
        ? await thread.cpuUsage().catch(() => undefined)
        : undefined
    if (usage === undefined || isOver) return
    const spent = (usage.user + usage.system) / 1000
    before ??= spent
    if (spent - before > limits.work) over('work')
  }
  const timer = setInterval(() => void look(), Math.min(250, limits.work / 4))
  return () => {
    isOver = true
    clearInterval(timer)
  }
}
