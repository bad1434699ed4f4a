import { z } from 'zod'
import { company } from './company.ts'
import { endpoint } from './endpoint.ts'
import { currency, exchangeRate } from './finance.ts'
import { id, instant } from './values.ts'

export const CURRENCY_UNDO_DAYS = 30

/** A change of the company's currency that can still be undone. */
export const currencyChange = z.object({
  id,
  from: currency,
  to: currency,
  /** How many of the new currency one unit of the former one is worth. */
  rate: exchangeRate,
  by: z.string().nullable(),
  at: instant,
})
export type CurrencyChange = z.infer<typeof currencyChange>

export const companyCurrency = z.object({
  currency,
  /** Jobs with amounts of any kind. */
  jobs: z.int(),
  /** Charge sections in the company's currency: they stay in it and get the rate. */
  ownSections: z.int(),
  /** Charge sections in another currency: their exchange rates are converted. */
  foreignSections: z.int(),
  /** Of those: charged without an exchange rate, so that one of their currency counts as one of the company's. */
  withoutRate: z.int(),
  /** Job totals that somebody typed: they are converted. */
  typedTotals: z.int(),
  latest: currencyChange.nullable(),
})
export type CompanyCurrency = z.infer<typeof companyCurrency>

const path = '/api/company/currency'
const tag = 'Company'

export const getCompanyCurrency = endpoint({
  method: 'GET',
  path,
  summary:
    'What a change of the company’s currency would touch, and the latest change that can still be undone',
  tag,
  access: 'company:read',
  reply: companyCurrency,
})

export const changeCompanyCurrency = endpoint({
  method: 'POST',
  path,
  summary:
    'Change the company’s currency though jobs have amounts: charges keep their currency and get the rate, exchange rates and typed totals are converted',
  tag,
  access: 'company:write',
  body: z.object({
    /** The present one, as the caller read it: the rate is refused where it is another by now. */
    from: currency,
    currency,
    /** How many of the new currency one unit of the present one is worth. */
    rate: exchangeRate,
  }),
  reply: z.object({ company, sections: z.int(), totals: z.int() }),
})

export const undoCompanyCurrency = endpoint({
  method: 'POST',
  path: `${path}/undo`,
  summary: `Undo, within ${CURRENCY_UNDO_DAYS} days, the latest change of the company’s currency; what was entered since is converted back by its rate`,
  tag,
  access: 'company:write',
  body: z.object({ id }),
  /** `restored`: put back as they were; `converted`: entered or changed since. */
  reply: z.object({ company, restored: z.int(), converted: z.int() }),
})
