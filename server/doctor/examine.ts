import { type Config, ConfigurationError, readConfig } from '#server/config.ts'
import { examineBackups } from './backups.ts'
import { openForLook, type OpenedDatabase, examineDatabase } from './database.ts'
import { examineFiles, type FileOptions, wrongUser } from './files.ts'
import { examinePdf } from './pdf.ts'
import { note, right, section, type Section, wrong } from './report.ts'
import { examineMail, examineNetwork, examineSignIn } from './services.ts'

/** Looks at everything that an installation with these variables needs, and changes nothing that it is not told to. */
export async function examine(
  environment: Record<string, string | undefined>,
  options: FileOptions,
): Promise<Section[]> {
  const config = readOrExplain(environment)
  if (typeof config === 'string') return [{ title: 'Settings', findings: [wrong(config)] }]
  const settings = {
    title: 'Settings',
    findings: [right('The settings have no mistakes'), ...config.warnings.map(note)],
  }
  const user = wrongUser(config)
  if (user !== undefined) return [settings, { title: 'User', findings: [wrong(user)] }]
  const stored = await examineStored(config, options)
  // One after the other: LibreOffice and a page of findings want no race.
  return [
    settings,
    ...stored,
    await section('Backups', () => examineBackups(config)),
    await section('E-mail', () => examineMail(config)),
    await section('Sign-in', () => examineSignIn(config)),
    await section('PDFs', () => examinePdf(config)),
    await section('Addresses', () => examineNetwork(config)),
  ]
}

function readOrExplain(environment: Record<string, string | undefined>): Config | string {
  try {
    return readConfig(environment)
  } catch (error) {
    if (error instanceof ConfigurationError) return error.message
    throw error
  }
}

async function examineStored(config: Config, options: FileOptions): Promise<Section[]> {
  let opened: OpenedDatabase | null = null
  let isMigrated = false
  try {
    const database = await section('Database', async () => {
      opened = await openForLook(config)
      if (!opened) return [note(`There is no database yet: the first start makes it in ${config.dataDir}`)]
      const found = await examineDatabase(config, opened)
      isMigrated = found.isMigrated
      return found.findings
    })
    const ownerUrl = isMigrated ? ownerOf(opened) : undefined
    return [database, await section('Files', () => examineFiles(config, ownerUrl, options))]
  } finally {
    await closed(opened)
  }
}

// What a function inside has assigned is not seen by the compiler.
const ownerOf = (opened: OpenedDatabase | null) => (opened?.isOwned ? opened.addresses.ownerUrl : undefined)
const closed = (opened: OpenedDatabase | null) => opened?.close()
