import { createHash } from 'node:crypto'
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { openFolderPlace } from '#server/backup/folder-place.ts'
import { makeBackup } from '#server/backup/make-backup.ts'
import { readFileList } from '#server/backup/manifest.ts'
import { readConfig } from '#server/config.ts'
import { openDiskStore } from '#server/files/disk.ts'
import { openEmbeddedDatabase } from '#server/db/embedded/database.ts'
import { openProductDatabase } from '#server/product-database.ts'
import { startExternalPostgres } from '#testing/backups/external-postgres.ts'
import { differing, sumTables, sumTablesAt, type TableSums } from '#testing/backups/table-sums.ts'
import { bodyOf, type Place, send, succeeded } from '#testing/faults/caller.ts'
import { signIn } from '#testing/identity.ts'
import { onConnection } from '#testing/own-server.ts'
import { startProduct } from '#testing/product-process.ts'
import { seed } from '#testing/seed/seed.ts'

/**
 * npm run test:backup: jobs with documents and e-mails, backed up while people write, restored into a new data folder
 * and, where Debian's PostgreSQL is installed, into that and back. Every row and every file has to be the same.
 */
const { values } = parseArgs({
  options: { jobs: { type: 'string', default: '1000' }, people: { type: 'string', default: '3' } },
})
const jobs = Number(values.jobs)
const people = Number(values.people)
const person = {
  email: 'backup@lading.example',
  password: 'a long enough password',
  company: 'Harbour Forwarding',
}
const AT_ONCE = 4
const MAILS = Math.min(jobs, 100)

const say = (line: string) => process.stdout.write(`${line}\n`)
const failures: string[] = []
const check = (what: string, isSo: boolean, detail = '') => {
  say(`${isSo ? 'ok' : 'FAILED'}: ${what}${detail && ` (${detail})`}`)
  if (!isSo) failures.push(what)
}
const seconds = async <Result>(what: string, work: () => Promise<Result>): Promise<Result> => {
  const started = performance.now()
  const result = await work()
  say(`${what}: ${((performance.now() - started) / 1000).toFixed(1)} s`)
  return result
}

async function inParallel<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const iterator = items.values()
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const item of iterator) await work(item)
    }),
  )
}

const pdf = (name: string, bytes: number) =>
  Buffer.concat([Buffer.from(`%PDF-1.7\n${name}\n`), Buffer.alloc(bytes, name)])

async function attach(place: Place, job: string, name: string, bytes: number): Promise<boolean> {
  const body = new FormData()
  body.append('shipmentId', job)
  body.append('afile', new File([pdf(name, bytes)], name))
  return succeeded(await send(place, { method: 'POST', path: '/api/document', body }))
}

const mailTo = (place: Place, job: string) =>
  send(place, {
    method: 'POST',
    path: '/api/mail',
    body: {
      ...{ id: crypto.randomUUID(), shipmentId: job, to: [{ address: 'ann@x.example' }] },
      ...{ subject: 'Arrival notice', text: 'The goods are here.' },
    },
  })

async function command(
  program: string,
  args: string[],
  environment: Record<string, string>,
): Promise<string> {
  const path = join(import.meta.dirname, '../server', program)
  const env = { ...process.env, DATABASE_URL: '', ...environment }
  const done = await promisify(execFile)(process.execPath, [path, ...args], { env }).catch(
    (error: unknown) => {
      const { stdout } = error as { stdout: string }
      throw new Error(`${program} ${args.join(' ')} failed:\n${stdout}`)
    },
  )
  return done.stdout
}

async function sumsIn(dataDir: string): Promise<TableSums> {
  const database = await openEmbeddedDatabase({ dataDir, role: 'command' })
  try {
    return await onConnection(database.ownerUrl, sumTables)
  } finally {
    await database.stop()
  }
}

async function sameFiles(
  keys: readonly { key: string; sha256: string }[],
  dataDir: string,
): Promise<string[]> {
  const others: string[] = []
  for (const { key, sha256 } of keys) {
    const bytes = await readFile(join(dataDir, 'files', key)).catch(() => Buffer.alloc(0))
    if (createHash('sha256').update(bytes).digest('hex') !== sha256) others.push(key)
  }
  return others
}

