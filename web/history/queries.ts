import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  compareEarlierJob,
  exportHistory,
  type HistorySearch,
  recordHistory,
  restoreFromHistory,
  restoreRemoved,
  searchHistory,
} from '#contract/history.ts'
import { exportSignIns, listSignIns, type SignInSearch } from '#contract/sign-ins.ts'
import { call, callFile, callList } from '#web/lib/call.ts'

const ALL = ['history'] as const

export type Page = { offset: number; limit: number }
export type Subject = Pick<HistorySearch, 'job' | 'organisation' | 'template' | 'user'>

/** One record's history; asked for anew each time, since others write it too. */
export const useRecordHistory = (subject: Subject, page: Page) =>
  useQuery({
    queryKey: [...ALL, 'record', subject, page],
    queryFn: ({ signal }) => callList(recordHistory, { query: { ...subject, ...page }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

export const useHistorySearch = (search: HistorySearch, page: Page) =>
  useQuery({
    queryKey: [...ALL, 'all', search, page],
    queryFn: ({ signal }) => callList(searchHistory, { query: { ...search, ...page }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

export const useSignIns = (search: SignInSearch, page: Page) =>
  useQuery({
    queryKey: [...ALL, 'sign-ins', search, page],
    queryFn: ({ signal }) => callList(listSignIns, { query: { ...search, ...page }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

export const signInsFile = (search: SignInSearch) => callFile(exportSignIns, { query: search })

export const historyFile = (search: HistorySearch) => callFile(exportHistory, { query: search })

export const earlierJobQuery = (entry: number) =>
  queryOptions({
    queryKey: [...ALL, 'earlier job', entry],
    queryFn: ({ signal }) => call(compareEarlierJob, { query: { entry }, signal }),
    staleTime: 0,
    gcTime: 0,
  })

type Restoring = {
  entry: number
  fields?: string[]
  wholeJob?: boolean
  /** The version of the record that the person saw; refused with 412 when it is not the newest. */
  version?: number | undefined
}

/** Any record may have been changed by it, so everything that is shown is asked for anew. */
export function useRestore() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ version, ...body }: Restoring) => call(restoreFromHistory, { body, ifMatch: version }),
    onSettled: () => client.invalidateQueries(),
  })
}

/** Undoes the removal of a record, of which any list that is shown may tell, and answers it. */
export function useRestoreRemoved() {
  const client = useQueryClient()
  const { mutateAsync } = useMutation({
    mutationFn: (id: string) => call(restoreRemoved, { body: { id } }),
    onSettled: () => client.invalidateQueries(),
  })
  return <Row extends { id: string }>(removed: Row) => mutateAsync(removed.id).then(() => removed)
}
