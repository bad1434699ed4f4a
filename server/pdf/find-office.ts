import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'

type Environment = { SOFFICE_PATH?: string | undefined; PATH?: string | undefined }

export type FoundOffice = { program: string } | { reason: string }

const NAMES = process.platform === 'win32' ? ['soffice.com', 'soffice.exe'] : ['soffice', 'libreoffice']

/** LibreOffice's program: the one that SOFFICE_PATH names, else the first on PATH. */
export function findOffice(environment: Environment = process.env): FoundOffice {
  const named = environment.SOFFICE_PATH
  if (named) {
    if (isProgram(named)) return { program: named }
    return { reason: `PDF needs LibreOffice, and SOFFICE_PATH (${named}) names no program.` }
  }
  const folders = (environment.PATH ?? '').split(delimiter).filter(folder => folder !== '')
  const program = folders.flatMap(folder => NAMES.map(name => join(folder, name))).find(isProgram)
  if (program) return { program }
  return { reason: 'PDF needs LibreOffice, which is not installed on the server.' }
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}
