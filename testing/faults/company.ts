import { seed } from '#testing/seed/seed.ts'
import type { Document } from '#contract/documents.ts'
import type { Organisation } from '#contract/organisations.ts'
import type { Port } from '#contract/ports.ts'
import { readConfig } from '#server/config.ts'
import { openProductDatabase } from '#server/product-database.ts'
import { signInWith } from '#testing/identity.ts'
import { TestVisitor } from '#testing/visitor.ts'
import { bodyOf, type Place, send, succeeded } from './caller.ts'
import type { Installation } from './installation.ts'
import { listAllJobs } from './read-back.ts'
import type { InitialRecords } from './writers.ts'

/** The company whose people write, and what it had before they began. */
export type Company = { token: string; stock: InitialRecords; jobsBefore: string[] }

const person = { email: 'faults@lading.example', password: 'a long enough password' }
const JOBS_BEFORE = 20
const TOKEN_DAYS = 700

/** Makes it in a product that runs. */
export async function makeCompany(installation: Installation): Promise<Company> {
  const database = await openProductDatabase(
    readConfig({ DATA_DIR: installation.dataDir }),
    'command',
    () => undefined,
  )
  try {
    await seed(database, {
      ...person,
      jobs: JOBS_BEFORE,
      company: 'Harbour Forwarding',
      log: () => undefined,
    })
  } finally {
    await database.close()
  }
  const place = { url: installation.url, token: await signInAsPerson(installation.url) }
  const expiresOn = new Date(Date.now() + TOKEN_DAYS * 86_400_000).toISOString().slice(0, 10)
  const { token } = await ask<{ token: string }>(place, 'POST', '/api/apitoken', {
    name: 'Faults',
    role: 'administrator',
    expiresOn,
  })
  await ask(place, 'POST', '/api/documenttemplate/starters')
  const organisations = await ask<Organisation[]>(place, 'GET', '/api/organisation?limit=20')
  const templates = await ask<Document[]>(place, 'GET', '/api/documenttemplate')
  const ports = await ask<Port[]>(place, 'GET', '/api/port/port?limit=10')
  return {
    token,
    stock: {
      parties: organisations.map(({ parties }) => parties[0]?.id ?? ''),
      ports: ports.map(({ id }) => id),
      templates: templates.map(({ id }) => id),
    },
    jobsBefore: (await listAllJobs(request => send(place, request))).map(({ id }) => id),
  }
}

/** Through the pages, from an address that nobody has used before; gives an access token. */
export async function signInAsPerson(url: string): Promise<string> {
  const address = `10.${[1, 2, 3].map(() => Math.floor(Math.random() * 250)).join('.')}`
  const { tokens } = await signInWith(new TestVisitor(url, { address }), person)
  return tokens.accessToken
}

async function ask<Body>(place: Place, method: 'GET' | 'POST', path: string, body?: object): Promise<Body> {
  const reply = await send(place, { method, path, ...(body && { body }) })
  if (!succeeded(reply)) throw new Error(`${reply.call}: ${reply.status} ${reply.text || reply.failure}`)
  return bodyOf<Body>(reply)
}
