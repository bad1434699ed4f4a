import type { EarlierJob } from '#contract/history.ts'
import { type ChargeSection, chargeSections } from '#contract/finance-sections.ts'
import type { JobInput } from '#contract/jobs.ts'
import { partyRoles, partyWire } from '#contract/parties.ts'
import type { Session } from '#server/db/db.ts'
import { invalid, notFound } from '#server/errors.ts'
import { chargeTables } from '#server/finance/columns.ts'
import { saveFinance } from '#server/finance/commands.ts'
import { deleteItem, insertItem, updateItem } from '#server/items/records.ts'
import { loadJob, lockJobForChange, saveJob } from '#server/jobs/commands.ts'
import { jobExists } from '#server/records/job-records.ts'
import { type EarlierRecord, earlierState, type EarlierState } from './earlier-job.ts'
import { recordTypeOf } from './fields.ts'
import { findEntry, jobEntriesAfter, type StoredEntry } from './list-records.ts'
import { type Names, partiesThatStand } from './name-records.ts'
import { namesIn } from './present.ts'
import { roleLabel, valueText } from './words.ts'

export async function loadEntry({ db, accountId }: Session, id: number): Promise<StoredEntry> {
  const entry = await findEntry(db, accountId, id)
  if (!entry) throw notFound('entry in the history')
  return entry
}

async function stateAfter(session: Session, entryId: number) {
  const { db, accountId } = session
  const { jobId } = await loadEntry(session, entryId)
  if (!jobId) throw invalid('entry', 'This entry belongs to no job.')
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
    return [{ record: '', label: roleLabel(role), now, earlier }]
  })
  const values = records.flatMap(record => {
    const { label, fields } = recordTypeOf(record.table)
    const own = record.table === 'jobs'
    const name = record.table === 'items' ? `${label} ${names.get(record.id) ?? '(unnamed)'}` : label
    if (record.table === 'items' && record.now !== record.earlier)
      return [
        {
          record: name,
          label: 'Item',
          now: record.now ? 'on the job' : 'removed',
          earlier: record.earlier ? 'on the job' : 'not there yet',
        },
      ]
    const order = Object.keys(fields)
    const columns = [...record.columns].sort(([one], [other]) => order.indexOf(one) - order.indexOf(other))
    return columns.map(([, { field, now, earlier }]) => ({
      record: own ? '' : name,
      label: field.label,
      now: valueText(field.kind, now, names),
      earlier: valueText(field.kind, earlier, names),
    }))
  })
  const ofJob = values.filter(({ record }) => record === '')
  return [...ofJob, ...roles, ...values.filter(({ record }) => record !== '')]
}

/** Brings the whole job back as the entry left it, in one new change; documents stay as they are. */
export async function restoreJob(session: Session, entryId: number, ifMatch: number | undefined) {
  const { db, accountId } = session
  const { jobId: id } = await loadEntry(session, entryId)
  if (!id || !(await jobExists(db, accountId, id))) throw invalid('entry', 'This entry belongs to no job.')
  // Before anything is compared, so that what the caller looked at is what is restored.
  await lockJobForChange(session, id, ifMatch)
  const { state } = await stateAfter(session, entryId)
  if (state.records.length + state.parties.size === 0)
    throw invalid('entry', 'The job is as it was then already.')
  const input: JobInput = { id }
  const wanted = [...state.parties.values()].flatMap(({ earlier }) => earlier ?? [])
  const standingParties = await partiesThatStand(db, accountId, wanted)
  for (const [role, { earlier }] of state.parties) {
    if (earlier && !standingParties.has(earlier))
      throw invalid(
        partyWire[role].list,
        `The ${roleLabel(role)} of then was deleted and cannot be put back.`,
      )
    Object.assign(input, { [partyWire[role].list]: earlier ? [{ [partyWire[role].field]: earlier }] : [] })
  }
  for (const record of state.records) if (record.table === 'jobs') Object.assign(input, jobInputOf(record))
  for (const record of state.records) if (record.table === 'items') await restoreItem(session, id, record)
  await restoreCharges(session, id, state.records)
  const saved = await saveJob(session, input, undefined)
  return { record: { type: 'job', id }, version: saved.version }
}

function jobInputOf({ columns }: EarlierRecord): Partial<JobInput> {
  return jobFields([...columns.values()].map(({ field, earlier }) => [field.field, earlier]))
}

/** "quote.clType" goes into the quote, everything else stands on the job itself. */
export function jobFields(values: readonly (readonly [string, unknown])[]): Partial<JobInput> {
  const quote = values.flatMap(([field, value]) =>
    field.startsWith('quote.') ? [[field.slice('quote.'.length), value]] : [],
  )
  const own = values.filter(([field]) => !field.startsWith('quote.'))
  return { ...Object.fromEntries(own), ...(quote.length > 0 && { quote: Object.fromEntries(quote) }) }
}

async function restoreItem({ db, accountId }: Session, jobId: string, record: EarlierRecord) {
  const then = Object.fromEntries(
    [...record.columns.values()].map(({ field, earlier }) => [field.field, earlier]),
  )
  const { id } = record
  if (record.now && !record.earlier) await deleteItem(db, accountId, id, undefined)
  else if (!record.now && record.earlier) await insertItem(db, accountId, { ...then, id, shipmentId: jobId })
  else if (record.now) await updateItem(db, accountId, { ...then, id }, undefined)
}

async function restoreCharges(session: Session, jobId: string, records: readonly EarlierRecord[]) {
  const charges = records.filter(({ table }) => sectionOf(table) || table === 'finances')
  if (charges.length === 0) return
  const job = await loadJob(session, jobId, false)
  const input = charges.map(({ table, columns }) =>
    financeInputOf(
      table,
      [...columns.values()].map(({ field, earlier }) => [field.field, earlier]),
    ),
  )
  await saveFinance(session, Object.assign({ id: job.quote.financeId }, ...input), undefined)
}

export const sectionOf = (table: string): ChargeSection | undefined =>
  chargeSections.find(section => chargeTables[section] === table)

/** The part of a finance's body that says these values; an empty total is the sum again. */
export function financeInputOf(table: string, values: readonly (readonly [string, unknown])[]): object {
  const said = Object.fromEntries(values)
  const typed = 'total' in said ? { ...said, totalIsTyped: said['total'] !== null } : said
  const section = sectionOf(table)
  return section ? { [section]: typed } : typed
}

export const nothingToRestore = () => invalid('entry', 'There is nothing here that can be put back.')
