import { IMPORT_UNDO_DAYS } from '#contract/imports.ts'
import { may } from '#contract/permissions.ts'
import type { Database, Session } from '#server/db/db.ts'
import { readPerson } from '#server/job-changes/reason-records.ts'
import { contactTarget } from './contact-records.ts'
import { targets } from './kinds.ts'
import { partiesInstead } from '#server/records/merged-records.ts'
import * as records from './records.ts'
import type { ChangedRecord, Target } from './target.ts'
import { afterOf, reversedFields, settle, type Value } from './values.ts'
import { labelOfColumn } from './words.ts'

/** So few that nobody waits long for a record that is among them, nor for the next job number. */
const ROWS_IN_ONE_PART = 100

/** Does the next rows of an import or of its undo, each whole or not at all; whether some are left. */
export async function doNextPart(session: Session, id: string): Promise<boolean> {
  const { db, accountId } = session
  await records.waitForTurn(db, accountId)
  const stored = await records.lockImport(db, accountId, id, IMPORT_UNDO_DAYS)
  if (stored?.state !== 'underWay' && stored?.state !== 'undoing') return false
  const undo = stored.state === 'undoing'
  const taken = await records.takeRows(db, accountId, id, { undo, atMost: ROWS_IN_ONE_PART })
  const [first] = taken
  if (!first) {
    await records.setState(db, accountId, id, undo ? 'undone' : 'ended')
    return false
  }
  // Companies that jobs need are made before the rows, and taken away after them.
  const areContacts = first.position < 0
  const ofKind = taken.filter(({ position }) => position < 0 === areContacts)
  const rows = areContacts ? ofKind : await withStandingParties(session, ofKind)
  const target = areContacts ? contactTarget : targets[stored.kind]
  const outcomes = undo ? await takeBack(session, target, rows) : await carryOut(session, target, rows)
  await records.noteOutcomes(db, accountId, id, outcomes)
  const refused = new Set(outcomes.flatMap(one => (one.state === 'refused' ? one.position : [])))
  const made = rows.filter(
    row => row.action === 'make' && row.fingerprint !== '' && !refused.has(row.position),
  )
  const kind = stored.jobId === null ? stored.kind : `${stored.kind} of ${stored.jobId}`
  if (undo)
    await records.forgetMade(
      db,
      accountId,
      made.map(row => row.id),
    )
  else await records.rememberMade(db, accountId, kind, made)
  return true
}

/** The rows with the parties that stand in the place of those whose contacts were merged into others since. */
async function withStandingParties(
  { db, accountId }: Session,
  rows: readonly records.StoredRow[],
): Promise<readonly records.StoredRow[]> {
  const isParty = (column: string) => column.startsWith('party:')
  const named = rows.flatMap(({ fields }) =>
    Object.entries(fields).flatMap(([column, values]) =>
      isParty(column) ? values.filter(value => typeof value === 'string') : [],
    ),
  )
  const instead = await partiesInstead(db, accountId, named, [])
  if (instead.size === 0) return rows
  const standing = (value: Value): Value => (typeof value === 'string' && instead.get(value)) || value
  return rows.map(row => ({
    ...row,
    fields: Object.fromEntries(
      Object.entries(row.fields).map(([column, [before, after]]) => [
        column,
        isParty(column) ? [standing(before), standing(after)] : [before, after],
      ]),
    ),
  }))
}

/** "Somebody has changed ETD since." */
const changedSince = (stays: readonly string[]) =>
  `Somebody has changed ${stays.map(labelOfColumn).join(', ')} since.`

async function carryOut(
  { db, accountId }: Session,
  target: Target,
  rows: readonly records.StoredRow[],
): Promise<records.RowOutcome[]> {
  const now = await target.lock(
    db,
    accountId,
    rows.flatMap(row => (row.action === 'change' ? row.id : [])),
  )
  const outcomes: records.RowOutcome[] = []
  const wanted: records.StoredRow[] = []
  for (const row of rows) {
    if (row.action === 'make') {
      wanted.push(row)
      continue
    }
    const standing = now.get(row.id)
    const settled = standing && settle(row.fields, standing)
    if (!settled) outcomes.push({ ...row, state: 'refused', reason: 'It is no longer there.' })
    else if (settled.stays.length > 0)
      outcomes.push({ ...row, state: 'refused', reason: changedSince(settled.stays) })
    else if (Object.keys(settled.fields).length === 0) outcomes.push({ ...row, state: 'same', reason: null })
    else wanted.push({ ...row, fields: settled.fields })
  }
  const hindrances = await target.hindrances?.(db, accountId, wanted)
  const writes: records.StoredRow[] = []
  for (const row of wanted) {
    const hindrance = hindrances?.get(row.id)
    if (!hindrance) writes.push(row)
    outcomes.push({
      ...row,
      state: hindrance ? 'refused' : 'done',
      reason: hindrance?.forImport ?? null,
    })
  }
  const made = writes.filter(row => row.action === 'make')
  const changes = writes.filter(row => row.action === 'change')
  if (made.length > 0)
    await target.make(
      db,
      accountId,
      made.map(({ id, fields }) => ({ id, values: afterOf(fields) })),
    )
  if (changes.length > 0) await target.change(db, accountId, changes)
  return outcomes
}

