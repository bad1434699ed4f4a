import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'

export type MigrationFile = {
  name: string
  statements: string
  /** SHA-256 of the statements, whatever line ends a checkout gave them. */
  checksum: string
}

const shipped = new URL('./migrations/', import.meta.url)

/** All migrations in the order in which they are applied. */
export async function readMigrations(folder: URL = shipped): Promise<MigrationFile[]> {
  const names = (await readdir(folder)).filter(name => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async name => {
      const statements = (await readFile(new URL(name, folder), 'utf8')).replaceAll('\r\n', '\n')
      return { name, statements, checksum: createHash('sha256').update(statements).digest('hex') }
    }),
  )
}

export type AppliedMigration = { name: string; checksum: string | null }

/**
 * Throws where this version's files cannot have made the schema that stands. An applied migration without a checksum
 * is from before they were kept.
 */
export function refuseForeignSchema(
  files: readonly MigrationFile[],
  applied: readonly AppliedMigration[],
): void {
  const checksums = new Map(files.map(({ name, checksum }) => [name, checksum]))
  const unknown = applied.filter(({ name }) => !checksums.has(name)).map(({ name }) => name)
  if (unknown.length > 0)
    throw new Error(
      `The database was migrated by a newer version of Lading (${unknown.join(', ')}). Start that version.`,
    )
  const changed = applied
    .filter(({ name, checksum }) => checksum !== null && checksum !== checksums.get(name))
    .map(({ name }) => name)
  if (changed.length > 0)
    throw new Error(
      `The database was migrated by other files of the same name (${changed.join(', ')}). Applied migrations never change: restore these files, and put what is new into a migration of its own.`,
    )
}
