import type { QueryClient } from '@tanstack/react-query'
import { CostSplit } from '#contract/choices.ts'
import type { House } from '#contract/houses.ts'
import type { Job } from '#contract/jobs.ts'
import { useDraftKey } from '#web/lib/kept-drafts.ts'
import { jobQuery, jobsKey } from '#web/records/queries.ts'
import { housesQuery } from '#web/records/houses.ts'
import { useReadDate } from '#web/ui/entry/use-date-entry.ts'
import type { GridColumn } from '#web/ui/grid/columns.ts'
import { type KeptCalls, useKeptRows } from '#web/ui/grid/kept-rows.ts'
import type { StoredRow } from '#web/ui/grid/row-store.ts'
import { refusalOf } from '#web/ui/grid/use-row-queue.ts'
import { houseColumns, houseRow, isReadable } from './house-columns.tsx'
import { changeHouse } from './queries.ts'

/** What the answer to a save says of a house; its companies and what follows from its cargo are read anew. */
const changedBy = (house: House, job: Job): House => {
  const { hbl, numberOfPackages, grossWeight, weightUnit, volume, volumeUnit, receivedAtCfs, dateOfIssue } =
    job
  const { name, version, costShareByHand, etd } = job
  return {
    ...house,
    ...{ name, version, hbl, etd, numberOfPackages, grossWeight, weightUnit },
    ...{ volume, volumeUnit, receivedAtCfs, dateOfIssue, costShareByHand },
  }
}

/** `typed`: every column that is ever typed into. */
function callsOf(client: QueryClient, masterId: string, typed: readonly GridColumn[]): KeptCalls {
  const query = housesQuery(masterId)
  const findHouse = (id: string) =>
    client.getQueryData(query.queryKey)?.houses.find(one => one.id === id) ?? null
  const show = (job: Job): StoredRow => {
    client.setQueryData(jobQuery(job.id).queryKey, job)
    void client.invalidateQueries({ queryKey: [...jobsKey, 'page'] })
    const house = findHouse(job.id)
    if (!house) throw new Error('The house is not among those of its master any more.')
    const changed = changedBy(house, job)
    // The master tells in what its houses follow.
    if (changed.etd !== house.etd) void client.invalidateQueries({ queryKey: jobQuery(masterId).queryKey })
    client.setQueryData(
      query.queryKey,
      stored =>
        stored && { ...stored, houses: stored.houses.map(one => (one.id === job.id ? changed : one)) },
    )
    return houseRow(changed)
  }
  return {
    add: () => Promise.reject(new Error('Houses are added by a dialog.')),
    change: async (id, values, version) => {
      const house = findHouse(id) ?? (await client.fetchQuery(query)).houses.find(one => one.id === id)
      if (!house) throw new Error('The house is not among those of its master any more.')
      return show(await changeHouse(house, values, version))
    },
    reload: async () => (await client.fetchQuery({ ...query, staleTime: 0 })).houses.map(houseRow),
    isReadable: isReadable(typed),
    isEmpty: () => false,
    unseen: failure => {
      const number = client.getQueryData(jobQuery(masterId).queryKey)?.jobId
      return `Houses of job ${number ?? ''} are not saved yet. ${failure} What you typed is kept: open the job’s Houses.`
    },
    onEmpty: () => void client.invalidateQueries({ queryKey: query.queryKey }),
    refusalOf: error => refusalOf(error, typed),
  }
}

export const HOUSES_DRAFT = 'houses'

/** The cells of a master’s houses that are not stored yet; wants its draft to be ready. */
export function useHouseRows(masterId: string, transportMode: number | null, currency: string) {
  const readDate = useReadDate()
  const typed = () => houseColumns(transportMode, readDate, { basis: CostSplit.byHand, currency })
  return useKeptRows(useDraftKey(HOUSES_DRAFT)(masterId), client => callsOf(client, masterId, typed()))
}
