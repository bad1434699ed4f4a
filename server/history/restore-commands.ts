import type { EarlierJob } from '#contract/history.ts'
import { fieldOfRole, partiesInput } from '#contract/job-parties.ts'
import type { JobInput } from '#contract/jobs.ts'
import { type PartyRole, partyRoleLabels, partyRoles } from '#contract/parties.ts'
import type { Session } from '#server/db/db.ts'
import { invalid, notFound } from '#server/errors.ts'
import { loadJob, lockJobForChange, saveJob } from '#server/jobs/commands.ts'
import { existingParties } from '#server/parties/existing-records.ts'
import { leaveItemsOut } from '#server/items/restow-records.ts'
import type { EarlierRecord, WithJob } from '#server/records/describe.ts'
import { jobExists } from '#server/records/job-records.ts'
import type { Names } from '#server/records/change-wording.ts'
import { earlierState, type EarlierState } from './earlier-job.ts'
import { findEntry, jobEntriesAfter, lastEntryOf, type StoredEntry } from './list-records.ts'
import { namesIn } from './present.ts'
import { isOfMoney, requireSameCurrency } from '#server/finance/former-currency.ts'
import { recordKinds, restoreOf } from './record-kinds.ts'
import { valueText } from './words.ts'

export async function loadEntry({ db, accountId }: Session, id: number): Promise<StoredEntry> {
  const entry = await findEntry(db, accountId, id)
  if (!entry) throw notFound('entry in the history')
  return entry
}

export async function loadLastEntry({ db, accountId }: Session, recordId: string): Promise<StoredEntry> {
  const entry = await lastEntryOf(db, accountId, recordId)
  if (!entry) throw notFound('record in the history')
  return entry
}

async function stateAfter(session: Session, entryId: number) {
  const { db, accountId } = session
  const { jobId } = await loadEntry(session, entryId)
  if (!jobId) throw invalid('entry', 'This entry does not belong to a job.')
  const entries = await jobEntriesAfter(db, accountId, jobId, entryId)
  return { jobId, entries, state: earlierState(entries) }
}

/** What would change if the job were brought back as it was right after the entry. */
export async function compareEarlier(session: Session, entryId: number): Promise<EarlierJob> {
  const { jobId, entries, state } = await stateAfter(session, entryId)
  const { version } = await loadJob(session, jobId, false)
  return { version, differences: differencesOf(state, await namesIn(session.db, session.accountId, entries)) }
}

function differencesOf({ records, parties }: EarlierState, names: Names): EarlierJob['differences'] {
  const roles = partyRoles.flatMap(role => {
    const found = parties.get(role)
    if (!found) return []
    const now = valueText('named', found.now, names)
    const earlier = valueText('named', found.earlier, names)
    return [{ record: '', label: partyRoleLabels[role], now, earlier }]
  })
  const values = records.flatMap(record => {
    const { kind, columns } = record
    const withJob = restoreOf(kind)?.withJob
    const name = withJob?.isJob
      ? ''
      : withJob?.comesAndGoes
        ? `${kind.label} ${names.get(record.id) ?? namesOfKeys(record, names)}`
        : kind.label
    if (withJob?.comesAndGoes && record.now !== record.earlier)
      return [
        {
          record: name,
          label: kind.label,
          now: record.now ? 'on the job' : 'removed',
          earlier: record.earlier ? 'on the job' : 'not there yet',
        },
      ]
    const order = Object.keys(kind.fields)
    return [...columns]
      .sort(([one], [other]) => order.indexOf(one) - order.indexOf(other))
      .map(([, { field, now, earlier }]) => ({
        record: name,
        label: field.label,
        now: valueText(field.kind, now, names),
        earlier: valueText(field.kind, earlier, names),
      }))
  })
  const ofJob = values.filter(({ record }) => record === '')
  return [...ofJob, ...roles, ...values.filter(({ record }) => record !== '')]
}

/** What a record without a name of its own is of: “Yarn, MSKU1234565”. */
function namesOfKeys({ kind, keys }: EarlierRecord, names: Names): string {
  const told = kind.name
    ? []
    : [...keys].flatMap(([column, id]) => (column === 'job_id' ? [] : (names.get(id) ?? [])))
  return told.length > 0 ? told.join(', ') : '(unnamed)'
}

/** Brings the whole job back as the entry left it, in one new change; documents stay as they are. */
export async function restoreJob(session: Session, entryId: number, ifMatch: number | undefined) {
  const { db, accountId } = session
  const { jobId: id } = await loadEntry(session, entryId)
  if (!id || !(await jobExists(db, accountId, id)))
    throw invalid('entry', 'This entry does not belong to a job.')
  // Before anything is compared, so that what the caller looked at is what is restored.
  await lockJobForChange(session, id, ifMatch)
  const { state } = await stateAfter(session, entryId)
  if (state.records.length + state.parties.size === 0)
    throw invalid('entry', 'The job is already the same as it was after this change.')
  if (state.records.some(({ kind }) => isOfMoney(kind.table))) await requireSameCurrency(session, entryId)
  const input: JobInput = { id }
  const wanted = [...state.parties.values()].flatMap(({ earlier }) => earlier ?? [])
  const parties = await existingParties(db, accountId, wanted)
  const roles: [PartyRole, string | null][] = []
  for (const [role, { earlier }] of state.parties) {
    const standing = earlier && parties.get(earlier)
    if (earlier && !standing)
      throw invalid(
        fieldOfRole(role),
        `The ${partyRoleLabels[role]} at that time was deleted and cannot be restored.`,
      )
    roles.push([role, standing || null])
  }
  Object.assign(input, partiesInput(roles))
  await leaveItemsOut(db)
  const ways = [...byWayBack(state.records)]
  for (const [withJob, records] of ways)
    if (!withJob.followsJob) Object.assign(input, await withJob.bringBack(session, id, records))
  const saved = await saveJob(session, input, undefined)
  for (const [withJob, records] of ways) if (withJob.followsJob) await withJob.bringBack(session, id, records)
  return { record: { type: 'job', id }, version: saved.version }
}

/** What is brought back together, in the order in which the kinds are listed. */
function byWayBack(records: readonly EarlierRecord[]): Map<WithJob, EarlierRecord[]> {
  const ways = new Map<WithJob, EarlierRecord[]>()
  for (const kind of recordKinds) {
    const withJob = restoreOf(kind)?.withJob
    const own = records.filter(record => record.kind === kind)
    if (withJob && own.length > 0) ways.set(withJob, [...(ways.get(withJob) ?? []), ...own])
  }
  return ways
}
