import { z } from 'zod'
import type { BudgetSettings } from './limits.ts'

// As file sizes are shown: a kB has 1,000 bytes.
const MEGABYTE = 1_000_000
const GREATEST = 1_000_000_000

/** A whole number; 0 or `none`: unlimited. */
const limit = (standard: string) =>
  z
    .string()
    .default(standard)
    .transform((text, context) => {
      const figure = text.trim().toLowerCase() === 'none' ? 0 : Number(text)
      if (Number.isInteger(figure) && figure >= 0 && figure <= GREATEST) return figure === 0 ? null : figure
      context.addIssue({ code: 'custom', message: `must be a whole number up to ${GREATEST}, or none` })
      return z.NEVER
    })

/** Generous: an office of fifty people with scripts of their own does not come near. */
export const budgetVariables = z.object({
  COMPANY_REQUESTS_PER_MINUTE: limit('12000'),
  COMPANY_WORK_SECONDS_PER_HOUR: limit('7200'),
  COMPANY_UPLOAD_MB_PER_DAY: limit('20000'),
  COMPANY_DOCUMENTS_PER_HOUR: limit('5000'),
  COMPANY_STORAGE_MB: limit('200000'),
  ADDRESS_REQUESTS_PER_MINUTE: limit('12000'),
  DISK_RESERVE_MB: limit('1000'),
})

const inBytes = (megabytes: number | null) => (megabytes === null ? null : megabytes * MEGABYTE)

export const budgetSettings = (
  given: z.infer<typeof budgetVariables>,
  recipientsAnHour: number,
): BudgetSettings => ({
  company: {
    requests: given.COMPANY_REQUESTS_PER_MINUTE,
    work: given.COMPANY_WORK_SECONDS_PER_HOUR,
    uploads: inBytes(given.COMPANY_UPLOAD_MB_PER_DAY),
    documents: given.COMPANY_DOCUMENTS_PER_HOUR,
    recipients: recipientsAnHour,
    storage: inBytes(given.COMPANY_STORAGE_MB),
  },
  addressRequests: given.ADDRESS_REQUESTS_PER_MINUTE,
})

/** Bytes that uploads and documents leave free on the disk. */
export const diskReserve = (given: z.infer<typeof budgetVariables>): number =>
  inBytes(given.DISK_RESERVE_MB) ?? 0
