import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { mailStates } from './mail-states.ts'
import { amount, calendarDate, id, idParams, instant } from './values.ts'

/** Longer first lines of notes are cut. */
export const LONGEST_FIRST_LINE = 200

/** So many changes of both dates are told; the history has all. */
export const MOST_FORMER_DATES = 50

/** What is told of a job beside its own fields. */
export const jobGlance = z.object({
  /** The Finance Total: what was typed, else the sum of the charges, in the company's currency. */
  finance: z.object({ total: amount, currency: z.string() }),
  /** The e-mail that was written last; null where there is none. */
  lastMail: z
    .object({
      id,
      state: z.enum(mailStates),
      subject: z.string(),
      /** The names of those in To, or their addresses. */
      to: z.array(z.string()),
      madeAt: instant,
      sentAt: instant.nullable(),
    })
    .nullable(),
  /** The newest note; null where there is none. */
  lastNote: z.object({ id, author: z.string(), writtenAt: instant, firstLine: z.string() }).nullable(),
  /** What its ETD and ETA were before, the last change first, at most MOST_FORMER_DATES of both. */
  formerDates: z.array(
    z.object({
      field: z.enum(['etd', 'eta']),
      value: calendarDate,
      changedAt: instant,
      /** Who changed it; null: the product itself. */
      changedBy: z.string().nullable(),
    }),
  ),
})
export type JobGlance = z.infer<typeof jobGlance>

export const getJobGlance = endpoint({
  method: 'GET',
  path: '/api/shipment/:id/glance',
  summary: "A job's Finance Total, its last e-mail, its last note and what its ETD and ETA were before",
  tag: 'Jobs',
  access: 'jobs:read',
  params: idParams,
  reply: jobGlance,
})
