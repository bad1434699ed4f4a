import { queryOptions, useQuery } from '@tanstack/react-query'
import { listHouses } from '#contract/houses.ts'
import { call } from '#web/lib/call.ts'
import { jobsKey } from './queries.ts'

/** The houses of a master job, read anew with its other pages. */
export const housesQuery = (masterId: string) =>
  queryOptions({
    queryKey: [...jobsKey, 'houses', masterId],
    queryFn: ({ signal }) => call(listHouses, { params: { id: masterId }, signal }),
    // Charges and cards of other jobs change it.
    staleTime: 0,
  })

export const useHouses = (masterId: string) => useQuery(housesQuery(masterId))
