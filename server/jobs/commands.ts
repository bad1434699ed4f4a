import { JobStatus } from '#contract/choices.ts'
import type { Job, JobInput, NewJob } from '#contract/jobs.ts'
import { furtherRoles, listedRoles, partyWire } from '#contract/parties.ts'
import type { Session } from '#server/db/db.ts'
import { KnownNoMore } from '#server/db/deadlocks.ts'
import { invalid, notFound } from '#server/errors.ts'
import { askedLinks, changesOfParties } from '#server/parties/commands.ts'
import type { PartyChanges } from '#server/parties/records.ts'
import { adoptPorts } from '#server/ports/records.ts'
import { idInUse, matches } from '#server/records/repeat.ts'
import { requireLockedJob } from '#server/records/require-job.ts'
import { lockRow } from '#server/records/row-records.ts'
import { refuseOutdated } from '#server/records/versions.ts'
import type { WrittenRecord } from '#server/written-record.ts'
import { quotePorts } from './columns.ts'
import { hasMaster, masterRefusals } from './master-records.ts'
import { findNamed, type NamedIds, nothingNamed, type NamedRecords } from './named-records.ts'
import { JobCache } from './page-cache.ts'
import * as records from './records.ts'

export async function loadJob(
  { db, accountId }: Session,
  id: string,
  withStakeholders: boolean,
): Promise<Job> {
  const job = await records.getJobById(db, accountId, id, { withStakeholders })
  if (!job) throw notFound('job')
  return job
}

/** `call`: the same object where the transaction of one call is made again. */
export type AnswerJob = (
  session: Session,
  id: string,
  withStakeholders: boolean,
  call: object,
) => Promise<WrittenRecord>

/**
 * The same for a call that asks nothing else. A job is remembered with the revision of the company's data, like a page
 * of the list: who asks is asked of the database every time, and the job is read again where the revision is another.
 * That is asked by itself: a statement that could read the job too costs most of reading it before it has begun.
 */
export function openJobReader(known = new JobCache()): AnswerJob {
  // These read it whatever others have remembered meanwhile, so that none is made again twice.
  const outdated = new WeakSet<object>()
  return async ({ db, accountId }, id, withStakeholders, call) => {
    const asked = JSON.stringify([accountId, id, withStakeholders])
    const remembered = outdated.has(call) ? undefined : known.get(asked)
    if (remembered) {
      if ((await records.readRevisionLast(db, accountId)) === remembered.revision) return remembered.job
      outdated.add(call)
      throw new KnownNoMore()
    }
    const { revision, job } = await records.readJobLast(db, accountId, id, { withStakeholders })
    if (!job) throw notFound('job')
    known.remember(asked, { revision, job })
    return job
  }
}

/** Makes a job with all that the body says; `created` is false where a repeated call names the job that the first made. */
export async function makeJob(
  session: Session,
  body: NewJob,
): Promise<{ job: Job | WrittenRecord; created: boolean }> {
  const { db, accountId } = session
  const input = { statusId: JobStatus.inProgress, ...body, id: body.id ?? crypto.randomUUID() }
  const named = await findNamedBy(session, input, { isStored: false, isIdNamed: body.id !== undefined })
  if (named.hasJob) {
    const job = await loadJob(session, input.id, true)
    if (!matches(job, sentOf({ ...body, id: input.id }, named.parties))) throw idInUse('A job', job)
    return { job, created: false }
  }
  // As with a save: the master could become a house at the same time.
  if (input.masterShipmentId) await records.lockAccount(db, accountId)
  await requireMaster(session, input)
  requireOwner(input, named)
  await requirePorts(session, input, named.ports)
  const { assigned } = changesOfParties(input.id, askedLinks(input), named)
  return { job: await records.insertJob(db, accountId, input, assigned), created: true }
}

/** What a repeated POST says of the job, in the shape in which the job is answered. */
function sentOf(body: NewJob & { id: string }, standing: ReadonlyMap<string, string>) {
  const asked = askedLinks(body)
  const standingFor = (id: string | undefined) => id && (standing.get(id) ?? id)
  return {
    ...body,
    quote: body.quote ?? undefined,
    ...Object.fromEntries(
      listedRoles.flatMap(role => {
        const { list, field } = partyWire[role]
        const link = asked[role]
        if (link === undefined) return []
        return [[list, link ? [{ id: link.id, [field]: standingFor(link.partyId) }] : []]]
      }),
    ),
    shipmentParties:
      body.shipmentParties &&
      furtherRoles.flatMap(role => {
        const link = asked[role]
        return link ? { id: link.id, role, partyId: standingFor(link.partyId) } : []
      }),
  }
}

