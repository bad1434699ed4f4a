import { queryOptions, useQuery } from '@tanstack/react-query'
import { getFinance, listPartyFinances, updateFinance, type FinanceInput } from '#contract/finance.ts'
import { call } from '#web/lib/call.ts'
import { useHasDraft, useIsAnyDraft } from '#web/lib/kept-drafts.ts'

/** The kinds of drafts: a job's charges, and a total typed on a contact. */
export const CHARGES_DRAFT = 'charges'
export const TOTAL_DRAFT = 'total'

export const MAY_NOT_CHANGE = 'Your role does not allow you to change charges.'

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

/** Whether charges were typed in this tab, or in one that was closed, and could not be saved. */
export const useHasUnsavedCharges = (financeId: string | null) =>
  useHasDraft(CHARGES_DRAFT, financeId === null ? [] : [financeId])

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

/** Whether a total of one of the party's jobs was typed on its contact and could not be saved. */
export function useHasUnsavedTotals(partyId: string | null): boolean {
  const isAny = useIsAnyDraft(TOTAL_DRAFT)
  const { data } = useQuery({ ...partyFinancesQuery(partyId ?? ''), enabled: partyId !== null && isAny })
  return useHasDraft(TOTAL_DRAFT, data?.map(finance => finance.id) ?? [])
}
