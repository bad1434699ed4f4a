import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getPreferences, type Preferences, updatePreferences } from '#contract/preferences.ts'
import { call } from './call.ts'

const preferencesQuery = queryOptions({
  queryKey: ['preferences'],
  queryFn: ({ signal }) => call(getPreferences, { signal }),
  staleTime: 5 * 60_000,
})

/** How the signed-in person likes the screens; undefined until it is known. */
export const usePreferences = () => useQuery(preferencesQuery).data

/** Shows a change at once; where it could not be kept, the next reading brings back what was. */
export function useKeepPreferences() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (change: Partial<Preferences>) => call(updatePreferences, { body: change }),
    onMutate: change => {
      client.setQueryData(preferencesQuery.queryKey, before => before && { ...before, ...change })
    },
    onError: () => client.invalidateQueries({ queryKey: preferencesQuery.queryKey }),
  })
}
