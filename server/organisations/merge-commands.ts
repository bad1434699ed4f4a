import type { z } from 'zod'
import {
  type ComparedContact,
  type ContactMerge,
  MERGE_UNDO_DAYS,
  mergedValue,
  type MergeField,
  mergeFields,
  mergeLabels,
  type mergeOrganisations,
  MOST_CONTACTS_OF_ONE,
  type undoOrganisationMerge,
  valueToMerge,
} from '#contract/contact-merges.ts'
import { contactFields, type Organisation, organisationFields } from '#contract/organisations.ts'
import { fieldNames } from '#contract/field.ts'
import { partyRoleLabels } from '#contract/parties.ts'
import { keysOf } from '#contract/typed-objects.ts'
import type { Session } from '#server/db/db.ts'
import { AppError, invalid, notFound } from '#server/errors.ts'
import { keptInsteadOf } from '#server/records/merged-records.ts'
import { idInUse } from '#server/records/repeat.ts'
import { quoted } from '#server/records/versions.ts'
import { contactColumns, organisationColumns } from './columns.ts'
import { findOrganisation, loadOrganisation, mergedAway, refuseOutdatedOrganisation } from './commands.ts'
import type { DefaultRow } from './default-records.ts'
import { defaultsToMerge, moveDefaultsBack } from './merge-default-records.ts'
import * as records from './merge-records.ts'

type Asked = z.output<NonNullable<typeof mergeOrganisations.body>>
type Merged = z.output<NonNullable<typeof mergeOrganisations.reply>>
type UndoneMerge = z.output<NonNullable<typeof undoOrganisationMerge.reply>>

/** Both as they stand, in the order in which they are named. */
export async function compare(session: Session, ids: readonly [string, string]): Promise<ComparedContact[]> {
  const both: ComparedContact[] = []
  for (const id of ids) {
    const organisation = await findOrganisation(session, id)
    both.push({
      organisation,
      ...(await records.countJobsOf(session.db, session.accountId, organisation.id)),
    })
  }
  if (both[0]?.organisation.id === both[1]?.organisation.id) throw sameContact('with')
  return both
}

const sameContact = (path: string) => invalid(path, 'A contact cannot be merged with itself.')

/** Moves all that names one contact to the other, in one transaction; a repeated call answers what the first one did. */
export async function merge(session: Session, asked: Asked): Promise<{ stored: Merged; created: boolean }> {
  const { db, accountId, userId } = session
  const { keptId, mergedId, take = [] } = asked
  if (keptId === mergedId) throw sameContact('mergedId')
  await records.lockJobsOf(db, accountId, mergedId)
  const standing = await records.lockStanding(db, accountId, [keptId, mergedId])
  const text = textOf(asked)
  const repeated = await findRepeated(session, asked, text)
  if (repeated) return { stored: repeated, created: false }
  const kept = standing.get(keptId) ?? (await refuseGone(session, keptId))
  const merged = standing.get(mergedId) ?? (await refuseGone(session, mergedId))
  await refuseOutdatedOrganisation(session, keptId, kept.organisation.version, asked.keptVersion)
  await refuseOutdatedOrganisation(session, mergedId, merged.organisation.version, asked.mergedVersion)
  const [keeps, goes] = [await loadOrganisation(session, keptId), await loadOrganisation(session, mergedId)]
  const moved = peopleToMove(kept, merged)
  const together = kept.contacts.length + moved.length
  if (together > MOST_CONTACTS_OF_ONE)
    throw new AppError(
      'limit_reached',
      `${quoted(keeps.name)} would have ${together} addresses and people; a contact has at most ${MOST_CONTACTS_OF_ONE}. ` +
        'Remove some first.',
    )
  const { jobs } = await records.countJobsOf(db, accountId, mergedId)
  const id = asked.id ?? crypto.randomUUID()
  const defaults = await defaultsToMerge(db, accountId, keptId, mergedId)
  const before = { merged, moved, defaults, ...changesOf(keeps, goes, kept, take) }
  await records.writeMerge(db, accountId, { id, userId, asked: text, kept, merged, before, jobs })
  return { stored: await mergeAnswer(session, id), created: true }
}

