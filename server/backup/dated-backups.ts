import type { Measured } from './content-checks.ts'
import { makeBackup, type BackupOptions } from './make-backup.ts'
import { BackupError } from './backup-error.ts'
import { findManifest, type Manifest, MANIFEST, readFileList } from './manifest.ts'
import type { BackupPlace } from './place.ts'

/** The files of all dated backups of a place: a file of the store never changes, so they share them. */
const SHARED = 'files'

const DATED = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z$/

export type DatedBackup = { name: string; manifest: Manifest }

/** The backups of a place that are complete, the newest last. */
export async function listDatedBackups(place: BackupPlace): Promise<DatedBackup[]> {
  const found: DatedBackup[] = []
  for (const name of (await place.entries()).filter(entry => DATED.test(entry)).toSorted()) {
    const manifest = await findManifest(place.at(name))
    if (manifest) found.push({ name, manifest })
  }
  return found
}

type Options = Pick<BackupOptions, 'source' | 'stop' | 'say'> & { place: BackupPlace; keep: number }

/**
 * Makes a backup in a folder of its own, named by its moment, and then removes the oldest so that `keep` remain. Only one
 * may be made at a time in a place. Where it fails, nothing is removed but what interrupted ones have left.
 */
export async function makeDatedBackup({ source, place, keep, stop, say }: Options): Promise<DatedBackup> {
  if ((await place.entries()).includes(MANIFEST))
    throw new BackupError(`${place.name} is a backup itself: name another folder for dated ones.`)
  await removeInterrupted(place)
  const name = new Date().toISOString().replaceAll(/[:.]/g, '-')
  const manifest = await makeBackup({
    ...{ source, stop, say },
    place: place.at(name),
    filesFolder: `../${SHARED}`,
    known: await knownFiles(place),
  })
  await removeOld(place, keep, say)
  return { name, manifest }
}

async function removeInterrupted(place: BackupPlace): Promise<void> {
  for (const name of await place.entries())
    if (DATED.test(name) && !(await place.at(name).entries()).includes(MANIFEST)) await place.remove(name)
}

async function knownFiles(place: BackupPlace): Promise<Map<string, Measured>> {
  const known = new Map<string, Measured>()
  const newest = (await listDatedBackups(place)).at(-1)
  if (newest)
    for (const { key, ...measured } of await readFileList(place.at(newest.name), newest.manifest).catch(
      () => [],
    ))
      known.set(key, measured)
  return known
}

/** Those in which no file is missing or damaged. */
const isWhole = ({ manifest }: DatedBackup) => manifest.missing.length + manifest.damaged.length === 0

/**
 * Complete backups beyond the newest `keep`, and the files that none of the others has. The newest that lacks nothing
 * stays, however old it is: what the store has lost since may be in it alone.
 */
async function removeOld(place: BackupPlace, keep: number, say: (line: string) => void): Promise<void> {
  const complete = await listDatedBackups(place)
  const lastWhole = complete.findLast(isWhole)
  const old = complete.slice(0, -keep).filter(backup => backup !== lastWhole)
  if (old.length === 0) return
  for (const { name } of old) {
    // First of all it no longer counts as one.
    await place.remove(`${name}/${MANIFEST}`)
    await place.remove(name)
  }
  const names = old.map(({ name }) => name).join(', ')
  say(`Removed ${old.length} old ${old.length === 1 ? 'backup' : 'backups'}: ${names}.`)
  const wanted = new Set<string>()
  for (const { name, manifest } of complete.filter(backup => !old.includes(backup))) {
    const files = await readFileList(place.at(name), manifest).catch(() => null)
    if (files === null) {
      say(`The list of files of ${name} is damaged, so files of old backups are kept.`)
      return
    }
    for (const { key } of files) wanted.add(key)
  }
  const files = place.at(SHARED)
  for await (const { path } of files.list()) if (!wanted.has(path)) await files.remove(path)
}
