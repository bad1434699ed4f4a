import { lazyRouteComponent } from '@tanstack/react-router'
import { ConnectionProblem } from './problem.ts'

/** Beside “This screen could not be shown.” */
const OFFLINE =
  'The server could not be reached. The screen is loaded as soon as the connection is back; nothing you typed is lost.'

/** Whether the server answers at all: without it, loading the page again would lose the page. */
export async function isServerReachable(): Promise<boolean> {
  try {
    await fetch('/healthz', { cache: 'no-store' })
    return true
  } catch {
    return false
  }
}

/**
 * A screen whose script is fetched when it is first shown. The router loads the page again where a script is gone,
 * which is right after an upgrade of the server and wrong without a connection.
 */
export const lazyScreen: typeof lazyRouteComponent = (importer, exportName) =>
  lazyRouteComponent(async () => {
    try {
      return await importer()
    } catch (error) {
      if (await isServerReachable()) throw error
      throw new ConnectionProblem(OFFLINE, error)
    }
  }, exportName)