/** What somebody has changed since stays, field by field; what was made goes where nobody has touched it. */
async function takeBack(
  { db, accountId }: Session,
  target: Target,
  rows: readonly records.StoredRow[],
): Promise<records.RowOutcome[]> {
  const made = rows.filter(row => row.action === 'make')
  const removed = await target.remove(
    db,
    accountId,
    made.map(row => row.id),
  )
  const outcomes: records.RowOutcome[] = made.map(row =>
    removed.has(row.id)
      ? { ...row, state: 'undone', reason: null }
      : { ...row, state: 'stayed', reason: 'It has been worked on since, so it stays.' },
  )
  const changed = rows.filter(row => row.action === 'change')
  const now = await target.lock(
    db,
    accountId,
    changed.map(row => row.id),
  )
  const settledOf = new Map(
    changed.flatMap(row => {
      const standing = now.get(row.id)
      return standing ? [[row.id, settle(reversedFields(row.fields), standing)] as const] : []
    }),
  )
  const hindrances = await target.hindrances?.(
    db,
    accountId,
    changed.map(row => ({ ...row, fields: settledOf.get(row.id)?.fields ?? {} })),
  )
  const changes: ChangedRecord[] = []
  for (const row of changed) {
    const settled = settledOf.get(row.id)
    if (!settled) {
      outcomes.push({ ...row, state: 'stayed', reason: 'It is no longer there.' })
      continue
    }
    const hindrance = hindrances?.get(row.id)
    const fields = Object.fromEntries(
      Object.entries(settled.fields).filter(([column]) => column !== hindrance?.column),
    )
    if (Object.keys(fields).length > 0) changes.push({ id: row.id, fields })
    const reasons = [
      ...(settled.stays.length > 0 ? [changedSince(settled.stays)] : []),
      ...(hindrance ? [hindrance.forUndo] : []),
    ]
    const reason = reasons.length > 0 ? reasons.join(' ') : null
    outcomes.push({ ...row, state: reason ? 'stayed' : 'undone', reason })
  }
  if (changes.length > 0) await target.change(db, accountId, changes)
  return outcomes
}

export type QueuedImport = { account: string; import: string; person: string }

/** Does one part of an import in the background, and puts what is left of it into the queue again. */
export async function continueImport(database: Database, queued: QueuedImport): Promise<void> {
  const { account, person, import: id } = queued
  await database.asAccount(account, person, async session => {
    const { db, accountId } = session
    const who = await readPerson(db, accountId, person)
    const stored = await records.lockImport(db, accountId, id, IMPORT_UNDO_DAYS)
    const needed = stored?.kind === 'contacts' ? 'organisations:write' : 'jobs:write'
    if (!who?.isActive || !may(who.role, needed, who.adjustments)) {
      const reason = `${who?.name ?? 'Whoever began this'} may not change them any more.`
      await endWithout(session, id, reason)
      return
    }
    if (await doNextPart(session, id)) await records.enqueue(db, id)
  })
}

async function endWithout({ db, accountId }: Session, id: string, reason: string): Promise<void> {
  const stored = await records.lockImport(db, accountId, id, IMPORT_UNDO_DAYS)
  if (stored?.state === 'underWay' || stored?.state === 'undoing')
    await records.refuseRest(db, accountId, id, { undo: stored.state === 'undoing', reason })
}

/** After the last attempt: what is left is named as not done. */
export const giveUp = (database: Database, { account, person, import: id }: QueuedImport): Promise<void> =>
  database.asAccount(account, person, session =>
    endWithout(
      session,
      id,
      'The server could not do it. Import the file again: what is done already is left alone.',
    ),
  )
