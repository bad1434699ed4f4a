import { z } from 'zod'
import { documentFormats, MAX_TEMPLATES } from './generation.ts'
import { copiedParts } from './job-copies.ts'
import { originalOrCopy } from './original-or-copy.ts'
import { keysOf, recordOf } from './typed-objects.ts'
import { id } from './values.ts'

/** For how many jobs one action makes documents or e-mails: what each lacks is shown before. */
export const MAX_MADE_FOR_JOBS = 1000

const format = z.enum(documentFormats)

/** What an action makes for each of its jobs, instead of changing their values. */
export const jobMaking = z.discriminatedUnion('what', [
  z.object({
    what: z.literal('copy'),
    /** What each copy takes; all of it unless the call says otherwise. */
    take: z
      .object(recordOf(keysOf(copiedParts), () => z.boolean()))
      .partial()
      .optional(),
  }),
  z.object({
    what: z.literal('documents'),
    templateIds: z.array(id).min(1, 'Choose at least one template.').max(MAX_TEMPLATES),
    formats: z.array(format).min(1, 'Choose a format.').max(documentFormats.length),
    /** Of the papers that print it; a copy unless the call says otherwise. */
    originalOrCopy: originalOrCopy.optional(),
  }),
  z.object({
    what: z.literal('mail'),
    templateId: id,
    /** Of the documents that the template attaches. */
    format,
    /** Sends those too of which something is missing. */
    sendIncomplete: z.boolean().optional(),
  }),
])
export type JobMaking = z.infer<typeof jobMaking>
export type WhatIsMade = JobMaking['what']

/** What was made for a job. */
export const madeForJob = z.object({
  kind: z.enum(['job', 'document', 'mail']),
  id,
  /** Of a copy its number, of a document its name, of an e-mail its subject. */
  name: z.string(),
})
export type MadeForJob = z.infer<typeof madeForJob>
