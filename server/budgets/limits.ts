import type { BudgetName } from '#contract/limits.ts'

/** By budget, in the contract's units (requests, seconds, bytes, documents, recipients, bytes); null: unlimited. */
export type CompanyLimits = Record<BudgetName, number | null>

export type BudgetSettings = {
  company: CompanyLimits
  /** Requests a minute of one network address; null: unlimited. */
  addressRequests: number | null
}

/** What servers share the count of. Recipients are counted with the e-mails, stored bytes by what is stored. */
export const sharedBudgets = ['requests', 'work', 'uploads', 'documents'] as const
export type SharedBudget = (typeof sharedBudgets)[number]

export const MINUTE_MS = 60_000
export const windowMs: Record<SharedBudget, number> = {
  requests: MINUTE_MS,
  work: 60 * MINUTE_MS,
  uploads: 24 * 60 * MINUTE_MS,
  documents: 60 * MINUTE_MS,
}

/** Counted in milliseconds and limited in seconds. */
export const countedPerUnit: Record<SharedBudget, number> = {
  requests: 1,
  work: 1000,
  uploads: 1,
  documents: 1,
}

export const unlimited: BudgetSettings = {
  company: {
    requests: null,
    work: null,
    uploads: null,
    documents: null,
    recipients: null,
    storage: null,
  },
  addressRequests: null,
}
