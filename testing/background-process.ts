import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect } from 'vitest'

/** Much longer than a busy machine takes to give a connection: a worker that gets none in time does not start. */
export const WORKER_PATIENCE = { connect: 3_000, answer: 2_000 }

// The worker's own background work, with less patience than it has for a database in production.
const program = `
  import { startBackgroundWork } from '#server/background/start.ts'
  import { createSeal } from '#server/identity/store/sealing.ts'
  import { mailSettings, mailVariables } from '#server/mail/settings.ts'
  import { openMailService } from '#server/mails/mail-service.ts'
  import { surviveComponentFailures } from '#server/survive-failures.ts'
  import { openTestDatabase } from '#testing/identity-app.ts'
  const { databaseUrl, ownerUrl, patience } = JSON.parse(process.argv[1])
  const database = openTestDatabase(databaseUrl)
  const settings = mailSettings(mailVariables.parse({}), () => undefined)
  const mail = openMailService(settings, { name: 'Lading', email: 'office@lading.example' }, database.pool)
  const log = line => console.log(line)
  await startBackgroundWork({ ownerUrl, database, files: {}, mail, makings: { files: {}, mail }, seal: createSeal(undefined), log, patience })
  surviveComponentFailures(log)
  log('The worker is ready.')
`

/** A worker in a process of its own, which can be killed. */
export type WorkerProcess = { child: ChildProcess; ended: Promise<unknown>; said: () => string }

export type WorkerProcesses = {
  /** One that found the busy machine's database too slow for its small patience is started again. */
  start: (ownerUrl: string, tries?: number) => Promise<WorkerProcess>
  killAll: () => Promise<void>
}

/** `databaseUrl`: where the workers' tasks find the product's own tables. */
export function workerProcesses(databaseUrl: () => string): WorkerProcesses {
  const workers: WorkerProcess[] = []
  const start = async (ownerUrl: string, tries = 3): Promise<WorkerProcess> => {
    const parts = { databaseUrl: databaseUrl(), ownerUrl, patience: WORKER_PATIENCE }
    const child = spawn(
      process.execPath,
      ['--input-type=module', '-e', program, '--', JSON.stringify(parts)],
      { cwd: join(import.meta.dirname, '..') },
    )
    let words = ''
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', data => (words += String(data)))
    const worker = { child, ended: once(child, 'exit'), said: () => words }
    workers.push(worker)
    const isReady = () => words.includes('The worker is ready.')
    await expect.poll(() => isReady() || child.exitCode !== null, { timeout: 60_000 }).toBe(true)
    if (!isReady() && tries > 1) return start(ownerUrl, tries - 1)
    expect(words).toContain('The worker is ready.')
    return worker
  }
  return {
    start,
    async killAll() {
      for (const { child } of workers) child.kill('SIGKILL')
      await Promise.all(workers.map(({ ended }) => ended))
      workers.length = 0
    },
  }
}
