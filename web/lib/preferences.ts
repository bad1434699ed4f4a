import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { getPreferences, type Preferences, updatePreferences } from '#contract/preferences.ts'
import { call } from './call.ts'

export const preferencesQuery = queryOptions({
  queryKey: ['preferences'],
  queryFn: ({ signal }) => call(getPreferences, { signal }),
  staleTime: 5 * 60_000,
})

/** The screen preferences of the signed-in person; undefined until it is known. */
export const usePreferences = () => useQuery(preferencesQuery).data

/** Whether it is known, or cannot be. */
export const usePreferencesSettled = () => !useQuery(preferencesQuery).isPending

/**
 * Shows a change at once; where it could not be kept, the next reading brings back what was, and `onFailed`
 * is told how to try again.
 */
export function useKeepPreferences(onFailed?: (error: unknown, again: () => void) => void) {
  const client = useQueryClient()
  const latest = useRef<Partial<Preferences>>({})
  const mutation = useMutation({
    mutationKey: preferencesQuery.queryKey,
    // One after the other: an answer that overtook another would bring back what stood before that one.
    scope: { id: 'preferences' },
    mutationFn: (change: Partial<Preferences>) => call(updatePreferences, { body: change }),
    onMutate: change => {
      latest.current = change
      // An answer that is on its way tells what was before.
      void client.cancelQueries({ queryKey: preferencesQuery.queryKey })
      client.setQueryData(preferencesQuery.queryKey, before => before && { ...before, ...change })
    },
    onSuccess: kept => {
      // What was changed since stands already.
      if (client.isMutating({ mutationKey: preferencesQuery.queryKey }) === 1)
        client.setQueryData(preferencesQuery.queryKey, kept)
    },
    onError: error => {
      onFailed?.(error, () => mutation.mutate(latest.current))
      return client.invalidateQueries({ queryKey: preferencesQuery.queryKey })
    },
  })
  return mutation
}
