import { Button } from '@mantine/core'
import { type ReactNode, useRef, useState } from 'react'
import { CancelButton, Dialog, type DialogProps } from './Dialog.tsx'
import { type Failure, useFailure } from '#web/ui/form/failure.ts'
import { notify } from '#web/ui/notice/notify.ts'
import { Banner } from '#web/ui/page/states.tsx'

type Props = Pick<
  DialogProps,
  'title' | 'size' | 'onClose' | 'children' | 'frame' | 'ownsBack' | 'mayEscape'
> & {
  /**
   * Enter in a field and the main button run it, one at a time. What it throws is shown above the form, and
   * what was typed stays. It may return nothing: then there is nothing to wait for. Whoever closes the dialog
   * before the server has answered is somewhere else by then: `hasLeft` says so, and nothing shall open or close.
   */
  onSubmit: (hasLeft: () => boolean) => Promise<unknown> | void
  /** It holds what was typed and is not saved: closing it otherwise than by saving asks first. */
  isUnsaved: boolean
  /** What the main button says; null for a form that may only be read. */
  submit?: string | null
  /** The sentence for what `onSubmit` threw; its message by default. */
  explain?: (error: unknown) => string
  /** The caller's own, where something other than submitting can fail too. */
  failure?: Failure
  /** Something other than submitting is under way, and the main button waits for it. */
  isBusy?: boolean
  isDisabled?: boolean
  /** The main button has the focus, for a dialog without fields. */
  hasSubmitFocus?: boolean
  /** Says what the main button does, beyond its name. */
  submitHint?: string
  /** What stands before the main button; Cancel by default. */
  otherButtons?: ReactNode
}

/** A dialog that is filled in and sent: what failed, the fields, Cancel and the main button. */
export function FormDialog({
  children,
  onSubmit,
  onClose,
  submit = 'Save',
  explain,
  failure: given,
  isBusy = false,
  isDisabled = false,
  hasSubmitFocus = false,
  submitHint,
  otherButtons = <CancelButton>{submit === null ? 'Close' : 'Cancel'}</CancelButton>,
  ...dialog
}: Props) {
  const own = useFailure(explain)
  const { failure, setFailure, showFailure } = given ?? own
  const [isSubmitting, setIsSubmitting] = useState(false)
  const isUnderWay = useRef(false)
  const hasLeft = useRef(false)
  const send = async () => {
    if (isUnderWay.current) return
    setFailure('')
    const work = onSubmit(() => hasLeft.current)
    if (!work) return
    isUnderWay.current = true
    setIsSubmitting(true)
    try {
      await work
      notify.settled(dialog.title)
      if (hasLeft.current) notify.done(`${dialog.title}: saved after you closed it.`)
    } catch (error) {
      if (hasLeft.current) notify.failedBecause(`${dialog.title}: not saved.`, error, undefined, dialog.title)
      else showFailure(error)
    }
    isUnderWay.current = false
    setIsSubmitting(false)
  }
  return (
    <Dialog
      {...dialog}
      onClose={() => {
        hasLeft.current = isUnderWay.current
        onClose()
      }}
      isSaving={isSubmitting}
      onSubmit={() => void send()}
      footer={
        <>
          {otherButtons}
          {submit !== null && (
            <Button
              type="submit"
              title={submitHint}
              loading={isSubmitting || isBusy}
              disabled={isDisabled}
              data-autofocus={hasSubmitFocus || undefined}
            >
              {submit}
            </Button>
          )}
        </>
      }
    >
      {failure && <Banner tone="failed">{failure}</Banner>}
      {children}
    </Dialog>
  )
}
