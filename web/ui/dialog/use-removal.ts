import { useCallback, useEffect, useRef } from 'react'
import { askMessage } from './message-box-store.ts'
import { isProblem } from '#web/lib/problem.ts'
import { notify } from '#web/ui/notice/notify.ts'

type Removal<Row> = {
  /** What the person calls it: it stands in the question and in the notices. */
  name: (row: Row) => string
  /** What deleting it means, asked first; absent for what is deleted at once. */
  question?: string
  remove: (row: Row) => Promise<unknown>
  /** Brings it back, and answers what is there then; absent where there is no way back: then there is no Undo. */
  restore?: (row: Row) => Promise<Row>
  /** What fails can be tried again from its notice. Not for a call that names the record's version. */
  mayTryAgain?: boolean
  /** The id of the record that it belongs to: the notices’ buttons go when the person leaves that. */
  of?: string
}

/** The records that are being deleted: each is deleted once, however often that is asked for. */
const underWay = new Set<string>()

/** Deletes a record after asking, and offers Undo. The answer is the same function each time. */
export function useRemoval<Row extends { id: string }>(removal: Removal<Row>): (row: Row) => Promise<void> {
  const latest = useRef(removal)
  useEffect(() => {
    latest.current = removal
  })
  return useCallback(async row => {
    const { name, question, mayTryAgain, of } = latest.current
    const title = name(row)
    const action = (label: string, run: () => Promise<void>) => ({
      label,
      run: () => void run(),
      ...(of !== undefined && { of }),
    })
    const failed = (done: string, error: unknown, again: () => Promise<void>) =>
      notify.failedBecause(
        `${title} could not be ${done}.`,
        error,
        mayTryAgain ? action('Try again', again) : undefined,
        row.id,
      )
    const restore = async () => {
      try {
        const restored = await latest.current.restore?.(row)
        notify.done(`${restored === undefined ? title : name(restored)} was restored.`, undefined, row.id)
      } catch (error) {
        failed('restored', error, restore)
      }
    }
    const remove = async () => {
      try {
        await latest.current.remove(row)
        if (latest.current.restore) notify.done(`${title} was deleted.`, action('Undo', restore), row.id)
      } catch (error) {
        // It is what was wanted, and whoever deleted it may have offered the way back.
        if (isProblem(error, 'not_found'))
          notify.done(`${title} had already been deleted.`, undefined, row.id)
        else failed('deleted', error, removeOnce)
      }
    }
    const removeOnce = async () => {
      if (underWay.has(row.id)) return
      underWay.add(row.id)
      try {
        await remove()
      } finally {
        underWay.delete(row.id)
      }
    }
    const isMeant =
      question === undefined ||
      (await askMessage({
        title: `Do you want to delete '${title}'?`,
        description: question,
        destructive: true,
      }))
    if (isMeant) await removeOnce()
  }, [])
}
