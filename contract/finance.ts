import { keysOf, recordOf } from './typed-objects.ts'
import { z } from 'zod'
import { choice, quoteTypes, transportModes } from './choices.ts'
import { endpoint } from './endpoint.ts'
import { chargeLines, surchargeBases } from './finance-sections.ts'
import { amount, id, idParams, paging, version } from './values.ts'

/** ISO 4217, three capital letters. */
export const currency = z.string().regex(/^[A-Z]{3}$/, 'A currency is three capital letters, such as USD.')

/** How many of the account's currency one unit of the section's currency is worth. */
export const exchangeRate = z
  .number()
  .positive('An exchange rate is more than 0.')
  .max(99_999_999)
  .refine(value => Number(value.toFixed(8)) === value, 'At most 8 digits after the point.')

const amounts = <Line extends string>(lines: Record<Line, string>) => recordOf(keysOf(lines), () => amount)

const sectionHead = {
  id,
  /** null: the account's own currency. */
  currency: currency.nullable(),
  exchangeRate: exchangeRate.nullable(),
}
/** Whether a surcharge is a rate per kilogram or an amount; null: not said yet, and no figure stands. */
const basis = z
  .enum(surchargeBases)
  .nullable()
  .describe(
    'If it is left out beside a figure, the existing basis is kept; if there is none, it is perKg by air and flat otherwise.',
  )
const sectionTotal = { total: amount, totalIsTyped: z.boolean() }

export const originCharge = z.object({
  ...sectionHead,
  ...amounts(chargeLines.originCharge),
  ...sectionTotal,
})
export const freightCharge = z.object({
  ...sectionHead,
  ...amounts(chargeLines.freightCharge),
  fscBasis: basis,
  sscBasis: basis,
  ...sectionTotal,
})
export const destinationCharge = z.object({
  ...sectionHead,
  ...amounts(chargeLines.destinationCharge),
  ...sectionTotal,
})
export type OriginCharge = z.infer<typeof originCharge>
export type FreightCharge = z.infer<typeof freightCharge>
export type DestinationCharge = z.infer<typeof destinationCharge>

export const finance = z.object({
  id,
  shipmentId: id,
  originCharge: originCharge.nullable(),
  freightCharge: freightCharge.nullable(),
  destinationCharge: destinationCharge.nullable(),
  /** In the account's currency: what was typed, else the sum of the sections that the quote type shows. */
  total: amount,
  totalIsTyped: z.boolean(),
  currency: z.string(),
  quoteType: choice(quoteTypes),
  transportMode: choice(transportModes),
  version,
})
export type Finance = z.infer<typeof finance>

export const financeInput = z.object({
  id,
  originCharge: originCharge.partial().nullish(),
  freightCharge: freightCharge.partial().nullish(),
  destinationCharge: destinationCharge.partial().nullish(),
  total: amount.optional(),
  totalIsTyped: z.boolean().optional(),
})
export type FinanceInput = z.infer<typeof financeInput>

/** The finances of the jobs in which one company plays any part. */
export const partyFinance = z.object({
  id,
  total: amount,
  totalIsTyped: z.boolean(),
  currency: z.string(),
  /** Freight holds rates that are in no total until one is taken from them. */
  hasUnchargedRates: z.boolean(),
  /** A foreign currency counts one for one, since no exchange rate is entered. */
  lacksExchangeRate: z.boolean(),
  version,
  quotes: z.array(
    z.object({
      transportMode: choice(transportModes),
      quoteType: choice(quoteTypes),
      shipments: z.array(z.object({ id, jobId: z.int(), name: z.string().nullable() })),
    }),
  ),
})
export type PartyFinance = z.infer<typeof partyFinance>

export const getFinance = endpoint({
  method: 'GET',
  path: '/api/finance/:id',
  summary: "A job's charges, by the quote's financeId",
  tag: 'Finance',
  access: 'jobs:read',
  params: idParams,
  reply: finance,
})

export const updateFinance = endpoint({
  method: 'PUT',
  path: '/api/finance',
  summary: 'Change the given fields of a job’s charges',
  tag: 'Finance',
  access: 'jobs:write',
  body: financeInput,
  reply: finance,
})

export const listPartyFinances = endpoint({
  method: 'GET',
  path: '/api/finance/getpartyfinances/:id',
  summary: 'The charges of every job on which the party has any role, each job once',
  tag: 'Finance',
  access: 'jobs:read',
  params: idParams,
  query: z.object(paging),
  reply: z.array(partyFinance),
})
