import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '#web/lib/problem.ts'
import { Dialog } from './Dialog.tsx'
import { useFailure } from '#web/ui/form/failure.ts'
import './restore-dialog.css'
import { Banner, EmptyState, FailedState, FormSkeleton } from '#web/ui/page/states.tsx'

export type Restorable = {
  id: string
  name: string
  /** When it went, by whom, how large it is. */
  detail: string
}

type Props = {
  title: string
  /** What stands here when there is nothing to bring back. */
  empty: string
  load: () => Promise<readonly Restorable[]>
  onRestore: (id: string) => Promise<unknown>
  onDownload?: (id: string) => void
  onClose: () => void
}

/** What was taken away or replaced in the last 30 days, each with the way back. */
export function RestoreDialog({ title, empty, load, onRestore, onDownload, onClose }: Props) {
  // Asked for anew each time: what stands here changes by what others do, and is looked at rarely.
  const { data, error, refetch } = useQuery({ queryKey: ['restorable', title], queryFn: load, gcTime: 0 })
  const { failure, setFailure } = useFailure()
  const [busyId, setBusyId] = useState<string>()

  const restore = async ({ id, name }: Restorable) => {
    setBusyId(id)
    setFailure('')
    try {
      await onRestore(id)
      onClose()
    } catch (problem) {
      setFailure(`${name} could not be restored. ${messageOf(problem)}`)
      await refetch()
    }
    setBusyId(undefined)
  }
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
      }
    >
      {failure && <Banner tone="failed">{failure}</Banner>}
      {error && !data && (
        <FailedState title="The list could not be loaded." error={error} onRetry={() => void refetch()} />
      )}
      {!data && !error && <FormSkeleton fields={2} />}
      {data?.length === 0 && <EmptyState title={empty} hint="What is deleted stays here for 30 days." />}
      {data && data.length > 0 && (
        <ul className="restorables" aria-label={title}>
          {data.map(one => (
            <li key={one.id} className="restorables__row">
              <span className="restorables__text">
                <span className="restorables__name">{one.name}</span>
                <span className="restorables__detail">{one.detail}</span>
              </span>
              {onDownload && (
                <Button
                  size="compact-sm"
                  variant="subtle"
                  aria-label={`Download ${one.name}`}
                  onClick={() => onDownload(one.id)}
                >
                  Download
                </Button>
              )}
              <Button
                size="compact-sm"
                variant="default"
                aria-label={`Restore ${one.name}`}
                loading={busyId === one.id}
                onClick={() => void restore(one)}
              >
                Restore
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}
