import type { BudgetName } from '#contract/limits.ts'
import { refusals } from '#server/counters.ts'
import { AppError } from '#server/errors.ts'

const figure = (value: number) => value.toLocaleString('en')

/** Bytes as people say them: 20 GB, 512 MB, 300 bytes. */
export function formatBytes(bytes: number): string {
  for (const [unit, size] of [
    ['GB', 1e9],
    ['MB', 1e6],
    ['kB', 1e3],
  ] as const)
    if (bytes >= size) return `${figure(Number((bytes / size).toFixed(1)))} ${unit}`
  return `${figure(bytes)} bytes`
}

const counted = (value: number, one: string) => `${figure(value)} ${one}${value === 1 ? '' : 's'}`

function inWords(seconds: number): string {
  if (seconds < 90) return counted(seconds, 'second')
  const minutes = Math.ceil(seconds / 60)
  return minutes < 90 ? counted(minutes, 'minute') : counted(Math.ceil(minutes / 60), 'hour')
}

const RAISE = 'The operator of this server can raise the limit.'

const allowance: Record<Exclude<BudgetName, 'storage'>, (allowed: number) => string> = {
  requests: allowed => `make ${counted(allowed, 'request')} a minute`,
  work: allowed => `use ${counted(allowed, 'second')} of the server’s time an hour`,
  uploads: allowed => `upload ${formatBytes(allowed)} a day`,
  documents: allowed => `make ${counted(allowed, 'document')} an hour`,
  recipients: allowed => `write to ${counted(allowed, 'recipient')} an hour, invitations included`,
}

/** 429 with when it is worth trying again. `allowed` in the contract's unit, `seconds` until the count restarts. */
export function budgetExceeded(
  budget: Exclude<BudgetName, 'storage'>,
  allowed: number,
  seconds: number,
): AppError {
  refusals.inc({ budget })
  const wait = Math.max(1, Math.ceil(seconds))
  const detail = `Your company may ${allowance[budget](allowed)}, and this would exceed the limit. Nothing was done; try again in ${inWords(wait)}. ${RAISE}`
  return Object.assign(new AppError('too_many_requests', detail), { retryAfter: wait })
}

export function addressLimitExceeded(allowed: number, seconds: number): AppError {
  refusals.inc({ budget: 'address' })
  const wait = Math.max(1, Math.ceil(seconds))
  const detail = `Your network address may make ${counted(allowed, 'request')} a minute, and this would exceed the limit. Nothing was done; try again in ${inWords(wait)}. ${RAISE}`
  return Object.assign(new AppError('too_many_requests', detail), { retryAfter: wait })
}

/** 507: no time makes it better. */
export function storageExceeded(allowed: number): AppError {
  refusals.inc({ budget: 'storage' })
  return new AppError(
    'company_storage_full',
    `Your company may store ${formatBytes(allowed)} of documents, templates, their earlier versions and e-mails, and this would exceed the limit. Nothing was saved. Delete documents that are no longer needed (their space is freed after 30 days), or ask the operator of this server to raise the limit.`,
  )
}
