import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** What a company may use so much of, in the order in which it is shown. */
export const budgetNames = ['requests', 'work', 'uploads', 'documents', 'recipients', 'storage'] as const
export type BudgetName = (typeof budgetNames)[number]

export const budgetLabels: Record<BudgetName, string> = {
  requests: 'Requests',
  work: 'Server time',
  uploads: 'Uploads',
  documents: 'Documents made',
  recipients: 'E-mail recipients',
  storage: 'Stored files',
}

/** Over what time each is counted; null: what there is at this moment. */
export const budgetWindows = {
  requests: 'minute',
  work: 'hour',
  uploads: 'day',
  documents: 'hour',
  recipients: 'hour',
  storage: null,
} as const satisfies Record<BudgetName, 'minute' | 'hour' | 'day' | null>

export const budgetUse = z.object({
  budget: z.enum(budgetNames),
  /** Requests, seconds, bytes, documents or recipients, as the budget counts; of seconds and bytes whole ones. */
  used: z.number(),
  /** In the same unit; null: unlimited. */
  allowed: z.number().nullable(),
  window: z.enum(['minute', 'hour', 'day']).nullable(),
  /** When the count restarts. Null where nothing is counted, and for storage, which has no period. */
  startsAnewAt: z.iso.datetime().nullable(),
})
export type BudgetUse = z.infer<typeof budgetUse>

export const listCompanyLimits = endpoint({
  method: 'GET',
  path: '/api/company/limits',
  summary: 'The company’s limits on this server, and how much of them is used',
  tag: 'Company',
  access: 'limits:read',
  alwaysAnswered: true,
  reply: z.array(budgetUse),
})