/** Fills a product with jobs, each with a document, and backs it up while people write. */
async function backUpUnderWrites(dataDir: string, folder: string) {
  const database = await openProductDatabase(readConfig({ DATA_DIR: dataDir }), 'command', () => undefined)
  await seed(database, { ...person, jobs, log: () => undefined })
  await database.close()
  const product = await startProduct({ DATA_DIR: dataDir })
  try {
    const { accessToken: token } = await signIn(product.url, person)
    const place = { url: product.url, token }
    const ids: string[] = []
    for (let offset = 0; offset < jobs; offset += 200) {
      const path = `/api/shipment?limit=200&offset=${offset}`
      ids.push(...bodyOf<{ id: string }[]>(await send(place, { method: 'GET', path })).map(({ id }) => id))
    }
    const numbered = ids.map((id, index) => ({ id, index }))
    await seconds(`${ids.length} documents uploaded`, () =>
      inParallel(numbered, ({ id, index }) => attach(place, id, `Invoice ${index}.pdf`, 20_000 + index * 50)),
    )
    await inParallel(ids.slice(0, MAILS), id => mailTo(place, id))

    let isGoingOn = true
    let saved = 0
    const writing = Array.from({ length: people }, async (_, which) => {
      for (let turn = which; isGoingOn; turn += people) {
        const id = ids[turn % ids.length] ?? ''
        const body = { id, vesselName: `Vessel ${turn}` }
        const done = [
          succeeded(await send(place, { method: 'PUT', path: '/api/shipment', body })),
          succeeded(await send(place, { method: 'POST', path: '/api/shipment' })),
          await attach(place, id, `Turn ${turn}.pdf`, 5_000),
        ]
        saved += done.filter(Boolean).length
      }
    })
    const shared = await openEmbeddedDatabase({ dataDir, role: 'command' })
    let expected: TableSums = {}
    const before = saved
    const manifest = await seconds('Backup under writes', () =>
      openDiskStore(join(dataDir, 'files')).then(files =>
        makeBackup({
          source: { ownerUrl: shared.ownerUrl, files, keyFingerprint: null },
          place: openFolderPlace(folder),
          filesFolder: 'files',
          stop: new AbortController().signal,
          say,
          atMoment: async snapshot => {
            expected = await sumTablesAt(shared.ownerUrl, snapshot)
          },
        }),
      ),
    )
    const meanwhile = saved - before
    isGoingOn = false
    await Promise.all(writing)
    await shared.stop()
    check('people went on writing during the backup', meanwhile > 0, `${meanwhile} saves`)
    return { expected, manifest, jobId: ids[0] ?? '' }
  } finally {
    await product.stop()
  }
}

const folder = await mkdtemp(join(resolve(tmpdir()), 'lading-test-backup-'))
try {
  const [source, backup, target] = ['source', 'backup', 'target'].map(name => join(folder, name)) as [
    string,
    string,
    string,
  ]
  const { expected, manifest, jobId } = await backUpUnderWrites(source, backup)
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  say(`${rows} rows, ${manifest.files.count} files, ${Math.round(manifest.files.bytes / 1e6)} MB`)
  check('nothing was missing or damaged', manifest.missing.length + manifest.damaged.length === 0)
  const files = await readFileList(openFolderPlace(backup), manifest)

  await seconds('Verification', () => command('backup.ts', ['--verify', backup], { DATA_DIR: source }))
  await seconds('Restore', () => command('restore.ts', [backup], { DATA_DIR: target }))
  const same = differing(expected, await sumsIn(target))
  check('every row of every table is as it was at that moment', same.length === 0, same.join(', '))
  const others = await sameFiles(files, target)
  check('every file is as it was', others.length === 0, `${files.length} files`)

  const restored = await startProduct({ DATA_DIR: target })
  try {
    const { accessToken: token } = await signIn(restored.url, person)
    const place = { url: restored.url, token }
    const list = await send(place, { method: 'GET', path: `/api/shipment/${jobId}` })
    check('the restored product signs in and serves', succeeded(list), String(list.status))
    check('and takes new jobs', succeeded(await send(place, { method: 'POST', path: '/api/shipment' })))
  } finally {
    await restored.stop()
  }

  const external = await startExternalPostgres(folder)
  if (external) {
    try {
      const url = await external.createDatabase('lading')
      const outside = join(folder, 'outside')
      await seconds(`Restore into PostgreSQL ${external.version}`, () =>
        command('restore.ts', [backup], { DATA_DIR: outside, DATABASE_URL: url }),
      )
      const there = differing(expected, await onConnection(url, sumTables))
      check(`every row is in PostgreSQL ${external.version}`, there.length === 0, there.join(', '))
      const [back, home] = [join(folder, 'back'), join(folder, 'home')]
      await command('backup.ts', [back], { DATA_DIR: outside, DATABASE_URL: url })
      await seconds(`Restore from PostgreSQL ${external.version} into the built-in one`, () =>
        command('restore.ts', [back], { DATA_DIR: home }),
      )
      const again = differing(expected, await sumsIn(home))
      check('every row came back from there', again.length === 0, again.join(', '))
      check('and every file', (await sameFiles(files, home)).length === 0)
    } finally {
      await external.stop()
    }
  } else say('LEFT OUT: no PostgreSQL of Debian’s is installed.')
} finally {
  await rm(folder, { recursive: true, force: true })
}
say(failures.length === 0 ? 'All is as it was.' : `FAILED: ${failures.join('; ')}`)
process.exitCode = failures.length === 0 ? 0 : 1
