import type { ImportKind } from '#contract/import-kinds.ts'
import { IMPORT_UNDO_DAYS, type ImportReport, type ImportSettings } from '#contract/imports.ts'
import { may } from '#contract/permissions.ts'
import type { Session } from '#server/db/db.ts'
import { AppError, invalid } from '#server/errors.ts'
import { idInUse } from '#server/records/repeat.ts'
import { requireJob } from '#server/records/require-job.ts'
import type { ReadFile } from '#server/sheets/sheet.ts'
import { fieldsOf, guess } from './guess.ts'
import { columnKeys, headingsKey } from './headings.ts'
import { dataRows } from './read-rows.ts'
import * as records from './records.ts'
import { fileOf, loadImport, noSuchImport, planOf, reportOf } from './report.ts'

function requireContacts({ role, adjustments }: Session): void {
  if (may(role, 'organisations:write', adjustments)) return
  throw new AppError(
    'not_allowed',
    'Your role does not allow you to make or change contacts. Ask an Administrator of your company.',
  )
}

const memoryOf = (kind: ImportKind, jobId: string | null) => (jobId === null ? kind : `${kind} of a job`)

export type Sent = { id: string; kind: ImportKind; shipmentId?: string | undefined }

/** Before the file is read: whether the person may bring in such records at all. */
export async function admit(session: Session, { kind, shipmentId }: Sent): Promise<string> {
  if (kind === 'contacts') requireContacts(session)
  if (shipmentId !== undefined && kind !== 'items') throw invalid('shipmentId', 'Only items belong to a job.')
  if (shipmentId !== undefined) await requireJob(session, shipmentId)
  return session.accountId
}

/** Keeps what was read with what it seems to be; the same call again answers what was kept. */
export async function keep(
  session: Session,
  { id, kind, shipmentId }: Sent,
  { fileName, content, file }: { fileName: string; content: Buffer; file: ReadFile },
): Promise<{ report: ImportReport; created: boolean }> {
  const { db, accountId, userId } = session
  const jobId = shipmentId ?? null
  const order = await records.companyDateOrder(db, accountId)
  const guessed = guess(file, { kind, fields: fieldsOf(kind, jobId !== null), companyOrder: order })
  const settings = await remembered(session, { kind, jobId }, { file, guessed })
  const one = { id, kind, jobId, userId, fileName: fileName.slice(0, 200), content, settings }
  if (!(await records.insertImport(db, accountId, one))) {
    const stored = await records.findImport(db, accountId, id, IMPORT_UNDO_DAYS)
    if (!stored || stored.madeBy !== userId || stored.fileName !== one.fileName) throw idInUse('An import')
    return { report: await reportOf(session, id), created: false }
  }
  return { report: await previewed(session, id, file), created: true }
}

type Place = { kind: ImportKind; jobId: string | null }

/** What the company said of a file with these headings the last time takes the place of what was guessed. */
async function remembered(
  { db, accountId }: Session,
  { kind, jobId }: Place,
  { file, guessed }: { file: ReadFile; guessed: ImportSettings },
): Promise<ImportSettings> {
  const headings = headingsKey(file, guessed.sheet, guessed.headingRow)
  if (headings === '') return guessed
  const known = await records.rememberedSettings(db, accountId, memoryOf(kind, jobId), headings)
  if (!known) return guessed
  const { heading } = dataRows(file, guessed)
  const keys = columnKeys(heading, guessed.columns.length)
  const columns = guessed.columns.map((name, index) => {
    const said = known.byHeading[keys[index] ?? '']
    return said === undefined ? name : said
  })
  const isTwice = columns.some((name, index) => name !== null && columns.indexOf(name) !== index)
  return { ...guessed, ...(isTwice ? {} : { columns }) }
}

async function previewed(session: Session, id: string, file: ReadFile): Promise<ImportReport> {
  const stored = await loadImport(session, id)
  const plan = await planOf(session, stored, file)
  await records.storePlan(session.db, session.accountId, id, { settings: stored.settings, rows: plan.rows })
  return reportOf(session, id, { file, plan })
}

