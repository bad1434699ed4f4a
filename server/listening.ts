import { once } from 'node:events'
import { createServer } from 'node:net'
import { codeFrom, messageFrom } from './errors.ts'

/** The server cannot listen where it is told to; the message says which variable to change. */
export class ListenError extends Error {
  override name = 'ListenError'
}

type Place = { host: string; port: number }
type Names = { host: string; port: string }

/** Throws ListenError where something keeps the server from listening: asked first, before a database is made. */
export async function requireFreePorts(config: Place & { metrics: Place | undefined }): Promise<void> {
  await requireFree(config, { host: 'HOST', port: 'PORT' })
  if (config.metrics) await requireFree(config.metrics, { host: 'METRICS_HOST', port: 'METRICS_PORT' })
}

/** The same of a worker's own port. */
export const requireFreeWorkerPort = async (worker: Place | undefined): Promise<void> => {
  if (worker) await requireFree(worker, { host: 'WORKER_HOST', port: 'WORKER_PORT' })
}

async function requireFree(place: Place, names: Names): Promise<void> {
  // Whoever tries the port at this moment, such as a balancer, must not hold up its closing.
  const probe = createServer(socket => socket.destroy())
  try {
    const listening = once(probe, 'listening')
    probe.listen(place.port, place.host)
    await listening
  } catch (error) {
    throw new ListenError(explained(error, place, names), { cause: error })
  }
  probe.close()
  await once(probe, 'close')
}

/** Exported for its test: what an ordinary user meets depends on the machine. */
export function explained(error: unknown, { host, port }: Place, names: Names): string {
  const code = codeFrom(error)
  if (code === 'EADDRINUSE')
    return `Another program already listens on port ${port} of ${host}. Set ${names.port} to a free port, or stop that program.`
  if (code === 'EACCES')
    return (
      `This user may not listen on port ${port}: ports below 1024 are reserved. Set ${names.port} to a higher one and ` +
      'put a proxy in front, or allow it to the service (systemd: AmbientCapabilities=CAP_NET_BIND_SERVICE).'
    )
  if (['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN', 'EINVAL'].includes(code))
    return (
      `${names.host} is ${host}, which is no address of this machine (${code}). Set it to one of its own, to 127.0.0.1, ` +
      'or to 0.0.0.0 for all of them.'
    )
  return `The server cannot listen on port ${port} of ${host} (${messageFrom(error)}). Check ${names.host} and ${names.port}.`
}
