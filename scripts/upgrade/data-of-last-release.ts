import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Document } from '#contract/documents.ts'
import type { Job } from '#contract/jobs.ts'
import { readConfig } from '#server/config.ts'
import { openProductDatabase } from '#server/product-database.ts'
import { openEmbeddedDatabase } from '#server/db/embedded/database.ts'
import { type Place, send, succeeded } from '#testing/faults/caller.ts'
import { freePort } from '#testing/free-port.ts'
import { signIn, signUp } from '#testing/identity.ts'
import { onConnection } from '#testing/own-server.ts'
import { startProduct } from '#testing/product-process.ts'
import { runStep } from '#testing/step.ts'
import { collect, collectAll } from './collect.ts'
import { differingAnswers, differingTables, sumColumns, type TableSums } from './compare.ts'
import { ask, fill } from './fill.ts'
import { unpack } from './last-release.ts'

const person = {
  email: 'upgrade@lading.example',
  password: 'a long enough password',
  name: 'Amina Qureshi',
  company: 'Harbour Forwarding',
}
const SHOWN_AT_MOST = 40

const failures: string[] = []
function check(what: string, isSo: boolean, detail = ''): void {
  console.log(`${isSo ? 'ok' : 'FAILED'}: ${what}${detail && ` (${detail})`}`)
  if (!isSo) failures.push(what)
}

async function sumsIn(dataDir: string, like?: TableSums): Promise<TableSums> {
  const database = await openEmbeddedDatabase({ dataDir, role: 'command' })
  try {
    return await onConnection(database.ownerUrl, client => sumColumns(client, like))
  } finally {
    await database.stop()
  }
}

/** Work that goes on where the last release's people left it. */
async function goOn(office: Place): Promise<void> {
  const jobs = await ask<Job[]>(office, 'GET', '/api/shipment?limit=50')
  const failed: string[] = []
  for (const { id, version } of jobs) {
    const reply = await fetch(`${office.url}/api/shipment`, {
      method: 'PUT',
      headers: {
        ...{ authorization: `Bearer ${office.token}`, 'content-type': 'application/json' },
        'if-match': `"${version}"`,
      },
      body: JSON.stringify({ id, vesselName: 'After the upgrade' }),
    })
    if (!reply.ok) failed.push(`${id}: ${reply.status} ${await reply.text()}`)
  }
  check('every job is saved with the version that it had', failed.length === 0, failed.join('; '))
  const job = await ask<Job>(office, 'GET', `/api/shipment/${jobs[0]?.id}`)
  const templates = await ask<{ id: string; name: string }[]>(
    office,
    'GET',
    '/api/documenttemplate?limit=200',
  )
  const unfilled: string[] = []
  for (const { id, name } of templates) {
    const path = `/api/documenttemplate/generatedocument?shipmentId=${job.id}`
    const reply = await send(office, { method: 'POST', path, body: { id, format: 'word' } })
    // An air waybill is for air jobs alone.
    const isForOthers = reply.status === 422 && reply.text.includes('other_mode')
    if (!succeeded(reply) && !isForOthers) unfilled.push(`${name}: ${reply.status} ${reply.text}`)
  }
  check('every template is filled', unfilled.length === 0, unfilled.join('; '))
  const [deleted] = await ask<Document[]>(office, 'GET', `/api/document/deleted?shipmentId=${job.id}`)
  if (deleted) await ask(office, 'POST', `/api/document/${deleted.id}/restore`)
  check('a document that was deleted before comes back', deleted !== undefined)
}

/** A company's work in an installation of the last release, and the same installation with today's code. */
export async function upgradeItsData(name: string, folder: string): Promise<boolean> {
  const [code, dataDir] = [join(folder, 'code'), join(folder, 'data')]
  await mkdir(code)
  await unpack(name, code)
  const built = await runStep(process.execPath, ['scripts/run.cjs', 'scripts/build-web.ts'], {
    quiet: true,
    cwd: code,
  })
  if (!built.ok) throw new Error(built.output)
  // The same address before and after, as behind a proxy: sign-ins go on.
  const environment = { DATA_DIR: dataDir, PORT: String(await freePort()), DISK_RESERVE_MB: 'none' }
  const former = await startProduct(environment, [], code)
  const { accessToken } = await signUp(former.url, person)
  const office: Place = { url: former.url, token: accessToken }
  await ask(office, 'POST', '/api/register')
  const program: Place = { url: former.url, token: await fill(office) }
  const before = await collectAll(office)
  await former.stop()
  const rows = await sumsIn(dataDir)

  await (await openProductDatabase(readConfig({ DATA_DIR: dataDir }), 'command', () => undefined)).close()
  const others = differingTables(rows, await sumsIn(dataDir, rows))
  check(
    'every row of every table is what it was',
    others.length === 0,
    others.join(', ') || `${Object.keys(rows).length} tables`,
  )
  const today = await startProduct(environment)
  try {
    check(
      'a sign-in of before goes on',
      succeeded(await send(office, { method: 'GET', path: '/api/register' })),
    )
    const differing = differingAnswers(before, await collect(office, Object.keys(before)))
    for (const line of differing.slice(0, SHOWN_AT_MOST)) console.log(`  ${line}`)
    check('every answer is what it was', differing.length === 0, `${Object.keys(before).length} answers`)
    // Only now: a token shows when it was used last.
    check(
      'a token of before goes on',
      succeeded(await send(program, { method: 'GET', path: '/api/shipment' })),
    )
    const { accessToken: token } = await signIn(today.url, person)
    await goOn({ url: today.url, token })
  } finally {
    await today.stop()
  }
  console.log(failures.length === 0 ? 'The upgrade keeps everything.' : `FAILED: ${failures.join('; ')}`)
  return failures.length === 0
}
