import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { signUp } from '#testing/identity.ts'
import { root, runStep } from '#testing/step.ts'
import { freePort } from '#testing/free-port.ts'

/**
 * npm run test:release -- [--archive FILE]: unpacks a release, starts it as an ordinary user who may write nothing of
 * it, on a machine that has a shell and no Node, signs up, stores a job, and finds it again after a second start.
 */
const NOBODY = 65_534
const person = {
  email: 'ann@release.example',
  name: 'Ann Lee',
  company: 'Harbour',
  password: 'seven silver seas',
}
const isRoot = process.getuid?.() === 0

type Running = { url: string; seconds: number; said: () => string; stop: () => Promise<number | null> }

async function start(
  program: string,
  { dataDir, port }: { dataDir: string; port: number },
): Promise<Running> {
  const url = `http://127.0.0.1:${port}`
  const begun = performance.now()
  const child = spawn(program, ['start'], {
    cwd: '/',
    env: { PATH: '/usr/bin:/bin', PORT: String(port), PUBLIC_URL: url, DATA_DIR: dataDir },
    ...(isRoot && { uid: NOBODY, gid: NOBODY }),
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', data => (said += String(data)))
  const ended = once(child, 'exit')
  process.once('exit', () => child.kill('SIGTERM'))
  const isReady = async () => (await fetch(`${url}/readyz`).catch(() => undefined))?.ok
  while (!(await isReady())) {
    if (child.exitCode !== null) throw new Error(`The release did not start.\n${said}`)
    await pause(50)
  }
  return {
    url,
    seconds: (performance.now() - begun) / 1000,
    said: () => said,
    stop: async () => {
      child.kill('SIGTERM')
      await ended
      return child.exitCode
    },
  }
}

async function call(url: string, token: string, method: string, path: string): Promise<unknown> {
  const reply = await fetch(url + path, { method, headers: { authorization: `Bearer ${token}` } })
  if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`)
  return reply.json()
}

async function newestArchive(): Promise<string> {
  const folder = join(root, 'dist/release')
  const names = (await readdir(folder).catch(() => [])).filter(name => name.endsWith('.tar.gz'))
  const [newest] = names.sort().reverse()
  if (!newest) throw new Error('There is no release: npm run release makes one.')
  return join(folder, newest)
}

async function tryRelease(archive: string, folder: string): Promise<void> {
  const begun = performance.now()
  const { ok, output } = await runStep('tar', ['xzf', archive, '-C', folder], { quiet: true })
  if (!ok) throw new Error(output)
  const unpacked = (performance.now() - begun) / 1000
  const [name = ''] = await readdir(folder)
  const home = join(folder, name)
  await runStep('chmod', ['-R', 'a-w', home], { quiet: true })
  const dataDir = join(folder, 'data')
  await mkdir(dataDir, { mode: 0o700 })
  if (isRoot) await chown(dataDir, NOBODY, NOBODY)

  const where = { dataDir, port: await freePort() }
  const first = await start(join(home, 'lading'), where)
  const { accessToken } = await signUp(first.url, person)
  await call(first.url, accessToken, 'POST', '/api/register')
  await call(first.url, accessToken, 'POST', '/api/shipment')
  for (const path of ['/', '/webapp', '/api/docs'])
    if (!(await fetch(first.url + path)).ok) throw new Error(`${path} is not served.`)
  const firstEnd = await first.stop()

  const second = await start(join(home, 'lading'), where)
  const listed = (await call(second.url, accessToken, 'GET', '/api/shipment')) as unknown[]
  const secondEnd = await second.stop()
  if (listed.length !== 1 || firstEnd !== 0 || secondEnd !== 0)
    throw new Error(`${listed.length} jobs, ended with ${firstEnd} and ${secondEnd}.\n${second.said()}`)

  const { output: size } = await runStep('du', ['-sm', home], { quiet: true })
  console.log(
    [
      `${name}: ${Math.round((await stat(archive)).size / 1024 / 1024)} MB, unpacked ${size.split('\t')[0]} MB`,
      `in ${unpacked.toFixed(1)} s; first start until it is ready ${first.seconds.toFixed(1)} s,`,
      `second ${second.seconds.toFixed(1)} s; signed up, one job stored and found again`,
    ].join(' '),
  )
}

const { values } = parseArgs({ options: { archive: { type: 'string' } } })
const folder = await mkdtemp(join(tmpdir(), 'lading-release-'))
try {
  await chmod(folder, 0o755)
  await tryRelease(values.archive ?? (await newestArchive()), folder)
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
await runStep('chmod', ['-R', 'u+w', folder], { quiet: true })
await rm(folder, { recursive: true, force: true })
process.exit()
