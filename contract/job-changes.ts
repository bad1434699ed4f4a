import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { schemasOf } from './field.ts'
import { jobMaking, madeForJob, MAX_MADE_FOR_JOBS } from './job-makings.ts'
import { jobColumnKeys, jobSorts } from './job-columns.ts'
import { jobFields } from './job-fields.ts'
import { jobListQuery } from './jobs.ts'
import { sheetFormats } from './sheet-formats.ts'
import { id, idParams, instant } from './values.ts'

const path = '/api/job-changes'
const tag = 'Changing many jobs'

/** How many jobs one action changes at the most. */
export const MAX_CHANGED_JOBS = 5000
/** How many are changed before the call is answered; more are changed in the background. */
export const CHANGED_AT_ONCE = 200
/** How many an action names; the others are counted. */
export const MAX_NAMED_JOBS = 200
export const UNDO_DAYS = 30

const LONGEST_MOVE = 3650
const days = z
  .int('This must be a whole number of days.')
  .min(-LONGEST_MOVE, `At most ${LONGEST_MOVE} days.`)
  .max(LONGEST_MOVE, `At most ${LONGEST_MOVE} days.`)
  .refine(number => number !== 0, 'Zero days change nothing.')

const { statusId, vesselName, voyage, etd, eta, masterShipmentId, ownerId } = schemasOf(jobFields)

/** What is to be said of all the jobs alike. */
export const jobChange = z
  .object({
    ...z.object({ statusId, vesselName, voyage, etd, eta, masterShipmentId, ownerId }).partial().shape,
    moveEtdDays: days.optional(),
    moveEtaDays: days.optional(),
    /** ETA moves by as many days as ETD does. */
    etaFollowsEtd: z.boolean().optional(),
    /** Instead of a change of values. */
    make: jobMaking.optional(),
  })
  .superRefine((change, context) => {
    const refuse = (field: string, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message })
    const others = Object.entries(change).filter(([name, value]) => name !== 'make' && value !== undefined)
    if (change.make && others.length > 0)
      refuse('make', 'An action either makes something for each job or changes values.')
    const { moveEtdDays, moveEtaDays, etaFollowsEtd } = change
    if (change.etd !== undefined && moveEtdDays !== undefined)
      refuse('moveEtdDays', 'Name a date or a number of days, not both.')
    if (change.eta !== undefined && moveEtaDays !== undefined)
      refuse('moveEtaDays', 'Name a date or a number of days, not both.')
    if (!etaFollowsEtd) return
    if (change.eta !== undefined || moveEtaDays !== undefined)
      refuse('etaFollowsEtd', 'ETA cannot follow ETD and have a change of its own.')
    if (moveEtdDays === undefined && !change.etd)
      refuse('etaFollowsEtd', 'ETA can follow only where ETD moves to a date or by days.')
  })
  .refine(
    ({ etaFollowsEtd: _, ...change }) => Object.values(change).some(value => value !== undefined),
    'Say what is to change.',
  )
export type JobChange = z.infer<typeof jobChange>

// A filter that is misspelt would mean all jobs.
const jobFilter = jobListQuery.omit({ sort: true, offset: true, limit: true }).strict()

/** Jobs by their ids, or all that the list's filters find; without any filter, all. */
const chosenJobs = {
  shipmentIds: z
    .array(id)
    .min(1, 'Choose at least one job.')
    .max(MAX_CHANGED_JOBS, `At most ${MAX_CHANGED_JOBS} jobs at a time.`)
    .optional(),
  filter: jobFilter.optional(),
}

const oneChoice = (body: { shipmentIds?: unknown; filter?: unknown }) =>
  (body.shipmentIds === undefined) !== (body.filter === undefined)
const ONE_CHOICE = { path: ['shipmentIds'], message: 'Name the jobs or a filter: one of the two.' }

/** Which jobs are meant. */
export type ChosenJobs = z.infer<z.ZodObject<typeof chosenJobs>>
/** The same as a call says it, the filters as in the address of the list. */
export type AskedJobs = z.input<z.ZodObject<typeof chosenJobs>>

const preview = z.object({ id, ...chosenJobs, change: jobChange }).refine(oneChoice, ONE_CHOICE)
export type JobChangePreview = z.infer<typeof preview>

