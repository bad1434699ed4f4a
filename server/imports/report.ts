import {
  type CellError,
  IMPORT_UNDO_DAYS,
  type ImportReport,
  type ImportSettings,
  MOST_NAMED,
} from '#contract/imports.ts'
import type { Session } from '#server/db/db.ts'
import { notFound } from '#server/errors.ts'
import { columnLetters } from '#server/sheets/cells.ts'
import type { ReadFile } from '#server/sheets/sheet.ts'
import { unpacked } from '#server/sheets/packed-file.ts'
import { ambiguityOf, fieldsOf } from './guess.ts'
import { namesOf } from './lookup-records.ts'
import { type Plan, planImport } from './plan.ts'
import { headingAt } from './headings.ts'
import { dataRows } from './read-rows.ts'
import { cellText, isEmptyCell } from './read-values.ts'
import * as records from './records.ts'
import { told } from './words.ts'

export const noSuchImport = () => notFound('import')

export async function loadImport(
  { db, accountId, userId }: Session,
  id: string,
): Promise<records.StoredImport> {
  const found = await records.findImport(db, accountId, id, IMPORT_UNDO_DAYS)
  // What was only read is nobody else's business: nothing has happened yet.
  if (!found || (found.state === 'read' && found.madeBy !== userId)) throw noSuchImport()
  return found
}

export async function fileOf({ db, accountId }: Session, id: string): Promise<ReadFile> {
  const content = await records.readContent(db, accountId, id)
  if (!content) throw noSuchImport()
  return unpacked(content)
}

/** What the import would do, by what the person has said of it. */
export const planOf = (session: Session, stored: records.StoredImport, file: ReadFile): Promise<Plan> =>
  planImport(session, {
    kind: stored.kind,
    jobId: stored.jobId,
    fields: fieldsOf(stored.kind, stored.jobId !== null),
    settings: stored.settings,
    file,
  })

const SAMPLES = 3
const HEADING_ROWS = 15
const LONGEST_ROW = 80

const headingRowsOf = (file: ReadFile, sheet: number) =>
  (file.sheets[sheet]?.rows ?? []).slice(0, HEADING_ROWS).map(({ number, cells }) => ({
    row: number,
    text: cells
      .flatMap(cell => (isEmptyCell(cell) ? [] : [cellText(cell).trim().slice(0, LONGEST_ROW)]))
      .join(' · ')
      .slice(0, LONGEST_ROW),
  }))

/** Of what is read: the columns that are some field, and the rows below the headings. */
function hiddenOf(file: ReadFile, { sheet, columns, headingRow }: ImportSettings) {
  const { columns: places = [], rows = [] } = file.sheets[sheet]?.hidden ?? {}
  return {
    columns: places.filter(index => (columns[index] ?? null) !== null).map(columnLetters),
    rows: rows.filter(number => number > (headingRow ?? 0)).length,
  }
}

function previewOf(
  { kind, jobId, settings }: records.StoredImport,
  file: ReadFile,
  plan: Plan,
): ImportReport['preview'] {
  const { heading, rows } = dataRows(file, settings)
  const { dates, mixedDates, decimals, mixedDecimals } = ambiguityOf(
    rows,
    settings.columns,
    fieldsOf(kind, jobId !== null),
  )
  const counted = (action: string) =>
    plan.rows.filter(row => row.action === action && row.position > 0).length
  return {
    sheets: file.sheets.map(({ name }) => name),
    headingRows: headingRowsOf(file, settings.sheet),
    hidden: hiddenOf(file, settings),
    columns: settings.columns.map((_, index) => ({
      letters: columnLetters(index),
      heading: headingAt(heading, index),
      samples: rows
        .flatMap(({ cells }) => (isEmptyCell(cells[index]) ? [] : [cellText(cells[index]).slice(0, 80)]))
        .slice(0, SAMPLES),
    })),
    ambiguous: { dates, mixedDates, decimals, mixedDecimals },
    counts: {
      make: counted('make'),
      change: counted('change'),
      same: counted('same'),
      wrong: counted('wrong'),
      contacts: plan.contacts,
      similar: plan.similar,
    },
    errors: plan.errors.slice(0, MOST_NAMED) satisfies CellError[],
    errorCount: plan.errors.length,
    questions: plan.questions.slice(0, MOST_NAMED),
  }
}

export async function reportOf(
  session: Session,
  id: string,
  known?: { file: ReadFile; plan: Plan },
): Promise<ImportReport> {
  const { db, accountId } = session
  const stored = await loadImport(session, id)
  const { jobId, madeBy, by, at, undoableUntil, ...rest } = stored
  let preview: ImportReport['preview'] = null
  if (stored.state === 'read') {
    const file = known?.file ?? (await fileOf(session, id))
    preview = previewOf(stored, file, known?.plan ?? (await planOf(session, stored, file)))
  }
  const rows = await records.listRows(db, accountId, id)
  const ids = rows.flatMap(({ fields }) =>
    Object.values(fields)
      .flat()
      .filter(value => typeof value === 'string' && /^[0-9a-f]{8}-/.test(value)),
  )
  const names = new Map([
    ...(await records.namesOfMadeContacts(db, accountId, id)),
    ...(await namesOf(db, accountId, [...new Set(ids)].filter(isUuid) as string[])),
  ])
  const { total, made, changed, same, refused } = stored
  const isUndoing = stored.state === 'undoing'
  return {
    ...rest,
    shipmentId: jobId,
    by: { id: madeBy, displayName: by },
    at: at.toISOString(),
    undoableUntil: undoableUntil?.toISOString() ?? null,
    waiting: isUndoing
      ? made + changed - stored.undone - stored.stayed
      : total - made - changed - same - refused,
    preview,
    rows: rows.map(({ position, fields, ...row }) => ({
      ...row,
      row: Math.max(0, position),
      fields: told(position < 0 ? 'contacts' : stored.kind, fields, names),
    })),
  }
}

const isUuid = (value: unknown) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(String(value))
