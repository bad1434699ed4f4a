import { copyFile, stat, truncate } from 'node:fs/promises'

const largest = 10 * 1024 * 1024

/** Keeps PostgreSQL's log and one before it within 10 MB each; it goes on writing to the same file. */
export async function capLog(path: string, bytes = largest): Promise<void> {
  const size = (await stat(path).catch(() => undefined))?.size ?? 0
  if (size <= bytes) return
  await copyFile(path, `${path}.1`)
  await truncate(path)
}
