import type { ImportFields } from '#contract/import-field.ts'
import type { ImportKind } from '#contract/import-kinds.ts'
import type { CellError, ImportQuestion, ImportSettings } from '#contract/imports.ts'
import type { Session } from '#server/db/db.ts'
import { countryCode } from './country-names.ts'
import { foldText } from '#server/search-text.ts'
import type { ReadFile } from '#server/sheets/sheet.ts'
import { matchContacts } from './match-contacts.ts'
import { matchItems } from './match-items.ts'
import { jobNumberOf, matchJobs } from './match-jobs.ts'
import { columnsOf, targets } from './kinds.ts'
import { type Found, findParties, findPeople, findPorts, recordsOfFingerprints } from './lookup-records.ts'
import { readRows, type ReadRows, type RowValues } from './read-rows.ts'
import type { SimilarJob } from './matching.ts'
import { standingOf } from './standing-records.ts'
import { differences, type Fields, type Values } from './values.ts'

export type PlannedRow = {
  position: number
  action: 'make' | 'change' | 'same' | 'wrong'
  recordId: string | null
  name: string
  fields: Fields
  fingerprint: string
  reason: string | null
}

export type Plan = {
  rows: PlannedRow[]
  errors: CellError[]
  questions: ImportQuestion[]
  /** How many companies are made beside. */
  contacts: number
  /** How many rows look like a job that is there. */
  similar: number
}

export type Asked = {
  kind: ImportKind
  jobId: string | null
  fields: ImportFields
  settings: ImportSettings
  file: ReadFile
}

/** What the import would do with each row as things stand. */
export async function planImport(session: Session, asked: Asked): Promise<Plan> {
  const { db, accountId } = session
  const { kind, fields } = asked
  const read = await readRows(asked.file, asked)
  const named = await resolveNames(session, read, asked)
  const table = targets[kind].table
  const known = await recordsOfFingerprints(
    db,
    accountId,
    { kind: asked.jobId === null ? kind : `${kind} of ${asked.jobId}`, table },
    read.rows.map(({ fingerprint }) => fingerprint),
  )
  const isRight = (row: RowValues) => !read.errors.has(row.number)
  const match = { jobs: matchJobs, contacts: matchContacts, items: matchItems }[kind]
  const matched = await match(session, read, {
    ...{ rows: read.rows.filter(isRight), known, jobId: asked.jobId },
    decimal: asked.settings.decimal,
  })
  const standing = await targets[kind].load(
    db,
    accountId,
    matched.flatMap(({ recordId }) => recordId ?? []),
  )
  const rows: PlannedRow[] = []
  let similar = 0
  for (const { row, recordId, name, more, like } of matched) {
    if (read.errors.has(row.number)) continue
    const values: Values = { ...more }
    for (const [field, value] of row.values) {
      const column = columnsOf[kind][field]
      if (column !== undefined && fields[field]?.type !== 'key') values[column] = value
    }
    const before = recordId === null ? undefined : standing.get(recordId)
    if (!before) fillIn(kind, values)
    const changes = differences(before ?? {}, values)
    const isSame = before !== undefined && Object.keys(changes).length === 0
    if (like) similar += 1
    const isLeftOut = like !== undefined && asked.settings.similarRows === 'leaveOut'
    rows.push({
      position: row.number,
      action: isLeftOut ? 'same' : before ? (isSame ? 'same' : 'change') : 'make',
      recordId: before ? recordId : crypto.randomUUID(),
      name: name || String(row.values.get('name') ?? ''),
      fields: changes,
      fingerprint: row.fingerprint,
      reason: like ? similarText(like, isLeftOut) : null,
    })
  }
  const errors = [...read.errors.values()].flat().sort((one, other) => one.row - other.row)
  for (const [position, found] of read.errors)
    rows.push({
      position,
      action: 'wrong',
      recordId: null,
      name: '',
      fields: {},
      fingerprint: '',
      reason: found.map(errorText).join(' '),
    })
  const made = neededBy(rows, named.made)
  rows.push(...made)
  rows.sort((one, other) => one.position - other.position)
  return { rows, errors, questions: named.questions, contacts: made.length, similar }
}

/** The new companies without those that only refused or unchanged rows name. */
function neededBy(rows: readonly PlannedRow[], made: readonly PlannedRow[]): PlannedRow[] {
  const written = rows.filter(({ action }) => action === 'make' || action === 'change')
  const named = new Set(written.flatMap(({ fields }) => Object.values(fields).map(([, after]) => after)))
  return made.filter(({ fields }) => named.has(fields['party:id']?.[1] ?? null))
}

const similarText = ({ jobNumber, name }: SimilarJob, isLeftOut: boolean) => {
  const looks = `Looks like job ${jobNumber}${name ? `, ${name}` : ''}`
  return isLeftOut ? `${looks}: it is left out.` : `${looks}. To change that one, write its Id into the row.`
}

