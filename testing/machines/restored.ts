import { execFile, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Document } from '#contract/documents.ts'
import type { Job, JobRow } from '#contract/jobs.ts'
import { s3TestServer } from '#server/files/s3-test-server.ts'
import { bodyOf, type Place, type Request, send, succeeded } from '#testing/faults/caller.ts'
import { signIn } from '#testing/identity.ts'
import { onConnection } from '#testing/own-server.ts'
import { type Fleet, foundCompany, machinePerson, openFleet } from './scene.ts'

const JOBS = 3
/** Of each of these papers one is made of every job. */
const TEMPLATES = 2
const PDF_PATIENCE_MS = 200_000

export type RestoreOptions = { ownerUrl: string; say: (line: string) => void }

type Papers = {
  /** By job and name: the hash of a PDF that is kept with the job. */
  kept: Map<string, string>
  /** By job and template: what a PDF that is made now says. */
  words: Map<string, string>
}

/** Any bucket of the S3 server that tests have, as settings. */
async function newBucket(): Promise<Record<string, string>> {
  const server = s3TestServer()
  if (!server) throw new Error('There is no S3 server: set LADING_TEST_S3_ENDPOINT.')
  await server.makeBucket()
  const { bucket, endpoint = '', accessKeyId = '', secretAccessKey = '' } = server.settings
  return {
    ...{ S3_BUCKET: bucket, S3_ENDPOINT: endpoint },
    ...{ S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey },
  }
}

async function newDatabase(ownerUrl: string, name: string): Promise<string> {
  await onConnection(ownerUrl, client => client.query(`create database ${name}`))
  const url = new URL(ownerUrl)
  url.pathname = `/${name}`
  return url.href
}

/** Where the worker is, as an operator runs it there; throws with what it said. */
function command(
  program: string,
  args: readonly string[],
  settings: Record<string, string>,
): Promise<string> {
  const path = join(import.meta.dirname, '../../server', program)
  const { PATH = '', HOME = '' } = process.env
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [path, ...args],
      { env: { PATH, HOME, ...settings } },
      (error, stdout, stderr) => {
        if (error) reject(new Error(`${program} ${args.join(' ')} failed:\n${stdout}${stderr}`))
        else resolve(stdout)
      },
    )
  })
}

async function ask<Body>(
  place: Place,
  method: Request['method'],
  path: string,
  body?: object,
): Promise<Body> {
  const reply = await send(place, { method, path, patience: PDF_PATIENCE_MS, ...(body && { body }) })
  if (!succeeded(reply))
    throw new Error(`${reply.call}: ${reply.status} ${reply.failure ?? ''} ${reply.text}`)
  return bodyOf<Body>(reply)
}

async function bytesOf(place: Place, path: string): Promise<Uint8Array> {
  const reply = await send(place, { method: 'GET', path, patience: PDF_PATIENCE_MS })
  if (!succeeded(reply)) throw new Error(`${reply.call}: ${reply.status} ${reply.text}`)
  return reply.bytes
}

function wordsOf(pdf: Uint8Array): string {
  const { stdout } = spawnSync('pdftotext', ['-layout', '-', '-'], { input: pdf, encoding: 'utf8' })
  return stdout.trim()
}

/** Jobs of a company, each with the PDFs of some papers. */
async function work(place: Place): Promise<void> {
  const templates = await ask<Document[]>(place, 'GET', '/api/documenttemplate')
  for (let number = 1; number <= JOBS; number += 1) {
    const { id } = await ask<Job>(place, 'POST', '/api/shipment')
    const fields = { name: `Cotton yarn, lot ${number}`, vesselName: 'Ever Given', etd: '2026-12-10' }
    await ask<Job>(place, 'PUT', '/api/shipment', { id, ...fields })
    await ask(place, 'POST', '/api/item', { shipmentId: id, name: 'Cotton yarn', quantity: number })
    const path = `/api/documenttemplate/generatedocument?shipmentId=${id}`
    for (const template of templates.slice(0, TEMPLATES))
      await ask<Document>(place, 'POST', path, { id: template.id, format: 'pdf' })
  }
}

