import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { changeCompanyCurrency, getCompanyCurrency, undoCompanyCurrency } from '#contract/company-currency.ts'
import { call } from '#web/lib/call.ts'
import { companyQuery } from '#web/records/company.ts'

/** What a change would touch, and the latest change that can be undone. */
const currencyQuery = queryOptions({
  queryKey: [...companyQuery.queryKey, 'currency'],
  queryFn: ({ signal }) => call(getCompanyCurrency, { signal }),
})

export const useCompanyCurrency = () => useQuery(currencyQuery)

/** Totals and charges of every job say something else after it, so all that is known is asked for anew. */
function useConverting<Input, Reply>(convert: (input: Input) => Promise<Reply>) {
  const client = useQueryClient()
  return useMutation({ mutationFn: convert, onSettled: () => client.invalidateQueries() })
}

export type CurrencyToBe = { from: string; currency: string; rate: number }

/** A change whose reply was lost is known by what stands now, and is no failure. */
export function useChangeCurrency() {
  const client = useQueryClient()
  return useConverting(async (body: CurrencyToBe) => {
    try {
      await call(changeCompanyCurrency, { body })
    } catch (error) {
      const { latest } = await client
        .fetchQuery({ ...currencyQuery, staleTime: 0 })
        .catch(() => ({ latest: null }))
      const isDone = latest?.from === body.from && latest.to === body.currency && latest.rate === body.rate
      if (!isDone) throw error
    }
  })
}

export const useUndoCurrency = () =>
  useConverting((id: string) => call(undoCompanyCurrency, { body: { id } }))
