import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import type { JobView } from '#contract/preferences.ts'
import type { SharedView } from '#contract/shared-views.ts'
import { useRestoreRemoved } from '#web/history/queries.ts'
import { useMay, useMembership } from '#web/lib/membership.ts'
import { newId } from '#web/lib/new-id.ts'
import { useKeepPreferences } from '#web/lib/preferences.ts'
import { useChangeSharedView, useDeleteSharedView, useShareView } from '#web/shared-views/queries.ts'
import { IconCopy, IconPencil, IconTrash, IconUsersGroup } from '#web/ui/icons.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { notify } from '#web/ui/notice/notify.ts'
import { builtInViews } from './built-in-views.ts'
import { type Named, ViewNameForm } from './ViewNameForm.tsx'

type Content = Pick<JobView, 'address'> & { layout: SharedView['layout'] }

type Props = {
  /** undefined while they load. */
  own: readonly JobView[] | undefined
  shared: Pick<UseQueryResult<SharedView[]>, 'data' | 'isError'>
  /** What the dashboard shows. */
  shown: Content
  onOpen: (view: JobView) => void
}

const sameName = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()
const byName = (one: JobView, other: JobView) => one.name.localeCompare(other.name)

/** All views, each opened by its name, with what the person may do to it, and the way to save what is shown. */
export function ViewList({ own, shared, shown, onOpen }: Props) {
  const { user } = useMembership()
  const mayShare = useMay('views:share')
  const keep = useKeepPreferences()
  const share = useShareView()
  const changeShared = useChangeSharedView()
  const deleteShared = useDeleteSharedView()
  const restore = useRestoreRemoved()
  const [renamed, setRenamed] = useState<Named>()
  const views = own ?? []
  const mayChange = ({ maker }: SharedView) =>
    mayShare && (maker.id === user.id || user.role === 'administrator')
  const sharedByName = (name: string) => shared.data?.find(one => sameName(one.name, name) && mayChange(one))

  /** Whether it was done; where not, the person has been told and can try again. */
  const attempt = async (work: () => Promise<unknown>, failed = 'The views could not be saved.') => {
    try {
      await work()
      return true
    } catch (error) {
      notify.failedBecause(failed, error, {
        label: 'Try again',
        run: () => void attempt(work, failed),
      })
      return false
    }
  }
  const keepOwn = (next: readonly JobView[]) => keep.mutateAsync({ jobViews: next.toSorted(byName) })
  const withOwn = (name: string, { address, layout }: Content) => [
    ...views.filter(one => !sameName(one.name, name)),
    { id: newId(), name, address, layout },
  ]
  const shareAs = (name: string, content: Content) => {
    const stands = sharedByName(name)
    return stands
      ? changeShared.mutateAsync({ view: stands, change: { name, ...content } })
      : share.mutateAsync({ name, ...content })
  }
  const save = (name: string, isShared: boolean) =>
    attempt(() => (isShared ? shareAs(name, shown) : keepOwn(withOwn(name, shown))))
  const rename = async ({ view, ofCompany }: Named, name: string) => {
    const stored = shared.data?.find(({ id }) => ofCompany && id === view.id)
    const isDone = await attempt(() =>
      stored
        ? changeShared.mutateAsync({ view: stored, change: { name } })
        : keepOwn(views.map(one => (one.id === view.id ? { ...one, name } : one))),
    )
    if (isDone) setRenamed(undefined)
    return isDone
  }
  const moveToCompany = async (view: JobView) => {
    const { name, address, layout = null } = view
    const isDone = await attempt(async () => {
      await shareAs(name, { address: address || 'tab=all', layout })
      await keepOwn(views.filter(one => one !== view))
    }, `“${name}” could not be shared.`)
    if (isDone) notify.done(`“${name}” is shared with your company.`)
  }
  const removeOwn = async (view: JobView) => {
    if (await attempt(() => keepOwn(views.filter(one => one !== view))))
      notify.done('The view was deleted.', { label: 'Undo', run: () => void attempt(() => keepOwn(views)) })
  }
  const removeShared = async (view: SharedView) => {
    const failed = `“${view.name}” could not be deleted.`
    if (await attempt(() => deleteShared.mutateAsync(view), failed))
      notify.done('The view is no longer shared.', {
        label: 'Undo',
        run: () => void attempt(() => restore(view), `“${view.name}” could not be brought back.`),
      })
  }
  const copy = async (view: SharedView) => {
    if (await attempt(() => keepOwn(withOwn(view.name, view))))
      notify.done(`A copy of “${view.name}” is among your views.`)
  }
  const openButton = (view: JobView, title?: string) => (
    <button type="button" className="job-views__open" title={title} onClick={() => onOpen(view)}>
      {view.name}
    </button>
  )
  return (
    <>
      <div className="menu-panel__list">
        {builtInViews.map(one => (
          <div key={one.id} className="job-views__one">
            {openButton(one)}
          </div>
        ))}
        {!own && <p className="menu-panel__hint">Your views are still loading.</p>}
        {own?.length === 0 && (
          <p className="menu-panel__hint">Filter and sort the jobs, then save it here under a name.</p>
        )}
        {views.length > 0 && <h2 className="job-views__heading">Yours</h2>}
        {views.map(one => (
          <div key={one.id} className="job-views__one">
            {openButton(one)}
            {mayShare && (
              <IconButton
                label={`Share ${one.name} with the company`}
                icon={IconUsersGroup}
                onClick={() => void moveToCompany(one)}
              />
            )}
            <IconButton
              label={`Rename ${one.name}`}
              icon={IconPencil}
              onClick={() => setRenamed({ view: one, ofCompany: false })}
            />
            <IconButton
              label={`Delete ${one.name}`}
              icon={IconTrash}
              destructive
              onClick={() => void removeOwn(one)}
            />
          </div>
        ))}
        {shared.isError && <p className="menu-panel__hint">The shared views could not be loaded.</p>}
        {(shared.data?.length ?? 0) > 0 && <h2 className="job-views__heading">Shared with the company</h2>}
        {shared.data?.map(one => (
          <div key={one.id} className="job-views__one">
            {openButton(one, `Shared by ${one.maker.displayName}`)}
            {mayChange(one) ? (
              <>
                <IconButton
                  label={`Rename ${one.name}`}
                  icon={IconPencil}
                  onClick={() => setRenamed({ view: one, ofCompany: true })}
                />
                <IconButton
                  label={`Delete ${one.name}`}
                  icon={IconTrash}
                  destructive
                  onClick={() => void removeShared(one)}
                />
              </>
            ) : (
              <IconButton
                label={`Save a copy of ${one.name}`}
                icon={IconCopy}
                onClick={() => void copy(one)}
              />
            )}
          </div>
        ))}
      </div>
      <ViewNameForm
        key={renamed?.view.id ?? ''}
        renamed={renamed}
        isReady={own !== undefined}
        mayShare={mayShare}
        replaces={(name, isShared) =>
          isShared ? sharedByName(name) !== undefined : views.some(one => sameName(one.name, name))
        }
        onSave={save}
        onRename={rename}
      />
    </>
  )
}