/** Plans anew by what the person says of the columns. */
export async function preview(session: Session, id: string, settings: ImportSettings): Promise<ImportReport> {
  const { db, accountId, userId } = session
  const stored = await records.lockImport(db, accountId, id, IMPORT_UNDO_DAYS)
  if (!stored || stored.madeBy !== userId) throw noSuchImport()
  if (stored.state !== 'read')
    throw new AppError('in_use', 'The import has begun, and can no longer be changed.')
  if (settings.makeContacts) requireContacts(session)
  const file = await fileOf(session, id)
  if (!file.sheets[settings.sheet]) throw invalid('sheet', 'The file has no such sheet.')
  const fields = fieldsOf(stored.kind, stored.jobId !== null)
  for (const [index, name] of settings.columns.entries()) {
    if (name === null) continue
    if (!fields[name]) throw invalid(`columns.${index}`, 'There is no such field.')
    if (settings.columns.indexOf(name) !== index)
      throw invalid(`columns.${index}`, `Two columns are “${fields[name].label}”. Choose one.`)
  }
  // Another sheet or line of headings has other columns: they are guessed again.
  const isOtherSheet = settings.sheet !== stored.settings.sheet
  const isOther = isOtherSheet || settings.headingRow !== stored.settings.headingRow
  const what = { kind: stored.kind, fields, companyOrder: settings.dateOrder }
  const said = { sheet: settings.sheet, ...(!isOtherSheet && { headingRow: settings.headingRow }) }
  const guessed = isOther
    ? await remembered(session, stored, { file, guessed: guess(file, what, said) })
    : settings
  const kept = { ...settings, columns: guessed.columns, headingRow: guessed.headingRow }
  const plan = await planOf(session, { ...stored, settings: kept }, file)
  await records.storePlan(db, accountId, id, { settings: kept, rows: plan.rows })
  return reportOf(session, id, { file, plan })
}

/** Begins what was previewed last; what is begun or done already is left as it is. */
export async function begin(session: Session, id: string): Promise<ImportReport> {
  const { db, accountId, userId } = session
  const stored = await records.lockImport(db, accountId, id, IMPORT_UNDO_DAYS)
  if (!stored || (stored.state === 'read' && stored.madeBy !== userId)) throw noSuchImport()
  if (stored.state !== 'read') return reportOf(session, id)
  const { total, same, refused, settings } = stored
  if (settings.wrongRows === 'stop' && refused > 0)
    throw invalid(
      'wrongRows',
      `Nothing was imported: ${refused} rows are wrong. Correct the file, or leave them out.`,
    )
  const file = await fileOf(session, id)
  const headings = headingsKey(file, settings.sheet, settings.headingRow)
  if (headings !== '') {
    const { heading } = dataRows(file, settings)
    const keys = columnKeys(heading, settings.columns.length)
    const byHeading = Object.fromEntries(settings.columns.map((name, index) => [keys[index] ?? '', name]))
    const memory = memoryOf(stored.kind, stored.jobId)
    await records.rememberSettings(db, accountId, memory, { headings, settings: { byHeading } })
  }
  await records.setState(db, accountId, id, total > same + refused ? 'underWay' : 'ended')
  await records.enqueue(db, id)
  return reportOf(session, id)
}

/** Begins to take back what an import made and changed. */
export async function beginUndo(session: Session, id: string): Promise<ImportReport> {
  const { db, accountId } = session
  const stored = await records.lockImport(db, accountId, id, IMPORT_UNDO_DAYS)
  if (!stored || stored.state === 'read') throw noSuchImport()
  if (stored.kind === 'contacts') requireContacts(session)
  if (stored.state === 'underWay') throw new AppError('in_use', 'Wait until the import has ended.')
  if (stored.state === 'ended') {
    if (stored.made + stored.changed === 0)
      throw invalid('id', 'The import changed nothing, so there is nothing to undo.')
    if (stored.undoableUntil === null)
      throw invalid('id', `An import can be undone for ${IMPORT_UNDO_DAYS} days, and this one is older.`)
    await records.setState(db, accountId, id, 'undoing')
    await records.enqueue(db, id)
  }
  return reportOf(session, id)
}
