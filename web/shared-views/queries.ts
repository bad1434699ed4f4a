import { queryOptions } from '@tanstack/react-query'
import {
  createSharedView,
  deleteSharedView,
  listSharedViews,
  type SharedView,
  updateSharedView,
} from '#contract/shared-views.ts'
import { call } from '#web/lib/call.ts'
import { newId } from '#web/lib/new-id.ts'
import { useChange } from '#web/lib/queries.ts'
import { saveOver } from '#web/ui/form/save-over.ts'

const key = ['shared views']

/** The views that people share with the company. */
export const sharedViewsQuery = queryOptions({
  queryKey: key,
  queryFn: ({ signal }) => call(listSharedViews, { signal }),
})

type Content = Pick<SharedView, 'name' | 'address' | 'layout'>

export const useShareView = () =>
  useChange(key, (view: Content) => call(createSharedView, { body: { id: newId(), ...view } }))

export const useChangeSharedView = () =>
  useChange(key, ({ view: { id, version }, change }: { view: SharedView; change: Partial<Content> }) =>
    saveOver(change, version, over => call(updateSharedView, { body: { id, ...change }, ifMatch: over })),
  )

export const useDeleteSharedView = () =>
  useChange(key, ({ id, version }: SharedView) =>
    call(deleteSharedView, { params: { id }, ifMatch: version }),
  )