const textOf = ({ keptId, mergedId, keptVersion, mergedVersion, take = [] }: Asked) =>
  JSON.stringify([keptId, mergedId, keptVersion, mergedVersion, [...take].sort()])

async function mergeAnswer(session: Session, id: string): Promise<Merged> {
  const merge = await records.getMerge(session.db, session.accountId, id)
  if (!merge) throw notFound('merge')
  return { merge: present(merge), organisation: await findOrganisation(session, merge.keptId) }
}

/** What a call did that came twice: by its own id or, where it names none, by what became of the contact. */
async function findRepeated(session: Session, { id, mergedId }: Asked, text: string): Promise<Merged | null> {
  const { db, accountId } = session
  const known = id
    ? await records.getMerge(db, accountId, id)
    : await records.mergeOf(db, accountId, mergedId)
  if (known?.asked === text && !known.isUndone) return mergeAnswer(session, known.id)
  if (known && id) throw idInUse('A merge', present(known))
  return null
}

async function refuseGone(session: Session, id: string): Promise<never> {
  const kept = await keptInsteadOf(session.db, session.accountId, id)
  throw kept ? mergedAway(await loadOrganisation(session, kept)) : notFound('contact')
}

const isSamePerson = (one: records.Row, other: records.Row) =>
  Object.values(contactColumns).every(column => (one[column] || null) === (other[column] || null))

/** All but the first address, which gives its values; whoever stands at the kept one already is not there twice. */
const peopleToMove = (kept: records.Standing, merged: records.Standing): string[] =>
  (kept.contacts.length === 0 ? merged.contacts : merged.contacts.slice(1))
    .filter(person => !kept.contacts.some(one => isSamePerson(one, person)))
    .map(({ id }) => id)

const columnOf = (field: MergeField) => {
  const [, ofAddress] = field.split('.')
  return ofAddress
    ? contactColumns[ofAddress as keyof typeof contactColumns]
    : organisationColumns[field as keyof typeof organisationColumns]
}

/** What changes of the kept one, by column: of itself, and of its first address where it has one. */
function changesOf(
  keeps: Organisation,
  goes: Organisation,
  kept: records.Standing,
  take: readonly MergeField[],
): Pick<records.Before, 'kept' | 'address'> {
  const [own, ofAddress]: [Record<string, records.Pair>, Record<string, records.Pair>] = [{}, {}]
  for (const field of mergeFields) {
    const before = valueToMerge(keeps, field)
    const after = mergedValue(keeps, goes, field, take.includes(field))
    if (before !== after) (field.startsWith('contact.') ? ofAddress : own)[columnOf(field)] = [before, after]
  }
  const [first] = kept.contacts
  return { kept: own, address: first ? { id: first.id, changes: ofAddress } : null }
}

export const present = ({
  id,
  at,
  by,
  keptId,
  keptName,
  mergedId,
  mergedName,
  jobs,
  people,
  canBeUndone,
}: records.StoredMerge): ContactMerge => ({
  ...{ id, at: new Date(at).toISOString(), by, keptId, keptName, mergedId, mergedName },
  ...{ jobs, people, canBeUndone },
})

/** What was merged into a contact and not undone, the latest first. */
export async function listMerges(session: Session, id: string): Promise<ContactMerge[]> {
  const { id: keptId } = await findOrganisation(session, id)
  return (await records.mergesInto(session.db, session.accountId, keptId)).map(present)
}

