import type { ChangedField, HistoryEntry } from '#contract/history.ts'
import { type PartyRole, partyWire } from '#contract/parties.ts'
import { id } from '#contract/values.ts'
import type { Db } from '#server/db/db.ts'
import { SUMMED_TOTAL } from '#server/finance/record.ts'
import { mapInPieces } from '#server/in-pieces.ts'
import type { RecordKind } from '#server/records/describe.ts'
import type { StoredEntry } from './list-records.ts'
import { mailWords } from './mail-words.ts'
import { type Names, namesNow, namesThen } from './name-records.ts'
import { numbersInSentence, takenNumberWords } from './number-words.ts'
import { fieldOf, isRestorable, recordKindOf, restoreOf } from './record-kinds.ts'
import { touchedPermissions } from './touched-permissions.ts'
import { changeWords, roleLabel, type Touched, valueText } from './words.ts'

/** Entries in the contract's shape; `withOrigin` tells from where each change came. */
export async function presentEntries(
  db: Db,
  accountId: string,
  rows: readonly StoredEntry[],
  { withOrigin }: { withOrigin: boolean },
): Promise<HistoryEntry[]> {
  const names = await namesIn(db, accountId, rows)
  return mapInPieces(rows, row => presentEntry(row, names, withOrigin))
}

/** The names of all that these entries speak of: the records themselves and those whose ids stand in them. */
export async function namesIn(db: Db, accountId: string, rows: readonly StoredEntry[]): Promise<Names> {
  const ids = new Set<string>()
  for (const row of rows) {
    ids.add(row.recordId)
    if (row.organisationId) ids.add(row.organisationId)
    for (const [column, values] of Object.entries(row.changes))
      if (column.endsWith('_id'))
        for (const value of values) if (id.safeParse(value).success) ids.add(value as string)
  }
  const now = await namesNow(db, accountId, [...ids])
  const then = await namesThen(
    db,
    accountId,
    [...ids].filter(id => !now.has(id)),
  )
  return new Map([...then, ...now])
}

type Action = HistoryEntry['action']

export function actionOf({ changes }: StoredEntry): Action {
  const key = changes['id']
  if (key) return key[0] === null ? 'added' : 'removed'
  return 'changed'
}

/** The fields of an entry that people read, in the order of their screen. */
export function touchedFields({ recordType, changes }: StoredEntry, names: Names): Touched[] {
  if (recordType === 'role_adjustments') return touchedPermissions(changes)
  const type = recordKindOf(recordType)
  const order = Object.keys(type.fields)
  const rank = (column: string) => (order.includes(column) ? order.indexOf(column) : order.length)
  return Object.entries(changes)
    .flatMap(([column, [before, after]]) => {
      const field = fieldOf(type, column)
      if (!field) return []
      const [oldText, newText] = [valueText(field.kind, before, names), valueText(field.kind, after, names)]
      return [{ column, ...field, old: before, new: after, oldText, newText }]
    })
    .sort((one, other) => rank(one.column) - rank(other.column))
}

function presentEntry(row: StoredEntry, names: Names, withOrigin: boolean): HistoryEntry {
  const type = recordKindOf(row.recordType)
  const action = actionOf(row)
  const name = nameOf(row, names)
  const touched = touchedFields(row, names)
  return {
    id: row.id,
    at: row.at.toISOString(),
    by: row.userId ? { id: row.userId, displayName: row.by ?? 'Somebody' } : null,
    origin: withOrigin && row.address ? { address: row.address, userAgent: row.userAgent ?? '' } : null,
    record: { type: type.type, id: row.recordId, label: labelFor(row, type, names), name },
    job:
      row.jobId && row.jobNumber !== null ? { id: row.jobId, jobId: row.jobNumber, name: row.jobName } : null,
    action,
    words: wordsOf(row, type, action, touched, names),
    changes:
      type.type === 'party' ? partyChange(row, names) : touched.map(field => presentField(field, action)),
    restorable: action === 'removed' && restoreOf(type)?.removed !== undefined,
  }
}

const presentField = (
  { field, label, kind, old, new: after, oldText, newText, restorable }: Touched,
  action: Action,
): ChangedField => ({
  field,
  label,
  old: old ?? null,
  new: after ?? null,
  oldText,
  newText,
  restorable: action === 'changed' && isRestorable({ restorable, kind }, old),
})

/** A company's part on a job is one field to people, named after its role. */
function partyChange({ changes }: StoredEntry, names: Names): ChangedField[] {
  const role = (changes['role']?.[0] ?? changes['role']?.[1]) as PartyRole | undefined
  const [old, after] = changes['party_id'] ?? [null, null]
  if (!role) return []
  return [
    {
      field: partyWire[role].list,
      label: roleLabel(role),
      old,
      new: after,
      oldText: valueText('named', old, names),
      newText: valueText('named', after, names),
      restorable: true,
    },
  ]
}

const isPerson = ({ recordType, recordId }: StoredEntry, names: Names) =>
  recordType === 'contacts' && names.has(recordId)

function labelFor(row: StoredEntry, type: RecordKind, names: Names): string {
  const [before, after] = row.changes['role'] ?? [null, null]
  if (type.type === 'party') return roleLabel(before ?? after)
  return isPerson(row, names) ? 'Person' : type.label
}

