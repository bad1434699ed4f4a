import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { otherJob } from './jobs.ts'
import { keysOf, recordOf } from './typed-objects.ts'
import { id, idParams } from './values.ts'

/** How many copies one call makes. */
export const MOST_COPIES = 20
/** How many items all copies of one call have together. */
export const MOST_COPIED_ITEMS = 5000

/** What a copy may take from its job beside what is always taken; all of it unless the call says otherwise. */
export const copiedParts = { parties: 'Parties', ports: 'Ports', items: 'Items', charges: 'Charges' } as const
export type CopiedPart = keyof typeof copiedParts

const areDifferent = (ids: readonly string[]) => new Set(ids).size === ids.length

export const copyJob = endpoint({
  method: 'POST',
  path: '/api/shipment/:id/copy',
  summary:
    'Copy a job up to 20 times, under ids of the caller’s own. Dates, numbers, vessel, documents, notes, e-mails and the master stay behind; items bring the weights, volume and packages along',
  tag: 'Jobs',
  access: 'jobs:write',
  params: idParams,
  body: z.object({
    ids: z
      .array(id)
      .min(1, 'Send the id of at least one new job.')
      .max(MOST_COPIES, `At most ${MOST_COPIES} copies in one call.`)
      .refine(areDifferent, 'Two of them are the same.'),
    take: z
      .object(recordOf(keysOf(copiedParts), () => z.boolean()))
      .partial()
      .optional(),
  }),
  reply: z.array(otherJob),
  status: 201,
})
