import { deepStrictEqual } from 'node:assert'
import type { Job } from '#contract/jobs.ts'
import { listedRoles, partyWire } from '#contract/parties.ts'
import type { Call } from './connection.ts'
import { calls, newChange, newJob, type Side } from './questions.ts'
import type { Samples } from './samples-records.ts'

/** Where a side answers, and by what right. */
export type Server = { url: string; headers: Record<string, string> }
export type Servers = Record<Side, Server>

type Answer = { body: unknown; total: string | null }

async function ask({ url, headers }: Server, { method, path, body }: Call): Promise<Answer> {
  const type = body === undefined ? {} : { 'content-type': 'application/json' }
  const reply = await fetch(url + path, {
    method,
    headers: { ...headers, ...type },
    ...(body !== undefined && { body }),
  })
  if (!reply.ok) throw new Error(`${method} ${path} was answered ${reply.status}: ${await reply.text()}`)
  return { body: await reply.json(), total: reply.headers.get('x-total-count') }
}

/** Of `value` what `like` has too: the product tells more of a job than the plain tables know. */
export function alike(value: unknown, like: unknown): unknown {
  if (Array.isArray(value) && Array.isArray(like))
    return value.map((entry, index) => alike(entry, like[index] ?? like[0]))
  if (!isRecord(value) || !isRecord(like)) return value
  return Object.fromEntries(Object.keys(like).map(key => [key, alike(value[key], like[key])]))
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

type RoleParty = { role: number; id?: string }

const byRole = <Party extends RoleParty>(parties: readonly Party[]) =>
  parties.map(({ id: _, ...party }) => party).sort((one, other) => one.role - other.role)

/** The product's job in the bare server's shape. */
function plainJob(job: Job): unknown {
  const parties = listedRoles.flatMap((role, index) =>
    job[partyWire[role].list].map(({ party }) => {
      const { organisationContacts = [], ...organisation } = party?.organisation ?? {}
      return {
        role: index,
        organisation: { ...organisation, contact: organisationContacts[0]?.contact ?? {} },
      }
    }),
  )
  return { ...job, parties: byRole(parties) }
}

async function sameJob(servers: Servers, id: string): Promise<void> {
  const [ours, theirs] = await Promise.all([
    ask(servers.product, calls.product.job(id)),
    ask(servers.bare, calls.bare.job(id)),
  ])
  const bare = theirs.body as Record<string, unknown> & { parties: RoleParty[] }
  const expected = { ...bare, parties: byRole(bare.parties) }
  deepStrictEqual(
    alike(plainJob(ours.body as Job), expected),
    expected,
    `Job ${id} is not the same on both sides.`,
  )
}

async function samePage(servers: Servers, ours: Call, theirs: Call): Promise<number> {
  const [product, bare] = await Promise.all([ask(servers.product, ours), ask(servers.bare, theirs)])
  const rows = bare.body as unknown[]
  deepStrictEqual(alike(product.body, rows), rows, `${ours.path} is not the same on both sides.`)
  if (bare.total !== null) deepStrictEqual(product.total, bare.total, `The total of ${ours.path} differs.`)
  return rows.length
}

const COMPARED_JOBS = 50

/**
 * Asks both sides every question and compares what they answer: a fast wrong answer is no answer. What is written is
 * read back. Throws where they differ; gives what was compared, in words.
 */
export async function compareAnswers(servers: Servers, samples: Samples): Promise<string> {
  const { product, bare } = calls
  const listed = await samePage(servers, product.list(), bare.list())
  await samePage(servers, product.list(), bare.listWithTotal())
  let found = 0
  for (const term of samples.terms) found += await samePage(servers, product.search(term), bare.search(term))
  if (found === 0) throw new Error('No search found anything, so nothing was compared.')
  const some = samples.jobIds.slice(0, COMPARED_JOBS)
  for (const id of some) await sameJob(servers, id)

  const job = newJob(samples)
  await Promise.all([ask(servers.product, product.create(job)), ask(servers.bare, bare.create(job))])
  await sameJob(servers, job.id)
  const saved = newJob(samples)
  await ask(servers.product, product.createEmpty(saved))
  await ask(servers.product, product.save(saved))
  await ask(servers.bare, bare.create(saved))
  await sameJob(servers, saved.id)
  const change = newChange(samples)
  await Promise.all([ask(servers.product, product.update(change)), ask(servers.bare, bare.update(change))])
  await sameJob(servers, change.id)
  await samePage(servers, product.list(), bare.listWithTotal())
  return `${listed} rows of the list, ${samples.terms.length} searches with ${found} rows, ${some.length} jobs, two made and one changed`
}
