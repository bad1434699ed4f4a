import { Button, TextInput } from '@mantine/core'
import { IconBookmark, IconPencil, IconTrash } from '#web/ui/icons.ts'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import type { JobView, TableLayout } from '#contract/preferences.ts'
import { newId } from '#web/lib/new-id.ts'
import { useKeepPreferences, usePreferences } from '#web/lib/preferences.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { MenuButton } from '#web/ui/MenuButton.tsx'
import { notify } from '#web/ui/notice/notify.ts'
import { dashboardAddress, type DashboardPage, dashboardPage, namesJobs } from './dashboard-search.ts'

const sameName = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

type Props = { view: DashboardPage; keepColumns: (layout: TableLayout) => void }

/** The person's saved views: filters, search, order and columns under a name. */
export function JobViews({ view, keepColumns }: Props) {
  const router = useRouter()
  const navigate = useNavigate()
  const { jobViews: kept, jobTable } = usePreferences() ?? {}
  const views = kept ?? []
  const keep = useKeepPreferences()
  const [name, setName] = useState('')
  const [renamed, setRenamed] = useState<JobView>()

  const save = async (next: JobView[], { undo, named }: { undo?: JobView[]; named?: boolean } = {}) => {
    try {
      await keep.mutateAsync({ jobViews: next })
      if (named) {
        setName('')
        setRenamed(undefined)
      }
      if (undo) notify.done('The view was deleted.', { label: 'Undo', run: () => void save(undo) })
    } catch (error) {
      notify.failedBecause('The views could not be saved.', error, {
        label: 'Try again',
        run: () => void save(next, { ...(undo && { undo }), ...(named && { named }) }),
      })
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const wanted = name.trim()
    if (!wanted) return
    const address = router.options.stringifySearch(dashboardAddress({ ...view, page: 1 })).replace(/^\?/, '')
    const next = renamed
      ? views.map(one => (one.id === renamed.id ? { ...one, name: wanted } : one))
      : [
          ...views.filter(one => !sameName(one.name, wanted)),
          { id: newId(), name: wanted, address, layout: jobTable ?? null },
        ]
    void save(
      next.toSorted((one, other) => one.name.localeCompare(other.name)),
      { named: true },
    )
  }
  const open = ({ address, layout }: JobView) => {
    if (layout) keepColumns(layout)
    const saved = dashboardPage(router.options.parseSearch(`?${address}`))
    // What was saved without a tab is of all jobs.
    const search = dashboardAddress(namesJobs(saved) ? saved : { ...saved, tab: 'all' })
    void navigate({ to: '/webapp', search })
  }

  return (
    <MenuButton label="Views" icon={<IconBookmark size={18} aria-hidden />} title="Saved views">
      {close => (
        <>
          <div className="menu-panel__list">
            {!kept && <p className="menu-panel__hint">Your views are still loading.</p>}
            {kept?.length === 0 && (
              <p className="menu-panel__hint">Filter and sort the jobs, then save it here under a name.</p>
            )}
            {views.map(one => (
              <div key={one.id} className="job-views__one">
                <button
                  type="button"
                  className="job-views__open"
                  onClick={() => {
                    open(one)
                    close()
                  }}
                >
                  {one.name}
                </button>
                <IconButton
                  label={`Rename ${one.name}`}
                  icon={IconPencil}
                  onClick={() => {
                    setRenamed(one)
                    setName(one.name)
                  }}
                />
                <IconButton
                  label={`Delete ${one.name}`}
                  icon={IconTrash}
                  destructive
                  onClick={() =>
                    void save(
                      views.filter(other => other !== one),
                      { undo: views },
                    )
                  }
                />
              </div>
            ))}
          </div>
          <form className="job-views__save" onSubmit={submit}>
            <TextInput
              label={renamed ? `New name of “${renamed.name}”` : 'Save this view as'}
              autoComplete="off"
              maxLength={80}
              value={name}
              onChange={event => setName(event.currentTarget.value)}
            />
            <Button type="submit" variant="default" disabled={!kept || name.trim() === ''}>
              {renamed ? 'Rename' : views.some(one => sameName(one.name, name.trim())) ? 'Replace' : 'Save'}
            </Button>
          </form>
        </>
      )}
    </MenuButton>
  )
}