async function read(place: Place): Promise<Papers> {
  const papers: Papers = { kept: new Map(), words: new Map() }
  const templates = await ask<{ id: string; name: string }[]>(place, 'GET', '/api/documenttemplate')
  for (const { id, jobId } of await ask<JobRow[]>(place, 'GET', '/api/shipment')) {
    const { documents } = await ask<Job>(place, 'GET', `/api/shipment/${id}`)
    for (const document of documents) {
      const pdf = await bytesOf(place, `/api/document/${document.id}`)
      papers.kept.set(`${jobId} ${document.name}`, createHash('sha256').update(pdf).digest('hex'))
    }
    for (const template of templates.slice(0, TEMPLATES)) {
      const path = `/api/documenttemplate/${template.id}/preview?format=pdf&shipmentId=${id}`
      papers.words.set(`${jobId} ${template.name}`, wordsOf(await bytesOf(place, path)))
    }
  }
  return papers
}

function differences(before: Papers, after: Papers): string[] {
  const changed = (what: string, from: Map<string, string>, to: Map<string, string>) =>
    [...new Set([...from.keys(), ...to.keys()])]
      .filter(name => from.get(name) !== to.get(name))
      .map(name => `${what} ${name}: ${from.get(name)?.slice(0, 200)} became ${to.get(name)?.slice(0, 200)}`)
  return [
    ...changed('The kept PDF', before.kept, after.kept),
    ...changed('A PDF of', before.words, after.words),
    ...[...before.words]
      .filter(([, text]) => !/Ever Given/i.test(text))
      .map(([name]) => `${name} says nothing of its job`),
  ]
}

/**
 * A company with PDFs on two servers and a worker behind HAProxy and PgBouncer, its files in S3: backed up, everything
 * ended, and restored into a new database and a new bucket by the steps of docs/several-machines.md. Answers what is
 * not as it was.
 */
export async function backUpAndRestore({ ownerUrl, say }: RestoreOptions): Promise<string[]> {
  const person = machinePerson(1)
  const folder = await mkdtemp(join(tmpdir(), 'lading-restored-'))
  const open = async (
    name: string,
  ): Promise<{ fleetOf: () => Promise<Fleet>; url: string; bucket: object }> => {
    const [url, bucket] = [await newDatabase(ownerUrl, name), await newBucket()]
    const fleetOf = () =>
      openFleet({
        ...{ ownerUrl: url, connections: 10, count: 2, graceSeconds: 0, say, environment: bucket },
      })
    return { fleetOf, url, bucket }
  }
  try {
    const former = await open('former')
    const fleet = await former.fleetOf()
    let before: Papers
    let settings: Record<string, string>
    try {
      const place = await foundCompany(fleet.publicUrl, former.url, person)
      await work(place)
      before = await read(place)
      settings = fleet.machines.workerSettings
      say(await command('backup.ts', [join(folder, 'backup')], settings))
    } finally {
      await fleet.close()
    }
    const later = await open('restored')
    say(
      await command('restore.ts', [join(folder, 'backup')], {
        ...settings,
        ...later.bucket,
        ...{ DATABASE_MIGRATION_URL: later.url, DATA_DIR: join(folder, 'data') },
        ...directly(later.url, settings),
      }),
    )
    const restored = await later.fleetOf()
    try {
      const { accessToken: token } = await signIn(restored.publicUrl, person)
      const after = await read({ url: restored.publicUrl, token })
      const doctor = await command('doctor.ts', ['--files'], restored.machines.workerSettings)
      say(
        `${before.kept.size} PDFs kept with their jobs and ${before.words.size} made anew, before the backup and after the restore`,
      )
      return [
        ...differences(before, after),
        ...(before.kept.size === JOBS * TEMPLATES ? [] : [`${before.kept.size} PDFs were kept`]),
        ...(doctor.includes('Nothing is wrong.') ? [] : [doctor]),
      ]
    } finally {
      await restored.close()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The former pooler has ended, and the next one is not there yet: a restore goes to PostgreSQL itself. */
function directly(url: string, settings: Record<string, string>): Record<string, string> {
  const { host, pathname } = new URL(url)
  const names = ['DATABASE_URL', 'DATABASE_SIGN_IN_URL', 'DATABASE_DIRECT_URL']
  return Object.fromEntries(
    names.map(name => {
      const changed = new URL(settings[name] ?? '')
      changed.host = host
      changed.pathname = pathname
      return [name, changed.href]
    }),
  )
}
