import { existsSync, realpathSync } from 'node:fs'
import { basename, dirname } from 'node:path'

// Programs, libraries, fonts and LibreOffice's settings as distributions lay them out: no more of /usr and /etc.
const OF_THE_SYSTEM = [
  '/bin',
  '/lib',
  '/lib32',
  '/lib64',
  '/usr/bin',
  '/usr/lib',
  '/usr/lib32',
  '/usr/lib64',
  '/usr/share',
  '/usr/local/share/fonts',
  '/etc/alternatives',
  '/etc/fonts',
  '/etc/ld.so.cache',
  '/etc/libreoffice',
  '/etc/localtime',
  '/etc/papersize',
  '/var/cache/fontconfig',
  '/var/lib/libreoffice',
]

/** What LibreOffice has to read of the machine's files. */
export function readablePaths(program: string): string[] {
  const shown = OF_THE_SYSTEM.filter(path => existsSync(path))
  for (const path of [officeFolder(program), program]) {
    if (!shown.some(known => path === known || path.startsWith(`${known}/`))) shown.push(path)
  }
  return shown
}

/** Where LibreOffice's libraries are. */
export function libraryFolder(program: string): string {
  return dirname(realpathSync(program))
}

function officeFolder(program: string): string {
  const folder = libraryFolder(program)
  // …/program beside …/share; a program that stands elsewhere is shown with its own folder alone.
  return basename(folder) === 'program' && existsSync(`${dirname(folder)}/share`) ? dirname(folder) : folder
}
