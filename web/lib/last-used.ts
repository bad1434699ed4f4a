import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { getLastUsed, type LastUsed } from '#contract/lookups.ts'
import { call } from './call.ts'

const KEPT = 5
/** The same each time: who shows it is not drawn anew. */
const NONE: readonly never[] = []

export const lastUsedQuery = queryOptions({
  queryKey: ['last-used'],
  queryFn: ({ signal }) => call(getLastUsed, { signal }),
  staleTime: 30_000,
})

type Kind = 'packingModes' | 'currencies' | 'countries'

/** What a field of many choices offers first, and where it tells what was chosen in it: the company's, then one's own. */
export function useLastUsed<Of extends Kind>(kind: Of) {
  const client = useQueryClient()
  const { data } = useQuery(lastUsedQuery)
  return {
    lastUsed: data?.[kind] ?? NONE,
    onUse: (value: LastUsed[Of][number]) =>
      client.setQueryData(
        lastUsedQuery.queryKey,
        before =>
          before && {
            ...before,
            [kind]: [value, ...before[kind].filter(one => one !== value)].slice(0, KEPT),
          },
      ),
  }
}
