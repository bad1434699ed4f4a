import { queryOptions, useQuery } from '@tanstack/react-query'
import { getFinance, listPartyFinances, updateFinance, type FinanceInput } from '#contract/finance.ts'
import { call } from '#web/lib/call.ts'

/** A job's charges by its quote's financeId. */
export const financeQuery = (financeId: string) =>
  queryOptions({
    queryKey: ['finance', financeId],
    queryFn: () => call(getFinance, { params: { id: financeId } }),
    // The total depends on the job's quote type, which another screen changes.
    refetchOnMount: 'always',
  })

export function useFinance(financeId: string | null) {
  return useQuery({ ...financeQuery(financeId ?? ''), enabled: financeId !== null })
}

/** Saves what `change` mentions; refused with 412 when somebody saved since `version`. */
export const saveFinance = (change: FinanceInput, version: number) =>
  call(updateFinance, { body: change, ifMatch: version })

export const partyFinancesQuery = (partyId: string) =>
  queryOptions({
    queryKey: ['finance', 'party', partyId],
    queryFn: () => call(listPartyFinances, { params: { id: partyId }, query: { limit: 500 } }),
    refetchOnMount: 'always',
  })

export function usePartyFinances(partyId: string | null) {
  return useQuery({ ...partyFinancesQuery(partyId ?? ''), enabled: partyId !== null })
}
