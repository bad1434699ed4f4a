import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, open, readFile, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** A disk of its own, which can be filled and turned read-only while it is in use. */
export type DataDisk = {
  folder: string
  fill(): Promise<void>
  free(): Promise<void>
  /** As a file system turns itself read-only that found an error; needs `repair`, with nobody using it. */
  turnReadOnly(): Promise<void>
  repair(): Promise<void>
  /** Not before everybody has left it; what it holds stays. */
  unmount(): Promise<void>
}

// Takes no more of the machine's disk than what is written.
const SIZE = '8G'
const UNMOUNT_TRIES = 50
const DETACHED_WITHIN_MS = 120_000

export const mountPointIn = (folder: string) => join(folder, 'disk')

/** Makes or mounts again the file system that an image in `folder` holds; else the reason in words. Throws where the image is there and cannot be mounted. */
export async function openDataDisk(folder: string): Promise<DataDisk | string> {
  const image = join(folder, 'disk.img')
  const mountPoint = mountPointIn(folder)
  const ballast = join(mountPoint, 'ballast')
  const why = whyNot()
  if (why) return why
  const mount = () => run('mount', ['-o', 'loop,errors=remount-ro', image, mountPoint])
  const unmount = async () => {
    for (let tries = 1; ; tries += 1)
      try {
        await run('umount', [mountPoint])
        return
      } catch (error) {
        if (tries === UNMOUNT_TRIES) throw error
        await pause(100)
      }
  }
  const isNew = !existsSync(image)
  try {
    await mkdir(mountPoint, { recursive: true })
    if (isNew) {
      await run('truncate', ['-s', SIZE, image])
      // No room is kept for root alone: the server may be root, and PostgreSQL is not.
      await run('mkfs.ext4', ['-q', '-F', '-m', '0', image])
    }
    if (await isMounted(mountPoint)) await unmount()
    await mount()
  } catch (error) {
    // What earlier rounds have written is on it.
    if (!isNew) throw error
    await rm(image, { force: true })
    return `a disk of its own cannot be mounted (${(error as Error).message.trim().split('\n').at(-1)})`
  }
  const disk: DataDisk = {
    folder: mountPoint,
    fill: async () => {
      const { bavail, bsize } = await statfs(mountPoint)
      await run('fallocate', ['-l', String(Math.max(bsize, bavail * bsize)), ballast]).catch(() => undefined)
      await takeTheRest(`${ballast}-rest`)
    },
    free: async () => {
      for (const path of [ballast, `${ballast}-rest`]) await rm(path, { force: true })
    },
    turnReadOnly: async () => {
      await run('mount', ['-o', 'remount,abort', mountPoint])
      // The next write is refused, and turns it.
      await open(join(mountPoint, 'touched'), 'w').catch(() => undefined)
    },
    repair: async () => {
      await unmount()
      await untilDetached(image)
      // It ends with 1 where it has corrected errors, which is what it is for.
      await run('e2fsck', ['-f', '-y', image]).catch((error: { code?: number }) => {
        if ((error.code ?? 0) > 1) throw error
      })
      await mount()
    },
    unmount,
  }
  await disk.free()
  return disk
}

function whyNot(): string | undefined {
  if (process.platform !== 'linux') return 'a disk of its own can be mounted on Linux alone'
  return process.getuid?.() === 0 ? undefined : 'only root can mount a disk of its own'
}

async function isMounted(folder: string): Promise<boolean> {
  const mounts = await readFile('/proc/mounts', 'utf8')
  return mounts.split('\n').some(line => line.split(' ')[1]?.replaceAll('\\040', ' ') === folder)
}

/**
 * Another program's sandbox may have taken the mount along and keeps it for as long as it runs; mounted again before
 * its end, it would be the same file system, still read-only.
 */
async function untilDetached(image: string): Promise<void> {
  const deadline = Date.now() + DETACHED_WITHIN_MS
  while ((await run('losetup', ['-j', image])).stdout.trim() !== '') {
    if (Date.now() > deadline) throw new Error(`${image} is still in use by another program.`)
    await pause(100)
  }
}

/** Down to the last block, which no large piece fits into. */
async function takeTheRest(path: string): Promise<void> {
  const file = await open(path, 'w')
  for (const bytes of [1024 * 1024, 4096]) {
    const piece = Buffer.alloc(bytes)
    let isFull = false
    while (!isFull)
      isFull = await file.write(piece).then(
        ({ bytesWritten }) => bytesWritten === 0,
        () => true,
      )
  }
  await file.close()
}
