import { setPriority } from 'node:os'

/**
 * The niceness of threads and programs that work on documents, compared with the server's own thread:
 * a third of the processor where the server wants all of it, the whole where it wants none.
 */
export const BACKGROUND_NICENESS = 5

/**
 * Applies the priority that a thread was started with, its first argument. Linux has one for each thread; elsewhere it
 * would be that of the whole server.
 */
export function applyOwnPriority(): void {
  const nice = Number(process.argv[2] ?? 0)
  if (process.platform === 'linux' && nice > 0) setPriority(nice)
}
