import { setTimeout as pause } from 'node:timers/promises'
import { capLog } from './log.ts'
import type { Opened, OpenOptions } from './open.ts'
import { openCluster, stopCluster } from './open.ts'
import { errorMessage } from './errors.ts'
import { leaveDatabase } from './session.ts'

export type EmbeddedDatabase = {
  /** A superuser on the application's database, reachable from this machine alone. */
  ownerUrl: string
  /** True when PostgreSQL was running already. */
  attached: boolean
  /** Leaves the database; whoever leaves last stops PostgreSQL. Resolves when that is done. */
  stop(): Promise<void>
}

/**
 * Opens the built-in PostgreSQL under DATA_DIR/postgres: creates, starts or joins it, whatever a killed
 * process left behind. Throws EmbeddedDatabaseError with one line that says what to do.
 */
export async function openEmbeddedDatabase(options: OpenOptions): Promise<EmbeddedDatabase> {
  const log = options.log ?? (() => undefined)
  const first = await openCluster(options)
  let current = first
  let stopping: Promise<void> | undefined
  let rejoining = Promise.resolve()

  const watch = (opened: Opened) => {
    opened.session.client.once('end', () => {
      // A disposable database was taken away on purpose.
      if (stopping === undefined && options.disposable !== true) rejoining = rejoin()
    })
  }

  // PostgreSQL restarts by itself when one of its processes dies, and is restarted here when it was killed.
  const rejoin = async () => {
    log('The connection to PostgreSQL was lost; connecting again.')
    let told = ''
    while (stopping === undefined) {
      try {
        current = await openCluster(options)
        watch(current)
        log('PostgreSQL is back.')
        if (current.url !== first.url) log('PostgreSQL had to move to another port: restart the server.')
        return
      } catch (error) {
        // Every two seconds the same: a disk that is full has no room for it either.
        if (errorMessage(error) !== told) log(errorMessage(error))
        told = errorMessage(error)
        await pause(2_000)
      }
    }
  }

  const leave = async () => {
    clearInterval(logTimer)
    await rejoining
    if (current.session.closed) return
    const last = await leaveDatabase(current.session).catch(() => false)
    if (last) await stopCluster(current)
    await current.session.client.end()
  }

  watch(first)
  const logTimer = setInterval(() => void capLog(first.cluster.log).catch(() => undefined), 60_000)
  logTimer.unref()
  return { ownerUrl: first.url, attached: first.attached, stop: () => (stopping ??= leave()) }
}
