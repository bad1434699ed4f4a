import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { listPartyFinances } from '#contract/finance.ts'
import { exportHistory, recordHistory, searchHistory } from '#contract/history.ts'
import { exportItems } from '#contract/items.ts'
import { exportJobs } from '#contract/job-changes.ts'
import { exportOrganisations } from '#contract/organisations.ts'
import { searchEverything } from '#contract/search.ts'
import { exportSignIns } from '#contract/sign-ins.ts'
import { downloadTemplateFields, readTemplateReport } from '#contract/template-fields.ts'
import { addUser, setUserPassword } from '#contract/users.ts'

const alwaysLong: readonly Endpoint[] = [
  exportHistory,
  exportItems,
  exportJobs,
  exportOrganisations,
  exportSignIns,
  recordHistory,
  searchHistory,
  searchEverything,
  listPartyFinances,
]

/** Reads whose work comes after their transaction: it is the whole call that takes a turn. */
const longCalls: readonly Endpoint[] = [downloadTemplateFields, readTemplateReport]

export const isLongCall = (endpoint: Endpoint) => longCalls.includes(endpoint)

/** More rows than a screen asks for. */
const LONG_PAGE = 100

/** Whether a read takes long enough for a turn of its own; lists without a limit give their greatest page. */
export function isLongRead(endpoint: Endpoint, request: FastifyRequest, isList: boolean): boolean {
  if (alwaysLong.includes(endpoint)) return true
  const { limit, search } = request.query as { limit?: number; search?: string }
  return isList && ((limit ?? Number.POSITIVE_INFINITY) > LONG_PAGE || search !== undefined)
}

/** Calls that hash a password. */
export const hashesPassword = (endpoint: Endpoint) => endpoint === addUser || endpoint === setUserPassword
