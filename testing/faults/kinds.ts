import { setTimeout as pause } from 'node:timers/promises'
import type { Dice } from '#testing/seed/dice.ts'
import type { StallingProxy } from '#testing/stalling-proxy.ts'
import type { Clock } from './clock.ts'
import type { DataDisk } from './data-disk.ts'
import { hangDuration } from './hold.ts'
import type { Installation } from './installation.ts'

/** Where a fault happens. */
export type FaultContext = {
  installation: Installation
  dice: Dice
  mailLine: StallingProxy
  /** undefined where files are on disk. */
  storeLine: StallingProxy | undefined
  clock: Clock | undefined
  /** How many rounds of this kind there have been before. */
  roundsBefore: number
  /** Takes what people would not understand, beside what the calls are answered. */
  wordless: (words: string) => void
}

export type FaultKind = {
  name: string
  /** Where its files are. */
  files: 'on disk' | 'in S3'
  needs?: 'disk' | 'clock'
  /** Begins it and holds it as long as it lasts; people go on working meanwhile. */
  strike(scene: FaultContext): Promise<void>
  /** Ends it. */
  heal(scene: FaultContext): Promise<void>
}

const diskOf = ({ installation }: FaultContext): DataDisk => {
  if (!installation.disk) throw new Error('This installation has no disk of its own.')
  return installation.disk
}

const hold = ({ roundsBefore, dice }: FaultContext) => pause(hangDuration(roundsBefore, dice))

const startAgain = ({ installation }: FaultContext) => installation.start()
const untilReady = ({ installation }: FaultContext) => installation.untilReady()

const killEverything = async (scene: FaultContext) => {
  await scene.installation.killAll()
}

function signal(processes: readonly number[], name: 'SIGSTOP' | 'SIGCONT' | 'SIGKILL' | 'SIGINT'): void {
  for (const pid of processes)
    try {
      process.kill(pid, name)
    } catch {
      // It has ended meanwhile.
    }
}

async function allOfPostgres({ installation }: FaultContext): Promise<number[]> {
  const { main, children } = await installation.postgres()
  return [main, ...children]
}

const MAX_SECONDS_BACK = 26 * 60 * 60
// Much longer than an idle machine takes: it is the silence that is looked for.
const TOLD_WITHIN_MS = 30_000

/** A start that cannot succeed says why and ends, or the server starts and answers that it is not ready. */
async function expectRefusal({ installation, wordless }: FaultContext): Promise<void> {
  await installation.killAll()
  const { says, isInWords } = await installation.tryToStart(TOLD_WITHIN_MS)
  if (!isInWords) wordless(`a start said ${says === '' ? `nothing within ${TOLD_WITHIN_MS / 1000} s` : says}`)
}

type Line = Pick<FaultKind, 'name' | 'files'> & {
  line: (scene: FaultContext) => StallingProxy | undefined
  longestMs: number
}

/** What stands behind a line refuses connections for a while. */
const lineDown = ({ name, files, line, longestMs }: Line): FaultKind => ({
  name,
  files,
  strike: async scene => {
    await line(scene)?.refuse()
    await pause(scene.dice.whole(500, longestMs))
  },
  heal: async scene => line(scene)?.answer(),
})

/** Fills the disk of its own, and lets people meet that for a moment. */
async function fillDisk(scene: FaultContext, shortestMs: number, longestMs: number): Promise<void> {
  await diskOf(scene).fill()
  await pause(scene.dice.whole(shortestMs, longestMs))
}

export const faultKinds: readonly FaultKind[] = [
  {
    name: 'server killed',
    files: 'on disk',
    strike: ({ installation }) => installation.killServer(),
    heal: startAgain,
  },
  {
    name: 'worker killed',
    files: 'on disk',
    strike: ({ installation }) => installation.worker.kill(),
    heal: startAgain,
  },
  {
    name: 'database killed',
    files: 'on disk',
    strike: async scene => signal([(await scene.installation.postgres()).main], 'SIGKILL'),
    heal: untilReady,
  },
  {
    name: 'database killed under a start',
    files: 'on disk',
    strike: async scene => {
      await scene.installation.killServer()
      await scene.installation.start()
      signal([(await scene.installation.postgres()).main], 'SIGKILL')
    },
    heal: untilReady,
  },
  {
    name: 'a process of the database killed',
    files: 'on disk',
    strike: async scene => {
      const { children } = await scene.installation.postgres()
      signal([scene.dice.of(children)], 'SIGKILL')
    },
    heal: untilReady,
  },
  { name: 'everything killed', files: 'on disk', strike: killEverything, heal: startAgain },
  {
    name: 'disk full',
    files: 'on disk',
    needs: 'disk',
    strike: scene => fillDisk(scene, 500, 2000),
    heal: async scene => {
      await diskOf(scene).free()
      await scene.installation.untilReady()
    },
  },
  {
    name: 'started on a full disk',
    files: 'on disk',
    needs: 'disk',
    strike: async scene => {
      await fillDisk(scene, 200, 500)
      await expectRefusal(scene)
    },
    heal: async scene => {
      await diskOf(scene).free()
      await scene.installation.start()
    },
  },
  {
    name: 'disk read-only',
    files: 'on disk',
    needs: 'disk',
    strike: async scene => {
      await diskOf(scene).turnReadOnly()
      await pause(scene.dice.whole(500, 2000))
      await expectRefusal(scene)
    },
    heal: async scene => {
      await diskOf(scene).repair()
      await scene.installation.start()
    },
  },
  {
    name: 'database hanging',
    files: 'on disk',
    strike: async scene => {
      signal(await allOfPostgres(scene), 'SIGSTOP')
      await hold(scene)
    },
    heal: async scene => {
      signal(await allOfPostgres(scene), 'SIGCONT')
      await scene.installation.untilReady()
    },
  },
  {
    name: 'database restarted',
    files: 'on disk',
    strike: async scene => signal([(await scene.installation.postgres()).main], 'SIGINT'),
    heal: untilReady,
  },
  lineDown({ name: 'mail server down', files: 'on disk', line: ({ mailLine }) => mailLine, longestMs: 1500 }),
  {
    name: 'mail server hanging',
    files: 'on disk',
    strike: async scene => {
      scene.mailLine.stall()
      await pause(scene.dice.whole(500, 1500))
    },
    heal: async ({ mailLine }) => mailLine.resume(),
  },
  {
    name: 'clock set back',
    files: 'on disk',
    needs: 'clock',
    strike: async scene => {
      const { clock, installation } = scene
      if (!clock) throw new Error('There is no clock that can be set.')
      await clock.set(0)
      await installation.stop()
      await installation.start(clock.environment)
      await pause(300)
      await clock.set(-scene.dice.whole(60, MAX_SECONDS_BACK))
      await pause(scene.dice.whole(500, 1500))
    },
    heal: async ({ installation }) => {
      await installation.stop()
      await installation.start()
    },
  },
  lineDown({ name: 'file store down', files: 'in S3', line: ({ storeLine }) => storeLine, longestMs: 2000 }),
  {
    name: 'file store hanging',
    files: 'in S3',
    strike: async scene => {
      scene.storeLine?.stall()
      await hold(scene)
    },
    heal: async ({ storeLine }) => storeLine?.resume(),
  },
  { name: 'everything killed, files in S3', files: 'in S3', strike: killEverything, heal: startAgain },
]
