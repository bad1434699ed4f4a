import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { timeZone } from './time-zones.ts'

const path = '/api/summary'
const tag = 'E-mail'

const schedule = {
  on: z.boolean(),
  /** From which hour of the day on, where the person is. */
  hour: z.int().min(0).max(23),
  /** Where it is morning for the person. What is “today” in the summary is the company's day. */
  timeZone,
}

// Names that were stored earlier are shown unchanged.
export const summarySettings = z.object({ ...schedule, timeZone: z.string() })
export type SummarySettings = z.infer<typeof summarySettings>

export const getSummary = endpoint({
  method: 'GET',
  path,
  summary: 'Whether the signed-in person gets the morning summary by e-mail, and when',
  tag,
  access: 'preferences:own',
  reply: summarySettings,
})

export const updateSummary = endpoint({
  method: 'PUT',
  path,
  summary:
    'Switch the morning summary on or off for the signed-in person; the first comes on the next morning',
  tag,
  access: 'preferences:own',
  body: z.object(schedule),
  reply: summarySettings,
})

export const previewSummary = endpoint({
  method: 'GET',
  path: `${path}/preview`,
  summary: 'What the summary would say now: no mail if there is nothing to report',
  tag,
  access: 'jobs:read',
  reply: z.object({
    mail: z.object({ subject: z.string(), text: z.string(), html: z.string() }).nullable(),
  }),
})
