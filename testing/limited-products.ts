import { afterEach, beforeEach } from 'vitest'
import type { BudgetUse } from '#contract/limits.ts'
import { startTestApp, type TestApp, type TestAppOptions } from './app.ts'
import { type Caller, formWithFile, type Reply } from './factories.ts'
import { openRows, type Rows } from './rows.ts'

/** Of today: the database forgets counts by its own clock. */
export const NOON = new Date().setUTCHours(12, 0, 0, 0)

type Limited = {
  /** It stands still until a test moves it, and is at noon when the next begins. */
  clock: { now: number }
  /** A product with these limits, which ends with the test. */
  start: (budgets?: TestAppOptions['budgets'], options?: TestAppOptions) => Promise<TestApp & { rows: Rows }>
}

/** For a file of tests: products that limit what is used, by a clock of their own. */
export function limitedProducts(): Limited {
  const clock = { now: NOON }
  const open: { close: () => Promise<unknown> }[] = []
  beforeEach(() => {
    clock.now = NOON
  })
  afterEach(async () => {
    for (const one of open.splice(0).reverse()) await one.close()
  })
  return {
    clock,
    async start(budgets = {}, options = {}) {
      const product = await startTestApp({ ...options, budgets: { now: () => clock.now, ...budgets } })
      open.push(product)
      const rows = await openRows(product)
      open.push(rows)
      return { ...product, rows }
    },
  }
}

/** How a refusal ends whose limit can be raised. */
export const RAISE_HINT = 'The operator of this server can raise the limit.'

export const tooManyRequests = (detail: string) => ({
  type: 'about:blank',
  status: 429,
  code: 'too_many_requests',
  title: 'Too many requests',
  detail,
})

/** Makes the company known to this server: who was not here yet counts for no company. */
export const visit = ({ call }: Caller) => call('GET', '/api/register')

export const usage = async ({ call }: Caller) =>
  Object.fromEntries(
    (await call<BudgetUse[]>('GET', '/api/company/limits')).body.map(one => [one.budget, one]),
  ) as Record<BudgetUse['budget'], BudgetUse>

export const attach = ({ call }: Caller, jobId: string, name: string, content: string | Uint8Array) => {
  const { payload, headers } = formWithFile({ name, content }, { shipmentId: jobId })
  return call('POST', '/api/document', payload, headers)
}

export const plainReply = ({ status, body, headers }: Reply) => ({
  status,
  body,
  retryAfter: headers['retry-after'],
})