/** "E5 ETD “32.13.2026”: This is no date." */
export const errorText = ({ row, column, heading, value, message }: CellError) =>
  column === '' ? message : `${column}${row} ${heading}${value ? ` “${value}”` : ''}: ${message}`

const KG = 0
const CUBIC_METER = 0

/** A figure says nothing without its unit: a new record has the usual one. */
function fillIn(kind: ImportKind, values: Values): void {
  if (kind === 'contacts') return
  const has = (...columns: string[]) => columns.some(column => (values[column] ?? null) !== null)
  if (has('gross_weight', 'net_weight') && !has('weight_unit')) values['weight_unit'] = KG
  if (has('volume') && !has('volume_unit')) values['volume_unit'] = CUBIC_METER
}

type Named = { made: PlannedRow[]; questions: ImportQuestion[] }

/** Puts ids in the place of what names companies, ports, colleagues and countries. */
async function resolveNames(session: Session, read: ReadRows, { fields, settings }: Asked): Promise<Named> {
  const { db, accountId } = session
  const textsOf = (type: string) => {
    const texts = new Map<string, { row: RowValues; name: string }[]>()
    for (const row of read.rows)
      for (const [name, value] of row.values)
        if (fields[name]?.type === type) {
          const places = texts.get(String(value)) ?? []
          places.push({ row, name })
          texts.set(String(value), places)
        }
    return texts
  }
  const made: PlannedRow[] = []
  const questions: ImportQuestion[] = []
  for (const kind of ['party', 'port'] as const) {
    const texts = textsOf(kind)
    if (texts.size === 0) continue
    const found = await (kind === 'party' ? findParties : findPorts)(db, accountId, [...texts.keys()])
    const undecided = [...texts].filter(([text]) => found.get(text)?.id === null)
    const standing = await standingOf(
      db,
      accountId,
      undecided.flatMap(([, places]) =>
        places.flatMap(({ row }) => jobNumberOf(row.values.get('jobId')) ?? []),
      ),
    )
    for (const [text, all] of texts) {
      const key = `${kind}:${text}`.slice(0, 600)
      const { id, choices } = found.get(text) ?? ({ id: null, choices: [] } satisfies Found)
      const answer = settings.answers[key] ?? null
      const places = all.filter(({ row, name }) => {
        const own = standing.get(jobNumberOf(row.values.get('jobId')) ?? 0)?.get(columnsOf.jobs[name] ?? '')
        if (id !== null || !own || foldText(own.name ?? '') !== foldText(text)) return true
        row.values.set(name, own.id)
        return false
      })
      if (places.length === 0) continue
      if (id === null) questions.push({ key, kind, text, rows: places.length, choices, answer })
      const isMade = id === null && answer === null && kind === 'party' && settings.makeContacts
      const chosen = id ?? answer ?? (isMade ? newContact(made, text) : null)
      for (const { row, name } of places) {
        if (chosen !== null) row.values.set(name, chosen)
        else read.refuse(row.number, name, text, notFoundText(kind, choices.length > 0))
      }
    }
  }
  const people = textsOf('person').size > 0 ? await findPeople(db, accountId) : new Map<string, string[]>()
  for (const [text, places] of textsOf('person')) {
    const [only, ...others] = people.get(text.toLowerCase()) ?? []
    for (const { row, name } of places) {
      if (only && others.length === 0) row.values.set(name, only)
      else
        read.refuse(
          row.number,
          name,
          text,
          only
            ? 'Several colleagues have this name. Expected is an e-mail address.'
            : 'Nobody in your company has this name. Expected is the name or e-mail address of a colleague.',
        )
    }
  }
  for (const [text, places] of textsOf('country')) {
    const code = countryCode(text)
    for (const { row, name } of places) {
      if (code) row.values.set(name, code)
      else
        read.refuse(
          row.number,
          name,
          text,
          'No country has this name. Expected is a name or a code of two letters, such as DE.',
        )
    }
  }
  return { made, questions }
}

/** A company that is made before the rows, under the numbers below them. */
function newContact(made: PlannedRow[], name: string): string {
  const party = crypto.randomUUID()
  made.push({
    position: -1 - made.length,
    action: 'make',
    recordId: crypto.randomUUID(),
    name,
    fields: { name: [null, name], 'party:id': [null, party] },
    fingerprint: '',
    reason: null,
  })
  return party
}

function notFoundText(kind: 'party' | 'port', hasChoices: boolean): string {
  if (kind === 'port')
    return hasChoices
      ? 'Several ports may be meant. Choose one above, or write its code, such as DEHAM.'
      : 'No port has this name or code. Expected is a name or a code such as DEHAM.'
  return hasChoices
    ? 'No contact has exactly this name. Choose the one that is meant, or let new contacts be made.'
    : 'No contact has this name. Let new contacts be made, or correct the name.'
}
