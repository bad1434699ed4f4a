import { queryOptions } from '@tanstack/react-query'
import { getCompany } from '#contract/company.ts'
import { call } from '#web/lib/call.ts'

/** The company whose account this is, with the rules by which its jobs are reckoned. */
export const companyQuery = queryOptions({
  queryKey: ['company'],
  queryFn: ({ signal }) => call(getCompany, { signal }),
})
