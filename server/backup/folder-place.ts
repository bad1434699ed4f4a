import { randomUUID } from 'node:crypto'
import { open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { codeFrom } from '#server/errors.ts'
import { makeFolder, syncFolder, writeDurably } from '#server/files/disk.ts'
import { type BackupPlace, NotInBackup } from './place.ts'

/** Part of a file's name while it is written. */
const DRAFT = '.draft-'

/** A backup in a folder, which is made when something is written to it. */
export function openFolderPlace(folder: string): BackupPlace {
  const root = resolve(folder)

  return {
    name: root,

    async write(path, content) {
      const target = join(root, path)
      const draft = join(dirname(target), DRAFT + randomUUID())
      await makeFolder(dirname(target))
      try {
        await writeDurably(draft, content)
        await rename(draft, target)
      } catch (error) {
        await rm(draft, { force: true }).catch(() => undefined)
        throw error
      }
      await syncFolder(dirname(target))
    },

    async read(path) {
      const file = await open(join(root, path)).catch((error: unknown) => {
        if (codeFrom(error) === 'ENOENT') throw new NotInBackup(`${root} has no file ${path}.`)
        throw error
      })
      return file.createReadStream()
    },

    async *list(path = '') {
      const top = join(root, path)
      for await (const file of filesBelow(top))
        yield { path: relative(root, file).replaceAll('\\', '/'), size: (await stat(file)).size }
    },

    entries: async () => namesIn(root),

    remove: path => rm(join(root, path), { recursive: true, force: true }),

    at: path => openFolderPlace(join(root, path)),

    close: () => undefined,
  }
}

/** What killed backups left half written is none of them. */
async function namesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (codeFrom(error) === 'ENOENT') return []
    throw error
  })
  return names.filter(name => !name.startsWith(DRAFT))
}

async function* filesBelow(folder: string): AsyncGenerator<string> {
  for (const name of await namesIn(folder)) {
    const path = join(folder, name)
    if ((await stat(path)).isDirectory()) yield* filesBelow(path)
    else yield path
  }
}
