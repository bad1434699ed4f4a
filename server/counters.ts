import { Counter, Histogram, type Metric, type Registry } from 'prom-client'
import type { BudgetName } from '#contract/limits.ts'
import type { Meter } from './fair-queue.ts'

/*
 * What happens deep inside and is told by /metrics. They count for the whole process, whoever counts: most of these
 * places know nothing of a server. None has a label that people could choose the values of.
 */

const none = { registers: [] }

export const signIns = new Counter({
  name: 'lading_sign_ins_total',
  help: 'Attempts to sign in with the built-in sign-in: succeeded, failed (a wrong password or code), limited (made to wait).',
  labelNames: ['outcome'] as const,
  ...none,
})
for (const outcome of ['succeeded', 'failed', 'limited'] as const) signIns.inc({ outcome }, 0)

export const refusals = new Counter({
  name: 'lading_budget_refusals_total',
  help: 'What was refused because a company or a network address had used up its limit.',
  labelNames: ['budget'] as const,
  ...none,
})
const budgets: Record<BudgetName | 'address', true> = {
  ...{ requests: true, work: true, uploads: true, documents: true, recipients: true, storage: true },
  address: true,
}
for (const budget of Object.keys(budgets)) refusals.inc({ budget }, 0)

export const mailAttempts = new Counter({
  name: 'lading_mail_attempts_total',
  help: 'What became of attempts to send an e-mail of a company, or one of the product itself.',
  labelNames: ['sender', 'outcome'] as const,
  ...none,
})

export const taskSeconds = new Histogram({
  name: 'lading_task_seconds',
  help: 'How long Word documents, PDFs, and e-mails and spreadsheets that are read took, without the wait for their turn.',
  labelNames: ['kind'] as const,
  buckets: [0.05, 0.2, 1, 5, 20, 60, 120],
  ...none,
})

export const stoppedTasks = new Counter({
  name: 'lading_tasks_stopped_total',
  help: 'Threads and programs that were ended, and replaced, because they took too long or too much memory.',
  labelNames: ['kind'] as const,
  ...none,
})
for (const kind of ['word', 'pdf', 'sheet'] as const) stoppedTasks.inc({ kind }, 0)

export const storeSeconds = new Histogram({
  name: 'lading_file_store_seconds',
  help: 'How long the file store took to keep a file, to begin to give one, and to delete one, by outcome.',
  labelNames: ['operation', 'outcome'] as const,
  buckets: [0.005, 0.05, 0.2, 1, 5, 20],
  ...none,
})

export function addCounters(registry: Registry): void {
  for (const counter of [signIns, refusals, mailAttempts, stoppedTasks, taskSeconds, storeSeconds])
    registry.registerMetric(counter as Metric)
}

/** The same meter, which is told of by /metrics as well. */
export const measuring =
  (kind: 'word' | 'pdf' | 'message' | 'sheet', meter: Meter): Meter =>
  (company, milliseconds) => {
    taskSeconds.observe({ kind }, milliseconds / 1000)
    meter(company, milliseconds)
  }
