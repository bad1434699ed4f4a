import { setPriority } from 'node:os'

/**
 * How far threads and programs that work on documents stand behind the server's own thread, as Unix counts priorities:
 * a third of the processor where the server wants all of it, the whole where it wants none.
 */
export const BACKGROUND_NICENESS = 5

/**
 * Takes the priority that a thread was started with: its first argument. Linux keeps one for each thread; elsewhere it
 * would be that of the whole server.
 */
export function applyOwnPriority(): void {
  const nice = Number(process.argv[2] ?? 0)
  if (process.platform === 'linux' && nice > 0) setPriority(nice)
}