/** Puts back what the merge moved and nobody has changed since, and says what it left. */
export async function undoMerge(session: Session, id: string): Promise<UndoneMerge> {
  const { db, accountId, userId } = session
  await records.lockMerge(db, accountId, id)
  const merge = await records.getMerge(db, accountId, id)
  if (!merge) throw notFound('merge')
  if (merge.undone) return undoneAnswer(session, merge, merge.undone)
  const { before } = merge
  const standing = await records.lockStanding(db, accountId, [merge.keptId])
  const kept = standing.get(merge.keptId)
  if (!merge.canBeUndone || !before || !kept) throw notUndoable(merge)
  await records.writeAgain(db, accountId, id, before)
  const { jobs, left, leftNumbers } = await records.moveJobsBack(db, accountId, merge)
  const people = settledPeople(kept, before)
  await records.movePeopleBack(db, accountId, people.back)
  const fields = settledFields(kept, before)
  await records.putFieldsBack(db, accountId, merge.keptId, fields)
  const defaults = await moveDefaultsBack(db, accountId, merge.mergedId, before.defaults ?? [])
  const undone: records.Undone = {
    jobs,
    people: people.back.length,
    left: {
      jobIds: leftNumbers,
      jobs: left,
      people: people.left,
      fields: [...fields.left, ...defaults.map(nameOfDefault)],
    },
  }
  await records.noteUndone(db, accountId, { id, userId, undone })
  return undoneAnswer(session, merge, undone)
}

async function undoneAnswer(
  session: Session,
  { keptId, mergedId }: records.StoredMerge,
  undone: records.Undone,
): Promise<UndoneMerge> {
  const organisation = await findOrganisation(session, keptId)
  const restored = await findOrganisation(session, mergedId)
  return { organisation, restored, ...undone }
}

/** Those who stand at the kept one as they came there; of the others, who they were. */
function settledPeople(kept: records.Standing, { merged, moved }: records.Before) {
  const back: records.Row[] = []
  const left: string[] = []
  for (const was of merged.contacts.filter(({ id }) => moved.includes(id))) {
    const now = kept.contacts.find(({ id }) => id === was.id)
    if (now && isSamePerson(now, was)) back.push(was)
    else left.push((was['name'] as string | null) ?? 'The address')
  }
  return { back, left }
}

/** The fields that have the value that the merge gave them; of the others, what they are called. */
function settledFields(kept: records.Standing, { kept: own, address }: records.Before) {
  const left: string[] = []
  const settle = (changes: records.Changes, now: records.Row | undefined, labels: Record<string, string>) =>
    Object.fromEntries(
      Object.entries(changes).filter(([column, [, after]]) => {
        const stands = now !== undefined && (now[column] ?? null) === (after ?? null)
        if (!stands) left.push(labels[column] ?? column)
        return stands
      }),
    )
  const ownChanges = settle(own, kept.organisation, ownLabels)
  const first = address && kept.contacts.find(({ id }) => id === address.id)
  const changes = address ? settle(address.changes, first ?? undefined, addressLabels) : {}
  return { kept: ownChanges, address: address && first ? { id: address.id, changes } : null, left }
}

const nameOfDefault = ({ role, when_role: whenRole }: DefaultRow) =>
  `Default ${partyRoleLabels[role]} when it is ${partyRoleLabels[whenRole]}`

const labelled = (fields: readonly MergeField[]) =>
  Object.fromEntries(fields.map(field => [columnOf(field), mergeLabels[field]]))
const ownLabels = labelled(fieldNames(organisationFields))
const addressLabels = labelled(keysOf(contactFields).map(field => `contact.${field}` as const))

function notUndoable({ hasLater, laterMergedName, laterKeptName, keptName }: records.StoredMerge): AppError {
  if (hasLater)
    return new AppError(
      'in_use',
      `This merge cannot be undone yet: ${quoted(laterMergedName)} was merged into ${quoted(laterKeptName)} later. ` +
        'Undo that merge first.',
    )
  return new AppError(
    'in_use',
    `This merge cannot be undone: ${quoted(keptName)} was deleted since, or the merge is older than ${MERGE_UNDO_DAYS} days.`,
  )
}
