import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { basename, dirname } from 'node:path'
import { runStep } from '#testing/step.ts'

/**
 * Packs a folder as a .tar.gz that is the same byte for byte whenever and by whomever it is made from the same files: in
 * order, with one time (seconds since 1970) and one owner. Needs GNU tar; throws with what it said.
 */
export async function packFolder(folder: string, archive: string, time: number): Promise<void> {
  const { ok, output } = await runStep(
    'tar',
    [
      ...[
        '--create',
        '--file',
        archive,
        '--use-compress-program',
        'gzip -9n',
        '--format',
        'gnu',
        '--sort',
        'name',
      ],
      ...['--mtime', `@${time}`, '--owner', '0', '--group', '0', '--numeric-owner', '--mode', 'u=rwX,go=rX'],
      ...['--directory', dirname(folder), basename(folder)],
    ],
    { quiet: true, env: { LC_ALL: 'C' } },
  )
  if (!ok) throw new Error(`The archive could not be packed; GNU tar and gzip are needed.\n${output.trim()}`)
}

/** SHA-256 of a file, in hexadecimal. */
export async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}
