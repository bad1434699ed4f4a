import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { jobTab } from './jobs.ts'
import { id, nameText, plainText } from './values.ts'
import { viewAddress } from './view-address.ts'

const columnId = plainText(40)
const MAX_COLUMNS = 100

/** A table as a person has arranged it. */
export const tableLayout = z.object({
  /** Widths in pixels. */
  widths: z.record(columnId, z.number().min(40).max(2000)),
  /** Columns that were shown or hidden; the others are as the table says. */
  visible: z.record(columnId, z.boolean()),
  /** Columns from left to right; those not named follow in the table's own order. */
  order: z.array(columnId).max(MAX_COLUMNS),
  /** Rows of 40 instead of 32 pixels. */
  comfortable: z.boolean(),
})
export type TableLayout = z.infer<typeof tableLayout>

/** A filtered and sorted job list under a name. */
export const jobView = z.object({
  id,
  name: nameText(80),
  /** What stands behind "?" in the dashboard's address. */
  address: plainText(2000),
  /** The columns that it was saved with; without any, opening it leaves them as they are. */
  layout: tableLayout.nullish(),
})
export type JobView = z.infer<typeof jobView>

const MAX_VIEWS = 50
const TOO_MANY_VIEWS = `At most ${MAX_VIEWS} views are kept.`

export const preferences = z.object({
  jobTable: tableLayout.nullable(),
  jobViews: z.array(jobView).max(MAX_VIEWS, TOO_MANY_VIEWS),
  /** Whether the job card shows fields that a job of its kind has no need of. */
  allJobFields: z.boolean(),
  /** Whether an e-mail tells of a note that mentions one and that one has not read after some minutes. */
  mentionMails: z.boolean(),
  /** The dashboard's tab that was used last. */
  jobTab,
  /** The dashboard's address of the view that was used last; '' where a tab was chosen since. */
  jobAddress: plainText(2000),
  /** Whether this person, who has made the company, is still to be asked for what the company begins with. */
  welcomeDue: z.boolean(),
  /** Whether the first steps of a new company are hidden on the empty dashboard. */
  firstStepsHidden: z.boolean(),
})
export type Preferences = z.infer<typeof preferences>

export const getPreferences = endpoint({
  method: 'GET',
  path: '/api/preferences',
  summary: 'The screen preferences of the signed-in person',
  tag: 'Preferences',
  access: 'preferences:own',
  reply: preferences,
})

export const updatePreferences = endpoint({
  method: 'PUT',
  path: '/api/preferences',
  summary: 'Save the screen preferences of the signed-in person; what the body leaves out stays',
  tag: 'Preferences',
  access: 'preferences:own',
  body: preferences.partial().extend({
    jobViews: z
      .array(jobView.extend({ address: viewAddress.or(z.literal('')) }))
      .max(MAX_VIEWS, TOO_MANY_VIEWS)
      .optional(),
    jobAddress: viewAddress.or(z.literal('')).optional(),
  }),
  reply: preferences,
})
