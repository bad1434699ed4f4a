import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { otherJob } from './jobs.ts'

/** The most that one answer names. */
export const MOST_JOB_TEMPLATES = 50

/** A job that is offered where jobs are created; copying it makes one. */
export const jobTemplate = z.object({
  ...otherJob.shape,
  templateName: z.string(),
  consignee: z.string().nullable(),
  loadingPort: z.string().nullable(),
  destinationPort: z.string().nullable(),
})
export type JobTemplate = z.infer<typeof jobTemplate>

export const listJobTemplates = endpoint({
  method: 'GET',
  path: '/api/shipment/templates',
  summary: `The jobs that are templates for new ones, at most ${MOST_JOB_TEMPLATES}, those used last first; a job is one while it has a templateName`,
  tag: 'Jobs',
  access: 'jobs:read',
  query: z.object({
    /** Part of the template’s name, or of its job’s number or name. */
    search: z.string().max(200).optional(),
  }),
  reply: z.array(jobTemplate),
})