const namedJob = z.object({
  id,
  jobId: z.int(),
  name: z.string().nullable(),
  /** `waiting`: not done yet. `same`: it is so already. */
  state: z.enum(['waiting', 'changed', 'same', 'refused']),
  /** In the words that people read; '' reads as empty. */
  fields: z.array(z.object({ label: z.string(), old: z.string(), new: z.string() })),
  /** Why the job, or one of its fields, stays as it is. */
  reason: z.string().nullable(),
  /** What is to be looked at before it is done, and keeps nobody from doing it: an ETD after its ETA. */
  warning: z.string().nullable(),
  /** What is made for it: of an e-mail to whom it goes and what it is about. */
  lines: z.array(z.object({ label: z.string(), text: z.string() })),
  made: z.array(madeForJob),
})
export type NamedJobChange = z.infer<typeof namedJob>

export const jobChangeReport = z.object({
  id,
  state: z.enum(['previewed', 'underWay', 'ended']),
  /** "ETD to 2026-12-10", of an undo what it undoes. */
  words: z.string(),
  /** What is made for each job; null where values are changed. */
  makes: z.enum(['copy', 'documents', 'mail']).nullable(),
  by: z.object({ id, displayName: z.string() }),
  at: instant,
  total: z.int(),
  waiting: z.int(),
  changed: z.int(),
  same: z.int(),
  refused: z.int(),
  /** How many of those waiting have a warning. */
  warned: z.int(),
  undoOf: id.nullable(),
  undoneBy: id.nullable(),
  /** null where nothing can be undone. */
  undoableUntil: instant.nullable(),
  /** What stays as it is first, then what has a warning, at most 200. */
  jobs: z.array(namedJob),
})
export type JobChangeReport = z.infer<typeof jobChangeReport>

export const previewJobChange = endpoint({
  method: 'POST',
  path: `${path}/preview`,
  summary: `What a change would do to each of the jobs, at most ${MAX_CHANGED_JOBS} (${MAX_MADE_FOR_JOBS} for documents and e-mails); it is kept for a day, and changes nothing`,
  tag,
  access: 'jobs:write',
  body: preview,
  reply: jobChangeReport,
  status: 201,
})

export const beginJobChange = endpoint({
  method: 'POST',
  path,
  summary: `Do what one has previewed. Up to ${CHANGED_AT_ONCE} jobs are changed or copied before the answer, more in the background; documents and e-mails are always made in the background; repeating the call does nothing twice`,
  tag,
  access: 'jobs:write',
  body: z.object({ id }),
  reply: jobChangeReport,
})

export const getJobChange = endpoint({
  method: 'GET',
  path: `${path}/:id`,
  summary: 'A change of many jobs: how far it is, what it changed, and what stays as it is and why',
  tag,
  access: 'jobs:read',
  params: idParams,
  reply: jobChangeReport,
})

export const undoJobChange = endpoint({
  method: 'POST',
  path: `${path}/:id/undo`,
  summary: `Put back, within ${UNDO_DAYS} days, what a change of many jobs changed, or delete what it made, where nobody has changed it since; the undo is a change of its own, whose id the body gives`,
  tag,
  access: 'jobs:write',
  params: idParams,
  body: z.object({ id }),
  reply: jobChangeReport,
})

const jobColumn = z.enum(jobColumnKeys)

/** What the file is to hold; without columns, all of the dashboard. */
const shown = {
  format: z.enum(sheetFormats).optional(),
  columns: z
    .array(jobColumn)
    .min(1, 'Name at least one column.')
    .max(jobColumnKeys.length, 'A column can be named once.')
    .refine(names => new Set(names).size === names.length, 'A column can be named once.')
    .optional(),
  sort: z.enum(jobSorts).optional(),
}

export const exportJobs = endpoint({
  method: 'POST',
  path: '/api/shipment/export',
  summary: `The list of jobs as a CSV or Excel file: all that the filter finds, or those of the ids (at most ${MAX_CHANGED_JOBS}), with the named columns of the dashboard in their order`,
  tag: 'Jobs',
  access: 'jobs:read',
  body: z.object({ ...chosenJobs, ...shown }).refine(oneChoice, ONE_CHOICE),
  file: true,
})
export type JobsExport = z.input<NonNullable<(typeof exportJobs)['body']>>
