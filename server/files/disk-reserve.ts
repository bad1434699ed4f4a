import { statfs } from 'node:fs/promises'
import { AppError } from '#server/errors.ts'

export type DiskRoom = {
  /** What files leave free of the disk, so that the database can still save; 0 by default. */
  reserveBytes?: number
  /** What is free at this moment, in bytes; asked of the system by default. */
  freeBytes?: () => Promise<number>
}

/** So much may be written between two looks at the disk, of all files together. */
const LOOK_EVERY_BYTES = 8 * 1024 * 1024

export async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

const megabytes = (bytes: number) => `${Math.round(bytes / 1_000_000).toLocaleString('en')} MB`

export function diskReserve({
  reserveBytes = 0,
  freeBytes,
}: Required<Pick<DiskRoom, 'freeBytes'>> & DiskRoom) {
  let unseen = 0

  /** Throws `storage_full` where so many bytes more would leave less than the reserve. */
  const require = async (bytes: number): Promise<void> => {
    if (reserveBytes === 0 || (await freeBytes()) - bytes >= reserveBytes) return
    throw new AppError(
      'storage_full',
      `The server’s disk is nearly full: its last ${megabytes(reserveBytes)} are reserved for what people type, so no file is stored. Nothing was saved. Tell the operator of the server; try again when there is room.`,
    )
  }

  /** The same chunks, as long as they leave the reserve. */
  async function* leaving(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    let isFirst = true
    for await (const chunk of content) {
      unseen += chunk.length
      if (isFirst || unseen >= LOOK_EVERY_BYTES) {
        unseen = 0
        isFirst = false
        await require(chunk.length)
      }
      yield chunk
    }
  }

  return { require, leaving }
}