/** Of an address: that of its company. Of charges: none, since their label says all. */
function nameOf(row: StoredEntry, names: Names): string | null {
  const { recordType, recordId, changes, organisationId } = row
  if (recordType === 'job_parties') {
    const [before, after] = changes['party_id'] ?? [null, null]
    return names.get(String(before ?? after)) ?? null
  }
  if (recordType === 'jobs') return row.jobName
  return names.get(recordId) ?? (organisationId ? (names.get(organisationId) ?? null) : null)
}

/** Parts of a bigger record, which a sentence names behind what was done to them. */
const places: Record<string, string> = {
  item: 'on item',
  finance: 'in the charges',
  originCharge: 'in Origin Charges',
  freightCharge: 'in Freight Charges',
  destinationCharge: 'in Destination Charges',
}

function wordsOf(
  row: StoredEntry,
  { type, label }: RecordKind,
  action: Action,
  touched: readonly Touched[],
  names: Names,
): string {
  const name = nameOf(row, names) ?? '(unnamed)'
  const access = row.changes['deactivated_at']
  if (type === 'user' && access) return `${access[1] ? 'took away' : 'gave back'} the access of ${name}`
  if (type === 'user' && action === 'changed') {
    const joining = joiningWords(row.changes, name)
    if (joining) return joining
  }
  if (type === 'token' && access?.[1]) return `revoked API token ${name}`
  if (type === 'token' && action === 'added') return `made API token ${name}`
  const year = row.at.getUTCFullYear()
  if (type === 'party') {
    const role = roleLabel(row.changes['role']?.[0] ?? row.changes['role']?.[1])
    return `${action === 'removed' ? 'removed' : 'added'} ${name} as ${role}`
  }
  if (row.changes[SUMMED_TOTAL]) return summedTotalWords(touched)
  if (type === 'mail') return mailWords(row.changes, name)
  if (type === 'number') return takenNumberWords(row.changes['kind']?.[1], row.changes['number']?.[1])
  if (type === 'document' || type === 'template')
    return fileWords(row, label.toLowerCase(), name, touched, names)
  const isSection = type === 'finance' || type.endsWith('Charge')
  const isAddress = type === 'contact' && !isPerson(row, names)
  if (action === 'changed' || ((isSection || isAddress || type === 'permissions') && action === 'added')) {
    const place = places[type]
    const said = changeWords(touched, year) || 'changed something that is not shown'
    if (type === 'item') return `${said} ${place} ${name}`
    if (type === 'token') return `${said} for API token ${name}`
    if (type === 'contact') return isAddress ? said : `${said} for ${name}`
    return place ? `${said} ${place}` : said
  }
  if (type === 'job') return action === 'added' ? 'made this job' : 'removed this job'
  const what = isAddress ? 'the address' : `${isPerson(row, names) ? 'person' : label.toLowerCase()} ${name}`
  return `${action} ${what}`
}

/** What a person did about being in the company, or what was done about an invitation of theirs. */
function joiningWords(changes: StoredEntry['changes'], name: string): string | null {
  const now = (column: string) => Boolean(changes[column]?.[1])
  if (now('joined_at')) return 'joined the company'
  if (now('declined_at')) return 'declined the invitation'
  if (now('left_at')) return 'left the company'
  if (changes['joined_at']) return 'has to accept the invitation again, having proved the e-mail address'
  if (changes['sign_in_made_here'])
    return `gave ${name} a sign-in of their own, since they signed up themselves`
  return changes['invited_at'] ? `invited ${name} again` : null
}

/** Said as a whole sentence: what happened to the total was nobody's doing. */
function summedTotalWords(touched: readonly Touched[]): string {
  const { oldText, newText } = touched[0] ?? {}
  return `changed the Finance Total from ${oldText} to ${newText}: Freight Charges are now added up too`
}

/** The numbers that a document was the first to print. */
function givenBy({ changes }: StoredEntry): string {
  const numbers = changes['numbers_given']?.[1]
  return typeof numbers === 'string' ? `, the first to print ${numbersInSentence(numbers)}` : ''
}

/** Files are deleted by a mark, and what was replaced shows in their content alone. */
function fileWords(
  row: StoredEntry,
  what: string,
  name: string,
  touched: readonly Touched[],
  names: Names,
): string {
  const { changes } = row
  const [gone, deleted] = [changes['deleted_at']?.[0], changes['deleted_at']?.[1]]
  const named = `${what} ${name}`
  const action = actionOf(row)
  if (action === 'added') {
    const template = changes['template_id']?.[1]
    return typeof template === 'string'
      ? `made ${named} from ${names.get(template) ?? 'a template'}${givenBy(row)}`
      : `added ${named}`
  }
  if (action === 'removed') return `removed ${named} for good`
  if (deleted) return `deleted ${named}`
  if (gone) return `restored ${named}`
  if (changes['content_key']) return `replaced the content of ${named}${givenBy(row)}`
  const [before, after] = changes['name'] ?? []
  if (touched.length === 1 && changes['name']) return `renamed ${String(before)} to ${String(after)}`
  return `${changeWords(touched, row.at.getUTCFullYear()) || 'changed something that is not shown'} on ${named}`
}
