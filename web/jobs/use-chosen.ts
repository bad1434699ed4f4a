import { useCallback, useMemo, useState } from 'react'
import type { AskedJobs } from '#contract/job-changes.ts'
import type { OtherJob } from '#contract/jobs.ts'
import type { JobFilters } from './dashboard-search.ts'

type Row = OtherJob

const named = ({ id, jobId, name }: Row): OtherJob => ({ id, jobId, name })

/** The jobs that are ticked, on whichever pages of the list they stand, or all that its filters find. */
export function useChosen(filters: JobFilters, rows: readonly Row[] | undefined, total: number | undefined) {
  const [ticked, setTicked] = useState<ReadonlyMap<string, OtherJob>>(new Map())
  const [wholeOf, setWholeOf] = useState<JobFilters | null>(null)
  const address = JSON.stringify(filters)
  const isWhole = wholeOf !== null && JSON.stringify(wholeOf) === address
  const ids = useMemo(
    () => new Set(isWhole ? (rows ?? []).map(({ id }) => id) : ticked.keys()),
    [isWhole, rows, ticked],
  )
  const chooseRows = useCallback(
    (some: readonly Row[], isChosen: boolean) => {
      const next = new Map(isWhole ? (rows ?? []).map(row => [row.id, named(row)]) : ticked)
      for (const row of some) {
        if (isChosen) next.set(row.id, named(row))
        else next.delete(row.id)
      }
      setWholeOf(null)
      setTicked(next)
    },
    [isWhole, rows, ticked],
  )
  const clear = useCallback(() => {
    setWholeOf(null)
    setTicked(new Map())
  }, [])
  return {
    ids,
    /** The jobs that are ticked one by one, as they were called then. */
    jobs: isWhole ? [] : [...ticked.values()],
    /** As the API takes it: a filter is sent as a filter. */
    asked: (isWhole ? { filter: filters } : { shipmentIds: [...ids] }) as AskedJobs,
    count: isWhole ? (total ?? 0) : ids.size,
    isWhole,
    /** Offered once the page is ticked and the list goes on. */
    canChooseAll:
      !isWhole &&
      rows !== undefined &&
      rows.length > 0 &&
      (total ?? 0) > rows.length &&
      rows.every(({ id }) => ids.has(id)),
    choose: (row: Row, isChosen: boolean) => chooseRows([row], isChosen),
    chooseRows,
    chooseAll: () => setWholeOf(filters),
    clear,
  }
}

export type ChosenState = ReturnType<typeof useChosen>
export type Changing =
  | 'status'
  | 'etd'
  | 'eta'
  | 'vessel'
  | 'master'
  | 'consolidate'
  | 'owner'
  | 'copy'
  | 'documents'
  | 'mail'

/** What is made for each of a few jobs while one watches: one list of them at a time. */
export type Making = 'generate' | 'mail'
