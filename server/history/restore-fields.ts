import { surchargeBasisFields } from '#contract/finance-sections.ts'
import { partyRoles, partyWire } from '#contract/parties.ts'
import type { Session } from '#server/db/db.ts'
import { renameDocument } from '#server/documents/commands.ts'
import { AppError, invalid } from '#server/errors.ts'
import { saveFinance } from '#server/finance/commands.ts'
import { changeItem } from '#server/items/commands.ts'
import { insertItem } from '#server/items/records.ts'
import { loadJob, saveJob } from '#server/jobs/commands.ts'
import { requireJob } from '#server/records/require-job.ts'
import { changeOrganisation } from '#server/organisations/commands.ts'
import { changeTemplate } from '#server/templates/commands.ts'
import { fieldOf, isRestorable, recordTypeOf } from './fields.ts'
import type { StoredEntry } from './list-records.ts'
import { partiesThatStand } from './name-records.ts'
import { financeInputOf, jobFields, nothingToRestore } from './restore-commands.ts'

type Restored = { record: { type: string; id: string }; version: number }
type OldValues = readonly (readonly [string, unknown])[]

/** Puts the old values of some fields of an entry back, as a new change of its record. */
export async function restoreFields(
  session: Session,
  entry: StoredEntry,
  fields: readonly string[],
  ifMatch: number | undefined,
): Promise<Restored> {
  const { recordType, recordId, jobId, organisationId } = entry
  const { type } = recordTypeOf(recordType)
  const record = { type, id: recordId }
  if (recordType === 'job_parties') return restoreParty(session, entry, ifMatch)
  const old = oldValues(entry, fields)
  switch (recordType) {
    case 'jobs':
      return { record, ...versionOf(await saveJob(session, { id: recordId, ...jobFields(old) }, ifMatch)) }
    case 'items':
      return { record, version: await restoreItemFields(session, recordId, old, ifMatch) }
    case 'organisations':
      return {
        record,
        ...versionOf(
          await changeOrganisation(session, { id: recordId, ...Object.fromEntries(old) }, ifMatch),
        ),
      }
    case 'contacts': {
      if (!organisationId) throw nothingToRestore()
      const contact = { id: recordId, ...Object.fromEntries(old) }
      const input = { id: organisationId, organisationContacts: [{ contactId: recordId, contact }] }
      return { record, ...versionOf(await changeOrganisation(session, input, ifMatch)) }
    }
    case 'document_templates':
      return {
        record,
        ...versionOf(await changeTemplate(session, { id: recordId, ...Object.fromEntries(old) }, ifMatch)),
      }
    case 'documents': {
      const name = String(old[0]?.[1])
      return { record, ...versionOf(await renameDocument(session, { id: recordId, name }, ifMatch)) }
    }
  }
  if (!jobId) throw nothingToRestore()
  const { quote } = await loadJob(session, jobId, false)
  const input = Object.assign({ id: quote.financeId }, financeInputOf(recordType, old))
  return { record, ...versionOf(await saveFinance(session, input, ifMatch)) }
}

const versionOf = ({ version }: { version: number }) => ({ version })

function oldValues({ recordType, changes }: StoredEntry, wanted: readonly string[]): OldValues {
  const type = recordTypeOf(recordType)
  // What was added or removed is no change of a value.
  if (changes['id'] && recordType !== 'job_parties') throw nothingToRestore()
  const known = new Map(
    Object.entries(changes).flatMap(([column, [before]]) => {
      const field = fieldOf(type, column)
      return field && isRestorable(field, before) ? [[field.field, before ?? null] as const] : []
    }),
  )
  return wanted.flatMap(field => {
    if (!known.has(field)) throw invalid('fields', `This entry has no “${field}” that can be put back.`)
    // A surcharge's figure means nothing without what it was then: per kg or flat.
    const basis = basisFields[field]
    const together = basis && known.has(basis) ? [field, basis] : [field]
    return together.map(one => [one, known.get(one)] as const)
  })
}

const basisFields: Readonly<Record<string, string>> = surchargeBasisFields

/** Gives a role back to the party that had it before the entry, or to nobody. */
async function restoreParty(session: Session, { changes, jobId }: StoredEntry, ifMatch: number | undefined) {
  const [before, after] = changes['role'] ?? [null, null]
  const role = partyRoles.find(one => one === (before ?? after))
  const partyId = changes['party_id']?.[0] as string | null | undefined
  if (!role || !jobId) throw nothingToRestore()
  const { list, field } = partyWire[role]
  const standing = await partiesThatStand(session.db, session.accountId, partyId ? [partyId] : [])
  if (partyId && !standing.has(partyId))
    throw invalid(list, 'That contact was deleted and cannot be put back.')
  const input = { id: jobId, [list]: partyId ? [{ [field]: partyId }] : [] }
  return { record: { type: 'job', id: jobId }, ...versionOf(await saveJob(session, input, ifMatch)) }
}

async function restoreItemFields(
  session: Session,
  id: string,
  old: OldValues,
  ifMatch: number | undefined,
): Promise<number> {
  return (await changeItem(session, { id, ...Object.fromEntries(old) }, ifMatch)).version
}

/** Puts a removed item back on its job as it was, under its own id. */
export async function restoreRemoved(session: Session, entry: StoredEntry): Promise<Restored> {
  const { db, accountId } = session
  const { recordType, recordId, jobId, changes } = entry
  const type = recordTypeOf(recordType)
  if (recordType !== 'items' || !jobId || changes['id']?.[1] !== null) throw nothingToRestore()
  await requireJob(session, jobId)
  const values = Object.entries(changes).flatMap(([column, [before]]) => {
    const field = fieldOf(type, column)
    return field ? [[field.field, before]] : []
  })
  const made = await insertItem(db, accountId, {
    ...Object.fromEntries(values),
    id: recordId,
    shipmentId: jobId,
  })
  if (!made) throw new AppError('already_exists', 'This item is on the job again already.')
  return { record: { type: type.type, id: recordId }, version: 1 }
}
