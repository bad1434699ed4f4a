import { QueryClient, type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiProblem, isProblem, pauseAfter } from './problem.ts'

const RETRIES = 2
const SECOND = 1000

const LONGEST_PAUSE_MS = 60 * 60 * SECOND

/**
 * What was asked for too often shows its refusal at once, and is asked for again when the server said: at the earliest
 * after a second, at the latest after an hour.
 */
export const afterRefusal = (error: unknown): number | false =>
  isProblem(error, 'too_many_requests')
    ? Math.min(LONGEST_PAUSE_MS, Math.max(SECOND, pauseAfter(error) ?? LONGEST_PAUSE_MS))
    : false

/** One cache for the whole application; a refusal is final, a lost connection is tried again. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10 * SECOND,
      retry: (failures, error) => !(error instanceof ApiProblem) && failures < RETRIES,
      refetchInterval: ({ state }) => afterRefusal(state.error),
      // Coming back to the window is no reason to ask before that.
      refetchOnWindowFocus: ({ state }) => afterRefusal(state.error) === false,
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})

/**
 * A change after which whatever begins with `key` is asked for anew, also where it was refused; it counts as done when
 * that has come.
 */
export function useChange<Variables, Reply>(key: QueryKey, change: (variables: Variables) => Promise<Reply>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  })
}
