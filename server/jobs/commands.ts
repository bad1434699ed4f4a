import { JobStatus } from '#contract/choices.ts'
import type { Job, JobInput } from '#contract/jobs.ts'
import { partyRoles, partyWire } from '#contract/parties.ts'
import type { Session } from '#server/db/db.ts'
import { invalid, notFound } from '#server/errors.ts'
import { clearParty, assignParty } from '#server/parties/commands.ts'
import { adoptPorts } from '#server/ports/records.ts'
import { requireLockedJob } from '#server/records/require-job.ts'
import { lockRow } from '#server/records/row-records.ts'
import { refuseOutdated } from '#server/records/versions.ts'
import { quotePorts } from './columns.ts'
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

/** `created` is false where a repeated call names the job that the first one made. */
export async function makeJob(session: Session, wantedId: string | undefined) {
  const { db, accountId } = session
  const id = wantedId ?? crypto.randomUUID()
  // Under the lock, so that of two calls with one id the second finds what the first one made.
  if (wantedId) await records.lockAccount(db, accountId)
  const existing = wantedId ? await records.getJobById(db, accountId, id, { withStakeholders: true }) : null
  if (existing) return { job: existing, created: false }
  await records.insertJob(db, accountId, id, JobStatus.inProgress)
  return { job: await loadJob(session, id, true), created: true }
}

/** The version of a job that may be changed now; 412 where it is not the one that the caller read. */
export async function lockJobForChange(
  session: Session,
  id: string,
  ifMatch: number | undefined,
): Promise<number> {
  const version = await requireLockedJob(session, id)
  await refuseOutdated(ifMatch, {
    title: (job: Job) => `Job ${job.jobId}`,
    version,
    current: () => loadJob(session, id, true),
    changesSince: since => records.jobChangesSince(session.db, session.accountId, id, since),
  })
  return version
}

/** Saves what the body mentions of the job, its quote and its parties: all of it or nothing. */
export async function saveJob(session: Session, input: JobInput, ifMatch: number | undefined): Promise<Job> {
  const { db, accountId } = session
  // Two saves at once could each name a master that closes a circle with the other's.
  if (input.masterShipmentId) await records.lockAccount(db, accountId)
  await lockJobForChange(session, input.id, ifMatch)
  await requireMaster(session, input)
  await requirePorts(session, input)
  for (const role of partyRoles) {
    const { list } = partyWire[role]
    const links = input[list]
    if (!links) continue
    const [link] = links
    if (link) await assignParty(session, input.id, role, link, `${list}.0.`)
    else await clearParty(session, input.id, role)
  }
  await records.updateJob(db, accountId, input)
  return loadJob(session, input.id, true)
}

async function requireMaster({ db, accountId }: Session, input: JobInput): Promise<void> {
  const masterId = input.masterShipmentId
  if (!masterId) return
  if (masterId === input.id) throw invalid('masterShipmentId', 'A job cannot be its own master.')
  if ((await lockRow(db, 'jobs', accountId, masterId)) === null)
    throw invalid('masterShipmentId', 'There is no such job.')
  if (await records.isAbove(db, accountId, input.id, masterId))
    throw invalid('masterShipmentId', 'That job is already a house of this one.')
}

async function requirePorts({ db, accountId }: Session, input: JobInput): Promise<void> {
  const named = quotePorts.flatMap(field => {
    const id = input.quote?.[field]
    return id ? [{ field, id }] : []
  })
  if (named.length === 0) return
  const known = await adoptPorts(
    db,
    accountId,
    named.map(({ id }) => id),
  )
  const missing = named.find(({ id }) => !known.has(id))
  if (missing) throw invalid(`quote.${missing.field}`, 'There is no such port.')
}
