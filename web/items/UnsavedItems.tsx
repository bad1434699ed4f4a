import { Button } from '@mantine/core'
import { useState } from 'react'
import { nameOr } from '#web/lib/format.ts'
import { Banner } from '#web/ui/page/states.tsx'
import type { ItemQueue, QueuedItem, QueueState } from './item-queue.ts'
import { QueuedItemDialog } from './QueuedItemDialog.tsx'
import { itemLine } from './queue-words.ts'
import './items.css'

/** The items that were entered and could not be saved yet, with the reason and the ways on. */
export function UnsavedItems({ queue, state }: { queue: ItemQueue; state: QueueState }) {
  const [edited, setEdited] = useState<QueuedItem>()
  const { items, failure, isSaving } = state
  const [first] = items
  return (
    <>
      {first && failure !== '' && (
        <section className="unsaved-items" aria-label="Items not saved yet">
          <Banner tone="failed">
            “{nameOr(first.values.name)}” is not saved yet. {failure}
            {items.length > 1 && ' The items below it are waiting, so that they stay in order.'}
          </Banner>
          <ol className="unsaved-items__list">
            {items.map(item => (
              <li key={item.id} className="unsaved-items__one">
                <span className="unsaved-items__text">{itemLine(item.values)}</span>
                {item === first && (
                  <Button size="compact-sm" variant="default" loading={isSaving} onClick={queue.retry}>
                    Try again
                  </Button>
                )}
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={`Edit ${nameOr(item.values.name)}`}
                  disabled={isSaving && item === first}
                  onClick={() => setEdited(item)}
                >
                  Edit
                </Button>
              </li>
            ))}
          </ol>
        </section>
      )}
      {edited && <QueuedItemDialog queue={queue} item={edited} onClose={() => setEdited(undefined)} />}
    </>
  )
}
