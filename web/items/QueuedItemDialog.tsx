import { Button } from '@mantine/core'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { nameOr } from '#web/lib/format.ts'
import { CancelButton } from '#web/ui/dialog/Dialog.tsx'
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx'
import { askMessage } from '#web/ui/dialog/message-box-store.ts'
import type { ItemValues } from './form.ts'
import type { ItemQueue, QueuedItem } from './item-queue.ts'
import { ItemFields } from './ItemFields.tsx'

type Props = { queue: ItemQueue; item: QueuedItem; onClose: () => void }

/** Edits an item that could not be saved yet; it keeps its place among those that wait. */
export function QueuedItemDialog({ queue, item, onClose }: Props) {
  const form = useForm<ItemValues>({ defaultValues: item.values })
  useEffect(() => queue.hold(item.id), [queue, item.id])

  const submit = form.handleSubmit(values => {
    queue.replace({ id: item.id, values })
    onClose()
  })
  const askAndDrop = async () => {
    const isMeant = await askMessage({
      title: `Discard '${nameOr(item.values.name)}'?`,
      description: 'It was not saved and will be lost.',
      ok: 'Discard',
      cancel: 'Keep it',
      destructive: true,
      isCancelFirst: true,
    })
    if (!isMeant) return
    queue.drop(item.id)
    onClose()
  }
  return (
    <FormDialog
      title="Item not saved yet"
      onClose={onClose}
      onSubmit={() => submit()}
      isUnsaved={form.formState.isDirty}
      otherButtons={
        <>
          <Button
            className="quiet-button item-entry__status"
            variant="subtle"
            color="gray"
            onClick={() => void askAndDrop()}
          >
            Discard item
          </Button>
          <CancelButton />
        </>
      }
    >
      <ItemFields control={form.control} />
    </FormDialog>
  )
}
