/**
 * Where a backup is kept: a folder, or the objects of an S3 bucket that begin alike. Paths are relative, with `/` between
 * their parts.
 */
export type BackupPlace = {
  /** As people would write it. */
  name: string
  /** The file is there whole or not at all. What stood at the path is replaced. */
  write(path: string, content: AsyncIterable<Uint8Array>): Promise<void>
  /** Throws NotInBackup where there is no such file. */
  read(path: string): Promise<AsyncIterable<Uint8Array>>
  /** Every file at or below a path, with its size in bytes; in no order. */
  list(path?: string): AsyncIterable<{ path: string; size: number }>
  /** What lies directly in it, files and folders alike. */
  entries(): Promise<string[]>
  /** Removes a file, or a folder with all that is in it; nothing there is no error. */
  remove(path: string): Promise<void>
  /** The place at a path from here, which may begin with `..`. */
  at(path: string): BackupPlace
  close(): void
}

export class NotInBackup extends Error {
  override name = 'NotInBackup'
}

/** Reads a whole file, for those that are small. */
export async function readAll(place: BackupPlace, path: string): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of await place.read(path)) chunks.push(chunk)
  return Buffer.concat(chunks)
}
