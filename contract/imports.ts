import { z } from 'zod'
import { dateOrders } from './date-orders.ts'
import { endpoint } from './endpoint.ts'
import { importKinds } from './import-kinds.ts'
import { id, idParams, instant } from './values.ts'

const path = '/api/import'
const tag = 'Imports'

/** How many rows a file may have. */
export const MAX_IMPORTED_ROWS = 20_000
/** How many errors, questions and rows a preview names; the others are counted. */
export const MOST_NAMED = 200
export const IMPORT_UNDO_DAYS = 30

export const decimalSigns = ['.', ','] as const
export type DecimalSign = (typeof decimalSigns)[number]

const MOST_COLUMNS = 200

/** How the file is read, and what the person has decided. */
export const importSettings = z.object({
  sheet: z.int().min(0).max(19),
  /** The number of the row with the headings; null where there are none. */
  headingRow: z.int().min(1).max(1_048_576).nullable(),
  /** The field of each column; null for a column that is left out. */
  columns: z.array(z.string().max(50).nullable()).max(MOST_COLUMNS),
  dateOrder: z.enum(dateOrders),
  /**
   * What becomes of dates that can be two, such as 3/4/2026, where others of the file have the day first and others the
   * month: they are wrong unless this says that they are read in the order above.
   */
  eitherDates: z.enum(['refuse', 'read']).optional(),
  decimal: z.enum(decimalSigns),
  /** Companies that are not among the contacts are made. */
  makeContacts: z.boolean(),
  /** What becomes of the others where rows are wrong. */
  wrongRows: z.enum(['leaveOut', 'stop']),
  /** What becomes of rows that look like a job that is there: they are made unless this says otherwise. */
  similarRows: z.enum(['make', 'leaveOut']).optional(),
  /** Which company or port a text of the file means, by the question's key. */
  answers: z.record(z.string().max(600), id),
})
export type ImportSettings = z.infer<typeof importSettings>

const importColumn = z.object({
  /** As the spreadsheet calls it: "C". */
  letters: z.string(),
  heading: z.string(),
  samples: z.array(z.string()),
})
export type ImportColumn = z.infer<typeof importColumn>

const cellError = z.object({
  row: z.int(),
  /** "C" and its heading; '' where the whole row is meant. */
  column: z.string(),
  heading: z.string(),
  value: z.string(),
  /** What is wrong, and what is expected. */
  message: z.string(),
})
export type CellError = z.infer<typeof cellError>

const question = z.object({
  key: z.string(),
  kind: z.enum(['party', 'port']),
  text: z.string(),
  /** In how many rows it stands. */
  rows: z.int(),
  choices: z.array(z.object({ id, name: z.string(), detail: z.string() })),
  answer: id.nullable(),
})
export type ImportQuestion = z.infer<typeof question>

const importedRow = z.object({
  row: z.int(),
  action: z.enum(['make', 'change', 'same', 'wrong']),
  state: z.enum(['waiting', 'done', 'same', 'refused', 'undone', 'stayed']),
  name: z.string(),
  fields: z.array(z.object({ label: z.string(), old: z.string(), new: z.string() })),
  reason: z.string().nullable(),
})
export type ImportedRow = z.infer<typeof importedRow>

export const importReport = z.object({
  id,
  kind: z.enum(importKinds),
  shipmentId: id.nullable(),
  fileName: z.string(),
  by: z.object({ id, displayName: z.string() }),
  at: instant,
  state: z.enum(['read', 'underWay', 'ended', 'undoing', 'undone']),
  settings: importSettings,
  /** Only until the import begins. */
  preview: z
    .object({
      sheets: z.array(z.string()),
      columns: z.array(importColumn),
      /** The first rows, any of which may hold the headings. */
      headingRows: z.array(z.object({ row: z.int(), text: z.string() })),
      /** What the spreadsheet does not show, and is read like the rest. */
      hidden: z.object({ columns: z.array(z.string()), rows: z.int() }),
      /** Dates or decimals of the file can be read in two ways. */
      ambiguous: z.object({
        dates: z.boolean(),
        /** Some dates have the day first, others the month. */
        mixedDates: z.boolean(),
        decimals: z.boolean(),
        /** Some numbers have a point before their decimals, others a comma. */
        mixedDecimals: z.boolean(),
      }),
      counts: z.object({
        make: z.int(),
        change: z.int(),
        same: z.int(),
        wrong: z.int(),
        contacts: z.int(),
        /** Of those that are made: rows that look like a job that is there. */
        similar: z.int(),
      }),
      errors: z.array(cellError),
      errorCount: z.int(),
      questions: z.array(question),
    })
    .nullable(),
  total: z.int(),
  waiting: z.int(),
  made: z.int(),
  changed: z.int(),
  same: z.int(),
  refused: z.int(),
  undone: z.int(),
  stayed: z.int(),
  undoableUntil: instant.nullable(),
  /** What stays as it is first, at most 200. */
  rows: z.array(importedRow),
})
export type ImportReport = z.infer<typeof importReport>

export const readImport = endpoint({
  method: 'POST',
  path,
  summary:
    'Read an Excel or CSV file of jobs, contacts or items and guess what its columns are; it is kept for a day and changes nothing',
  tag,
  access: 'jobs:write',
  multipart: true,
  body: z.object({ id, kind: z.enum(importKinds), shipmentId: id.optional() }),
  reply: importReport,
  status: 201,
})

export const previewImport = endpoint({
  method: 'PUT',
  path: `${path}/:id`,
  summary: 'Say what the columns are and what is decided, and see what the import would do with each row',
  tag,
  access: 'jobs:write',
  params: idParams,
  body: importSettings,
  reply: importReport,
})

export const beginImport = endpoint({
  method: 'POST',
  path: `${path}/:id/begin`,
  summary: 'Do in the background what was previewed last; repeating the call does nothing twice',
  tag,
  access: 'jobs:write',
  params: idParams,
  reply: importReport,
})

export const getImport = endpoint({
  method: 'GET',
  path: `${path}/:id`,
  summary: 'An import: how far it is, what it did, and what stays as it is and why',
  tag,
  access: 'jobs:read',
  params: idParams,
  reply: importReport,
})

export const undoImport = endpoint({
  method: 'POST',
  path: `${path}/:id/undo`,
  summary: `Take back, within ${IMPORT_UNDO_DAYS} days, what an import made and changed and nobody has changed since`,
  tag,
  access: 'jobs:write',
  params: idParams,
  reply: importReport,
})
