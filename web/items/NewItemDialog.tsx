import { Button } from '@mantine/core'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useForm } from 'react-hook-form'
import { momentText } from '#web/lib/format.ts'
import { newId } from '#web/lib/new-id.ts'
import { CancelButton } from '#web/ui/dialog/Dialog.tsx'
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx'
import { Banner } from '#web/ui/page/states.tsx'
import { isEmpty, itemValues, type ItemValues } from './form.ts'
import type { ItemQueue, QueueState } from './item-queue.ts'
import { ItemFields } from './ItemFields.tsx'
import { entryText } from './queue-words.ts'
import { type TypedItem, useKeptTyping } from './typed-item.ts'
import { UnsavedItems } from './UnsavedItems.tsx'

type Props = {
  queue: ItemQueue
  state: QueueState
  typed: TypedItem
  /** The unit that a new item begins with. */
  weightUnit: number | null
  onClose: () => void
  onAdded: (id: string) => void
}

const blank = (weightUnit: number | null): ItemValues => ({ ...itemValues(null), weightUnit })

/**
 * Enters items one after the other. Enter empties this same form at once and the item is saved behind it, so
 * that whoever types on never waits for the server, and no key gets lost.
 */
export function NewItemDialog({ queue, state, typed, weightUnit, onClose, onAdded }: Props) {
  const form = useForm<ItemValues>({ defaultValues: blank(weightUnit) })
  useKeptTyping(typed, form)
  const fields = useRef<HTMLDivElement>(null)
  const [entry, setEntry] = useState(0)
  const [savedBefore] = useState(state.saved)
  const [restoredAt, setRestoredAt] = useState(typed.kept?.at)

  const close = () => {
    typed.forget()
    onClose()
  }
  const enter = (wantsNext: boolean) =>
    form.handleSubmit(values => {
      // An untouched form ends the entering.
      if (isEmpty(values)) return close()
      const id = newId()
      queue.add({ id, values })
      onAdded(id)
      if (!wantsNext) return close()
      typed.forget()
      // The next key belongs to the next item: it must find the focus in Name (setFocus would wait), and the
      // form empty.
      fields.current?.querySelector<HTMLInputElement>('[name="name"]')?.focus()
      flushSync(() => {
        form.reset(blank(values.weightUnit))
        setEntry(before => before + 1)
        setRestoredAt(undefined)
      })
    })()

  return (
    <FormDialog
      title="Item"
      onClose={close}
      // It never waits: the next item is typed while this one is saved.
      onSubmit={() => void enter(true)}
      isUnsaved={form.formState.isDirty}
      submit="Save and next"
      submitHint="Save and enter the next (Enter)"
      otherButtons={
        <>
          <p className="item-entry__status" role="status">
            {entryText(state, state.saved - savedBefore)}
          </p>
          <CancelButton />
          <Button variant="default" onClick={() => void enter(false)}>
            Save
          </Button>
        </>
      }
    >
      {restoredAt && (
        <Banner tone="warning">What you started typing on {momentText(restoredAt)} was kept.</Banner>
      )}
      <ItemFields ref={fields} control={form.control} entry={entry} />
      <UnsavedItems queue={queue} state={state} />
    </FormDialog>
  )
}
