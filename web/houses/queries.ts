import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type House, listFittingHouses } from '#contract/houses.ts'
import { type Job, updateJob } from '#contract/jobs.ts'
import { call, callList } from '#web/lib/call.ts'
import { jobsKey } from '#web/records/queries.ts'
import type { RowValues } from '#web/ui/grid/columns.ts'

export type FittingPage = { search: string; page: number; size: number }

/** A page of the jobs that may become houses of a job. */
export const fittingQuery = (masterId: string, { search, page, size }: FittingPage) =>
  queryOptions({
    queryKey: [...jobsKey, 'fitting', masterId, search, page, size],
    queryFn: ({ signal }) =>
      callList(listFittingHouses, {
        params: { id: masterId },
        query: { search, limit: size, offset: (page - 1) * size },
        signal,
      }),
    placeholderData: keepPreviousData,
  })

const KILOGRAMS = 0
const CUBIC_METRES = 0

/** The cells of a row as the API takes them. A figure that is typed for a job without a unit is in the column's. */
export function houseInput(values: RowValues, { weightUnit, volumeUnit }: House): RowValues {
  const input: Record<string, RowValues[string]> = { ...values }
  if (typeof values['hbl'] === 'string') input['hbl'] = values['hbl'].trim() || null
  if (typeof values['grossWeight'] === 'number' && weightUnit === null) input['weightUnit'] = KILOGRAMS
  if (typeof values['volume'] === 'number' && volumeUnit === null) input['volumeUnit'] = CUBIC_METRES
  return input
}

export const changeHouse = (house: House, values: RowValues, version: number): Promise<Job> =>
  call(updateJob, { body: { id: house.id, ...houseInput(values, house) }, ifMatch: version })
