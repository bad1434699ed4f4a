import { existsSync } from 'node:fs'
import { chmod, writeFile } from 'node:fs/promises'
import { ensurePrograms } from '#testing/debian-packages.ts'

/** A clock that one process goes by, and that can be set while it runs. */
export type Clock = {
  /** For the environment of that process. */
  environment: Record<string, string>
  /** By how many seconds it is ahead of the machine's; negative: behind. */
  set(seconds: number): Promise<void>
}

const PLACES = ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu', '/usr/lib'].map(
  folder => `${folder}/faketime/libfaketime.so.1`,
)

/** Else the reason in words. `path`: the file by which the clock is set. */
export async function openClock(path: string): Promise<Clock | string> {
  const lacking = await ensurePrograms({
    programs: ['faketime'],
    packages: ['faketime'],
    what: 'a clock that can be set for one process (faketime)',
  })
  if (lacking) return lacking
  const library = PLACES.find(place => existsSync(place))
  if (!library) return `libfaketime.so.1 is in none of ${PLACES.join(', ')}`
  const set = async (seconds: number) => {
    await writeFile(path, `${seconds < 0 ? '' : '+'}${seconds}\n`)
    await chmod(path, 0o644)
  }
  await set(0)
  return {
    set,
    environment: {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: path,
      FAKETIME_NO_CACHE: '1',
      // Timers go on: a clock that is set back makes no second longer.
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      FAKETIME_DISABLE_SHM: '1',
    },
  }
}
