import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id } from './values.ts'

/** A job of which a number stands in a document or in the name of its file. */
export const jobOfDocument = z.object({
  id,
  jobId: z.int(),
  name: z.string().nullable(),
  /** What of it stands there, the most telling first: “House BL”, “LDG-302”. */
  numbers: z.array(z.object({ label: z.string(), text: z.string() })),
  /** Those of them that stand in the file's name, as they are written there. */
  inName: z.array(z.string()),
})
export type JobOfDocument = z.infer<typeof jobOfDocument>

/** So many jobs are proposed for one document. */
export const MOST_JOBS_OF_DOCUMENT = 5

export const findJobsOfDocument = endpoint({
  method: 'POST',
  path: '/api/documenttemplate/jobsof',
  summary:
    'The jobs whose numbers stand in a Word document or in its name, the likeliest first; with a job also how many places of the document hold its values. Nothing is stored',
  tag: 'Document templates',
  access: 'templates:write',
  multipart: true,
  body: z.object({ shipmentId: id.optional() }),
  reply: z.object({
    jobs: z.array(jobOfDocument),
    /** Null without a job. */
    found: z.int().nullable(),
  }),
})
