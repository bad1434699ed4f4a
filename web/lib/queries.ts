import { QueryClient } from '@tanstack/react-query'
import { ApiProblem } from './problem.ts'

const RETRIES = 2
const SECOND = 1000

/** One cache for the whole application; a refusal is final, a lost connection is tried again. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10 * SECOND,
      retry: (failures, error) => !(error instanceof ApiProblem) && failures < RETRIES,
      refetchOnWindowFocus: true,
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})