/** The version of a job that may be changed now; 412 where it is not the one that the caller read. */
export async function lockJobForChange(
  session: Session,
  id: string,
  ifMatch: number | undefined,
): Promise<number> {
  const version = await requireLockedJob(session, id)
  await refuseOutdatedJob(session, id, version, ifMatch)
  return version
}

const refuseOutdatedJob = (session: Session, id: string, version: number, ifMatch: number | undefined) =>
  refuseOutdated(ifMatch, {
    title: (job: Job) => `Job ${job.jobId}`,
    version,
    current: () => loadJob(session, id, true),
    changesSince: since => records.jobChangesSince(session.db, session.accountId, id, since),
  })

/** Saves what the body mentions of the job, its quote and its parties: all of it or nothing. */
export async function saveJob(
  session: Session,
  input: JobInput,
  ifMatch: number | undefined,
): Promise<{ version: number }> {
  const parties = await lockAndCheck(session, input, ifMatch)
  return { version: await records.updateJob(session.db, session.accountId, input, parties) }
}

/** The same for a call that does nothing else; answers the job as it is then. */
export async function saveAndAnswerJob(
  session: Session,
  input: JobInput,
  ifMatch: number | undefined,
): Promise<WrittenRecord> {
  const parties = await lockAndCheck(session, input, ifMatch)
  return records.updateJobLast(session.db, session.accountId, input, parties)
}

/** Locks the job and checks what the body says of it; what is to change of its parties. */
async function lockAndCheck(
  session: Session,
  input: JobInput,
  ifMatch: number | undefined,
): Promise<PartyChanges> {
  const { db, accountId } = session
  // Two saves at once could each name a master that closes a circle with the other's.
  if (input.masterShipmentId) await records.lockAccount(db, accountId)
  const ids = namedIn(input, { isStored: true, isIdNamed: false })
  const locked = ids
    ? await records.lockWithNamed(db, accountId, ids)
    : { version: await requireLockedJob(session, input.id), named: nothingNamed }
  if (!locked) throw notFound('job')
  await refuseOutdatedJob(session, input.id, locked.version, ifMatch)
  requireOwner(input, locked.named)
  await requireMaster(session, input)
  await requirePorts(session, input, locked.named.ports)
  return changesOfParties(input.id, askedLinks(input), locked.named)
}

const namedPorts = (input: JobInput) =>
  quotePorts.flatMap(field => {
    const id = input.quote?.[field]
    return id ? [{ field, id }] : []
  })

/** Looks up all that the body names, where it names anything. */
async function findNamedBy(
  { db, accountId }: Session,
  input: JobInput,
  options: { isStored: boolean; isIdNamed: boolean },
): Promise<NamedRecords> {
  const ids = namedIn(input, options)
  return ids ? findNamed(db, accountId, ids) : nothingNamed
}

/** The ids of all that the body names; null where it names nothing. */
function namedIn(
  input: JobInput,
  { isStored, isIdNamed }: { isStored: boolean; isIdNamed: boolean },
): NamedIds | null {
  const asked = Object.values(askedLinks(input))
  const ports = namedPorts(input).map(({ id }) => id)
  if (!isIdNamed && asked.length + ports.length === 0 && !input.ownerId) return null
  return {
    jobId: input.id,
    isStored,
    links: asked.flatMap(link => link?.id ?? []),
    parties: asked.flatMap(link => link?.partyId ?? []),
    ports,
    ownerId: input.ownerId ?? null,
  }
}

function requireOwner(input: JobInput, { hasOwner }: NamedRecords): void {
  if (input.ownerId && !hasOwner) throw invalid('ownerId', 'There is no such person in your company.')
}

async function requireMaster({ db, accountId }: Session, input: JobInput): Promise<void> {
  const masterId = input.masterShipmentId
  if (!masterId || (await hasMaster(db, accountId, input.id, masterId))) return
  await lockRow(db, 'jobs', accountId, masterId)
  const reason = (await masterRefusals(db, accountId, [{ id: input.id, masterId }])).get(input.id)
  if (reason !== undefined) throw invalid('masterShipmentId', reason)
}

/** `known`: those of the named ports that the company has; the world's become its own. */
async function requirePorts(
  { db, accountId }: Session,
  input: JobInput,
  known: ReadonlySet<string>,
): Promise<void> {
  const unknown = namedPorts(input).filter(({ id }) => !known.has(id))
  if (unknown.length === 0) return
  const adopted = await adoptPorts(
    db,
    accountId,
    unknown.map(({ id }) => id),
  )
  const missing = unknown.find(({ id }) => !adopted.has(id))
  if (missing) throw invalid(`quote.${missing.field}`, 'There is no such port.')
}
