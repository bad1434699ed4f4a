import { z } from 'zod'
import { jobStatuses, choice } from './choices.ts'
import { endpoint } from './endpoint.ts'
import { id } from './values.ts'

const name = z.string().nullable()

/** What answers to a text, in groups, the likeliest first. */
export const searchReply = z.object({
  jobs: z.array(
    z.object({
      id,
      jobId: z.int(),
      name,
      statusId: choice(jobStatuses),
      consignee: name,
      mbl: name,
      hbl: name,
    }),
  ),
  contacts: z.array(z.object({ id, name, description: name })),
  documents: z.array(z.object({ id, name: z.string(), type: z.string(), shipmentId: id, jobId: z.int() })),
  templates: z.array(z.object({ id, name: z.string(), description: name })),
})
export type SearchReply = z.infer<typeof searchReply>

/** The most that each group gives. */
export const MAX_FOUND = 8

export const searchEverything = endpoint({
  method: 'GET',
  path: '/api/search',
  summary: `Jobs, contacts, documents and templates that contain a text, at most ${MAX_FOUND} of each`,
  tag: 'Search',
  access: 'jobs:read',
  query: z.object({ text: z.string().max(200) }),
  reply: searchReply,
})
