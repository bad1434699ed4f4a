import { fork } from 'node:child_process'
import { join } from 'node:path'
import type { Server } from '#benchmarks/same-answers.ts'
import type { BareReady, BareStart } from './server.ts'

/** Starts the bare server as a process of its own, on a free port. */
export async function startBare(start: BareStart): Promise<Server & { pid: number; stop(): Promise<void> }> {
  const child = fork(join(import.meta.dirname, 'server.ts'))
  const ready = new Promise<BareReady>((resolve, reject) => {
    child.once('message', message => resolve(message as BareReady))
    child.once('exit', () => reject(new Error('The bare server ended while starting.')))
  })
  child.send(start)
  const { port, token } = await ready
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    headers: { authorization: `Bearer ${token}` },
    stop: async () => {
      const ended = new Promise(resolve => child.once('exit', resolve))
      child.kill('SIGTERM')
      await ended
    },
  }
}
