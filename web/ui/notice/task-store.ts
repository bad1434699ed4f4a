/** One thing that a task has to do. */
export type Step<Result> = {
  /** What it is about, for when it fails. */
  label: string
  /** `tell` says how far this one step is, where it takes long: "12 MB". */
  run: (signal: AbortSignal, tell: (progress: string) => void) => Promise<Result>
}

export type Failure = { label: string; message: string; reasons: readonly string[] }

export type Task = {
  id: number
  title: string
  done: number
  total: number
  /** How far the one step is that takes long; '' where nothing tells. */
  progress: string
  failures: readonly Failure[]
  state: 'working' | 'stopped' | 'ended'
  /** What it came to, once it has ended. */
  outcome: string
  stop: () => void
  /** Does what failed once more. */
  retry: () => void
  /** Takes back what was done, once it has ended and where that can be. */
  undo: TaskUndo | undefined
}

export type TaskUndo = { label: string; run: () => void }

type TaskOptions<Result> = {
  title: string
  steps: readonly Step<Result>[]
  /** How many run at a time. */
  atOnce: number
  explain: (error: unknown) => Pick<Failure, 'message' | 'reasons'>
  summarise: (results: readonly Result[], failed: number, isStopped: boolean) => string
  /** Has to be done before the first step; where it fails, no step is tried. */
  begin?: (signal: AbortSignal) => Promise<void>
  /** Done behind the last step or when people stop, with what the steps have come to; it says what counts. */
  end?: (results: readonly Result[]) => Promise<readonly Result[]>
  /** What takes back these results; nothing where nothing can. */
  undo?: (results: readonly Result[]) => TaskUndo | undefined
}

const SHOWN = 8000
/** Whoever takes something back has read first what it is. */
const SHOWN_WITH_UNDO = 20_000

let tasks: readonly Task[] = []
let lastId = 0
const listeners = new Set<() => void>()

function change(next: readonly Task[]) {
  tasks = next
  for (const listener of listeners) listener()
}

const update = (id: number, changes: Partial<Task>) =>
  change(tasks.map(task => (task.id === id ? { ...task, ...changes } : task)))

export const dismissTask = (id: number) => change(tasks.filter(task => task.id !== id))

export const taskStore = {
  read: () => tasks,
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}

// Closing the page would leave the rest undone.
const keepOpen = (event: BeforeUnloadEvent) => event.preventDefault()
let working = 0
function hold(isWorking: boolean) {
  working += isWorking ? 1 : -1
  if (working === 1 && isWorking) window.addEventListener('beforeunload', keepOpen)
  if (working === 0) window.removeEventListener('beforeunload', keepOpen)
}

/** Does many steps while people go on working; they see how far it is and what failed. */
export async function runTask<Result>(options: TaskOptions<Result>): Promise<void> {
  lastId += 1
  const id = lastId
  const stopping = new AbortController()
  const results: Result[] = []
  const failed: { step: Step<Result>; failure: Failure }[] = []
  const waiting = [...options.steps]
  change([
    ...tasks,
    {
      id,
      title: options.title,
      done: 0,
      progress: '',
      total: options.steps.length,
      failures: [],
      state: 'working',
      outcome: '',
      undo: undefined,
      stop: () => stopping.abort(),
      retry: () => {
        dismissTask(id)
        void runTask({ ...options, steps: failed.map(({ step }) => step) })
      },
    },
  ])
  const fail = (step: Step<Result>, error: unknown) =>
    failed.push({ step, failure: { label: step.label, ...options.explain(error) } })
  const work = async () => {
    for (let step = waiting.shift(); step && !stopping.signal.aborted; step = waiting.shift()) {
      try {
        results.push(await step.run(stopping.signal, progress => update(id, { progress })))
      } catch (error) {
        if (stopping.signal.aborted) return
        fail(step, error)
      }
      update(id, {
        done: results.length + failed.length,
        failures: failed.map(({ failure }) => failure),
      })
    }
  }
  hold(true)
  let counted: readonly Result[] = results
  try {
    if (options.begin) await options.begin(stopping.signal)
    await Promise.all(Array.from({ length: options.atOnce }, work))
  } catch (error) {
    if (!stopping.signal.aborted) for (const step of waiting) fail(step, error)
  }
  try {
    if (options.end) counted = await options.end(results)
  } catch {
    // What the steps have answered is what is known.
  }
  hold(false)
  const isStopped = stopping.signal.aborted
  const takeBack = options.undo?.(counted)
  const undo = takeBack && {
    label: takeBack.label,
    run: () => {
      dismissTask(id)
      takeBack.run()
    },
  }
  update(id, {
    undo,
    failures: failed.map(({ failure }) => failure),
    state: isStopped ? 'stopped' : 'ended',
    outcome: options.summarise(counted, failed.length, isStopped),
  })
  if (failed.length === 0) setTimeout(() => dismissTask(id), undo ? SHOWN_WITH_UNDO : SHOWN)
}
