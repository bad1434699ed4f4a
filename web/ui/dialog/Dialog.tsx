import { Button } from '@mantine/core'
import { type ComponentType, type FormEvent, type ReactNode, useLayoutEffect, useRef } from 'react'
import { isBlockedByUnparsed } from '#web/ui/entry/unread.ts'
import { onceTaken } from '#web/ui/form/once-taken.ts'
import { useDialogSaveKey } from '#web/ui/form/save-key.ts'
import { DialogCloseProvider, useDialogClose, useDialogHistory, useMayClose } from './dialog-closing.ts'
import { type FrameProps, ModalFrame } from './ModalFrame.tsx'
import { useTopmost } from './open-dialogs.ts'

export type DialogProps = {
  title: string
  onClose: () => void
  children: ReactNode
  /** The buttons, the main one last. */
  footer?: ReactNode
  /** sm 440, md 640, lg 860 pixels; the whole screen on a phone. */
  size?: 'sm' | 'md' | 'lg'
  /** What stands around it, where that is not a window over the page. */
  frame?: ComponentType<FrameProps> & { staysBeside?: () => boolean }
  /** Back in the browser closes it also where nothing else is left to go back to. */
  ownsBack?: boolean
  /** Escape, which a finger may find by chance, asks first. */
  mayEscape?: () => boolean | Promise<boolean>
} & (Form | { onSubmit?: undefined; isUnsaved?: undefined; isSaving?: undefined })

type Form = {
  /** Makes the dialog a form: Enter in a field submits it. */
  onSubmit: () => void
  /** It holds what was typed and is not saved: closing it otherwise than by saving asks first. */
  isUnsaved: boolean
  /** What was typed is on its way to the server: until that has answered it is neither saved nor to be discarded. */
  isSaving?: boolean
}

/** Mount it to open, unmount it to close: the focus goes in, stays in, and returns to where it was. */
export function Dialog({
  title,
  onClose,
  children,
  footer,
  size = 'md',
  frame: Frame = ModalFrame,
  ownsBack = false,
  mayEscape = () => true,
  onSubmit,
  isUnsaved = false,
  isSaving = false,
}: DialogProps) {
  useFocusReturn()
  const staysBeside = () => Frame.staysBeside?.() ?? false
  const isTopmost = useTopmost({ staysBeside })
  const form = useRef<HTMLFormElement>(null)
  const latest = useRef(onSubmit)
  useLayoutEffect(() => {
    latest.current = onSubmit
  })
  const { mayClose, status } = useMayClose({ isUnsaved, isSaving })
  useDialogHistory({ isGuarded: isUnsaved || isSaving, ownsBack, mayClose, onClose, isTopmost, staysBeside })
  const close = async () => {
    const may = mayClose()
    // What needs no answer closes at once.
    if (may === true || (await may)) onClose()
  }
  const pressMainButton = () => {
    const button = form.current?.querySelector<HTMLButtonElement>('button[type=submit]:not(:disabled)')
    if (button) form.current?.requestSubmit(button)
  }
  useDialogSaveKey(pressMainButton, { isTopmost, isUnsaved })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    // A dialog opened from a form is a React child of it: its submit must not reach the outer form.
    event.stopPropagation()
    if (!isBlockedByUnparsed(event.currentTarget)) onceTaken(event.currentTarget, () => latest.current?.())
  }
  const content = (
    <DialogCloseProvider value={() => void close()}>
      <div className="dialog__body">{children}</div>
      {footer && (
        <div className="dialog__footer">
          {onSubmit && (
            <p className="dialog__status" role="status">
              {status}
            </p>
          )}
          {footer}
        </div>
      )}
    </DialogCloseProvider>
  )
  return (
    <Frame
      {...{ title, size, isTopmost }}
      onClose={() => void close()}
      onEscape={async () => {
        if (await mayEscape()) await close()
      }}
    >
      {onSubmit ? (
        <form ref={form} noValidate onSubmit={submit}>
          {content}
        </form>
      ) : (
        content
      )}
    </Frame>
  )
}

/** Leaves the dialog that it stands in; what is typed and not saved is asked about first. */
export function CancelButton({ children = 'Cancel' }: { children?: ReactNode }) {
  const close = useDialogClose()
  return (
    <Button variant="default" onClick={close}>
      {children}
    </Button>
  )
}

/** What had the focus before the dialogs that have just gone: one that takes their place gives it back there. */
let leftBehind: Element[] = []

// The kit gives the focus back only when a dialog is told to close, not when it is unmounted.
function useFocusReturn() {
  const opener = useRef<Element | null>(null)
  useLayoutEffect(() => {
    if (opener.current === null) {
      const { activeElement, body } = document
      opener.current = activeElement === body ? (remaining(leftBehind) ?? body) : activeElement
    }
    leftBehind = []
    return () => {
      if (opener.current) leftBehind.push(opener.current)
      const gone = leftBehind
      setTimeout(() => {
        if (leftBehind !== gone) return
        leftBehind = []
        if (document.activeElement !== document.body) return
        const opener = remaining(gone)
        if (opener) opener.focus()
        // What opened them went with its screen: people go on in the one that took its place.
        else if (gone.some(one => one !== document.body))
          document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
      })
    }
  }, [])
}

/** Dialogs that close together were opened from one another: what is still there is what opened the first of them. */
function remaining(openers: readonly Element[]): HTMLElement | undefined {
  return openers
    .filter(opener => opener instanceof HTMLElement)
    .find(opener => opener.isConnected && opener !== document.body)
}
