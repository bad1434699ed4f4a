import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { calendarDate, id, instant, paging, version } from './values.ts'

/** One field that a change touched, as it is kept and as people read it; '' reads as empty. */
export const changedField = z.object({
  field: z.string(),
  label: z.string(),
  old: z.unknown(),
  new: z.unknown(),
  oldText: z.string(),
  newText: z.string(),
  /** Whether the old value can be put back, and the caller may do so. */
  restorable: z.boolean(),
})
export type ChangedField = z.infer<typeof changedField>

/** One record's change in one save. */
export const historyEntry = z.object({
  id: z.int(),
  at: instant,
  /** null: the product itself, or for the operator's record the operator. */
  by: z.object({ id, displayName: z.string() }).nullable(),
  /** Told to those alone who may search everybody's history; null too where nothing was noted. */
  origin: z.object({ address: z.string(), userAgent: z.string() }).nullable(),
  record: z.object({
    /** 'job', 'party', 'item' … */
    type: z.string(),
    id,
    label: z.string(),
    name: z.string().nullable(),
  }),
  job: z.object({ id, jobId: z.int(), name: z.string().nullable() }).nullable(),
  action: z.enum(['added', 'changed', 'removed']),
  /** What was done, to follow the person's name: "set ETA from 3 to 5 December". */
  words: z.string(),
  changes: z.array(changedField),
  /** The action that changed this job and so many others with it. */
  jobChange: z.object({ id, others: z.int(), isUndo: z.boolean() }).optional(),
  /** The import of a spreadsheet that changed it, or the undo of one. */
  import: z.object({ id, fileName: z.string() }).optional(),
  /** The merge of two contacts that changed it, and so many other jobs, or the undo of one. */
  merge: z
    .object({
      id,
      keptId: id,
      keptName: z.string().nullable(),
      mergedName: z.string().nullable(),
      others: z.int(),
      isUndo: z.boolean(),
    })
    .optional(),
  /** What was removed can be put back as it was, and the caller may do so. */
  restorable: z.boolean(),
})
export type HistoryEntry = z.infer<typeof historyEntry>

/** The type of the record that whoever runs the server alone changes. */
export const OPERATORS_RECORD = 'limits'
/** The type of the record that stands for an export of the company, which the operator may make as well. */
export const EXPORT_RECORD = 'export'

/** Whether it was the operator who did what no person did. */
export const isByOperator = ({ record }: Pick<HistoryEntry, 'record'>): boolean =>
  record.type === OPERATORS_RECORD || record.type === EXPORT_RECORD

/** Whose change it was where no person made it. */
export const automaticAuthor = (entry: Pick<HistoryEntry, 'record'>): string =>
  isByOperator(entry) ? 'The operator' : 'The product'

// PostgreSQL reckons with no offset beyond these, and JavaScript with no year of more than four digits.
const exactly = z.iso
  .datetime({ offset: true })
  .refine(text => !text.startsWith('0000') && !/[+-](1[6-9]|2\d):\d\d$/.test(text))

/** A calendar day of the company, or an instant; a day as the end counts whole, an instant does not count itself. */
const moment = z
  .string()
  .refine(
    text => calendarDate.safeParse(text).success || exactly.safeParse(text).success,
    'This must be a calendar date, or an instant such as 2026-12-03T00:00:00Z.',
  )

export const historyPeriod = { from: moment.optional(), to: moment.optional() }
const period = {
  /** The id of the user who did it. */
  by: id.optional(),
  ...historyPeriod,
}
const subjects = {
  job: id.optional(),
  organisation: id.optional(),
  template: id.optional(),
  user: id.optional(),
}

const oneSubject = (query: { [Name in keyof typeof subjects]?: string | undefined }) =>
  [query.job, query.organisation, query.template, query.user].filter(Boolean).length === 1

export const recordHistory = endpoint({
  method: 'GET',
  path: '/api/history',
  summary:
    'The changes to one job (with its parties, items, charges and documents), organisation, template or user, latest first',
  tag: 'History',
  access: 'history:read',
  query: z
    .object({ ...subjects, ...period, ...paging })
    .refine(oneSubject, { path: ['job'], message: 'Name one job, organisation, template or user.' }),
  reply: z.array(historyEntry),
})

const searchQuery = z.object({ ...subjects, ...period })
export type HistorySearch = z.infer<typeof searchQuery>

export const searchHistory = endpoint({
  method: 'GET',
  path: '/api/history/all',
  summary: 'All changes in the company account, by person and date, latest first',
  tag: 'History',
  access: 'history:all',
  query: searchQuery.extend(paging),
  reply: z.array(historyEntry),
})

export const exportHistory = endpoint({
  method: 'GET',
  path: '/api/history/export',
  summary: 'The same as a CSV file, one line per field',
  tag: 'History',
  access: 'history:all',
  query: searchQuery,
  file: true,
})

/** What restoring a job to its state after an entry would change. */
export const earlierJob = z.object({
  /** The job's version that the comparison is with: to be sent as If-Match. */
  version,
  differences: z.array(
    z.object({
      /** "Item Cotton yarn"; '' for the job itself. */
      record: z.string(),
      label: z.string(),
      now: z.string(),
      earlier: z.string(),
    }),
  ),
})
export type EarlierJob = z.infer<typeof earlierJob>

const entryId = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER)

export const compareEarlierJob = endpoint({
  method: 'GET',
  path: '/api/history/earlierjob',
  summary: 'What would change if a job were restored to its state right after an entry of its history',
  tag: 'History',
  access: 'history:read',
  query: z.object({ entry: entryId }),
  reply: earlierJob,
})

const restored = z.object({
  record: z.object({ type: z.string(), id }),
  /** The version that the record has now. */
  version,
})

export const restoreFromHistory = endpoint({
  method: 'POST',
  path: '/api/history/restore',
  summary:
    'Restore, as a new change, what one may change: the old values of some fields of an entry; without fields, what the entry removed; with wholeJob, the whole job as the entry left it',
  tag: 'History',
  access: 'history:read',
  body: z.object({
    entry: entryId,
    fields: z.array(z.string().max(100)).min(1).max(100).optional(),
    wholeJob: z.boolean().optional(),
  }),
  reply: restored,
})

export const restoreRemoved = endpoint({
  method: 'POST',
  path: '/api/history/restoreremoved',
  summary: 'Undo the removal of a record: it comes back as it was, under its own id',
  tag: 'History',
  access: 'history:read',
  body: z.object({ id }),
  reply: restored,
})
