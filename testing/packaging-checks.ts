import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'
import { installedTool } from './installed-tool.ts'
import { makeTemporaryFolder } from './temporary-folder.ts'

// Debian keeps some where not everybody's PATH leads.
const programAt = (name: string) =>
  [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/bin']
    .map(folder => join(folder, name))
    .find(path => existsSync(path))

const systemd = programAt('systemd-analyze')
const caddy = programAt('caddy')

export const hasSystemd = systemd !== undefined
export const hasCaddy = caddy !== undefined

/** What a program said on either output; throws where it could not be run. */
function said(program: string | undefined, args: readonly string[], folder: string): Promise<string> {
  if (program === undefined) throw new Error(`${args[0]} has nothing that runs it.`)
  // Neither reads nor writes what the account that runs the tests has at home.
  const env = { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
  return new Promise((resolve, reject) => {
    execFile(program, args, { env, timeout: 120_000 }, (error, stdout, stderr) => {
      if (error && typeof error.code !== 'number') reject(error)
      else resolve(`${stdout}${stderr}${error ? `It ended with ${error.code}.` : ''}`)
    })
  })
}

async function inFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await makeTemporaryFolder('lading-packaging-')
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** What systemd finds wrong with the units of a folder, as `change` leaves them; empty where nothing is. */
export const checkUnits = (source: string, change = (unit: string) => unit): Promise<string> =>
  inFolder(async folder => {
    // The release is not installed here, and systemd wants its program to be there.
    const program = join(folder, 'lading')
    await writeFile(program, '#!/bin/sh\n', { mode: 0o755 })
    const units = join(folder, 'units')
    await mkdir(units)
    const names = await readdir(source)
    for (const name of names) {
      const unit = await readFile(join(source, name), 'utf8')
      await writeFile(join(units, name), change(unit).replaceAll('/opt/lading/lading', program))
    }
    const paths = names.map(name => join(units, name))
    return said(systemd, ['verify', '--man=no', '--recursive-errors=one', ...paths], folder)
  })

/** The same of a Caddyfile, for servers at two addresses. */
export const checkCaddyfile = (path: string, change = (text: string) => text): Promise<string> =>
  inFolder(async folder => {
    const copy = join(folder, 'Caddyfile')
    await copyFile(path, copy)
    await writeFile(copy, change(await readFile(copy, 'utf8')))
    const text = await said(caddy, ['validate', '--adapter', 'caddyfile', '--config', copy], folder)
    // It tells of its steps in JSON, whatever comes of them.
    const isStep = (line: string) => line.startsWith('{"level":"info"') || line === 'Valid configuration'
    return text
      .split('\n')
      .filter(line => line !== '' && !isStep(line))
      .join('\n')
  })

type Finding = { message: string; range: { start: { line: number } } }
type Validator = { validate: (dockerfile: string) => Finding[] }

/** What a parser of Dockerfiles finds wrong with the text of one, by line. */
export async function checkDockerfile(text: string): Promise<string[]> {
  const load = createRequire(join(await installedTool('dockerfile-utils'), 'from-here.cjs'))
  const { validate } = load('dockerfile-utils') as Validator
  return validate(text).map(({ message, range }) => `${range.start.line + 1}: ${message}`)
}
