import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Company } from '#contract/company.ts'
import { changeCompanyCurrency, getCompanyCurrency, undoCompanyCurrency } from '#contract/company-currency.ts'
import { call } from '#web/lib/call.ts'
import { companyQuery } from './queries.ts'

/** What a change would touch, and the latest change that can be undone. */
export const useCompanyCurrency = (enabled: boolean) =>
  useQuery({
    queryKey: [...companyQuery.queryKey, 'currency'],
    queryFn: ({ signal }) => call(getCompanyCurrency, { signal }),
    enabled,
  })

/** Totals and charges of every job say something else after it, so all that is known is asked for anew. */
function useConverting<Input, Reply extends { company: Company }>(convert: (input: Input) => Promise<Reply>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: convert,
    onSuccess: async ({ company }) => {
      client.setQueryData(companyQuery.queryKey, company)
      await client.invalidateQueries({ predicate: ({ queryKey }) => queryKey !== companyQuery.queryKey })
    },
  })
}

export const useChangeCurrency = () =>
  useConverting((body: { currency: string; rate: number }) => call(changeCompanyCurrency, { body }))

export const useUndoCurrency = () =>
  useConverting((id: string) => call(undoCompanyCurrency, { body: { id } }))
