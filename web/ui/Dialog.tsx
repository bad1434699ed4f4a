import { Modal } from '@mantine/core'
import { type FormEvent, type ReactNode, useLayoutEffect, useRef } from 'react'

type DialogProps = {
  title: string
  onClose: () => void
  children: ReactNode
  /** The buttons, the main one last. */
  footer?: ReactNode
  /** sm 440, md 640, lg 860 pixels; the whole screen on a phone. */
  size?: 'sm' | 'md' | 'lg'
  /** Makes the dialog a form: Enter in a field submits it. */
  onSubmit?: () => void
}

const widths = { sm: 440, md: 640, lg: 860 }

/** Mount it to open, unmount it to close: the focus goes in, stays in, and returns to where it was. */
export function Dialog({ title, onClose, children, footer, size = 'md', onSubmit }: DialogProps) {
  useFocusReturn()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // A dialog opened from a form is a React child of it: its submit must not reach the outer form.
    event.stopPropagation()
    onSubmit?.()
  }
  const content = (
    <>
      <div className="dialog__body">{children}</div>
      {footer && <div className="dialog__footer">{footer}</div>}
    </>
  )
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size={widths[size]}
      classNames={{
        content: 'dialog',
        header: 'dialog__header',
        title: 'dialog__title',
        body: 'dialog__frame',
      }}
      closeButtonProps={{ 'aria-label': 'Close' }}
      overlayProps={{ backgroundOpacity: 0.4 }}
      transitionProps={{ transition: 'fade', duration: 120 }}
      returnFocus={false}
      centered={size === 'sm'}
      yOffset="8vh"
    >
      {onSubmit ? (
        <form className="dialog__form" noValidate onSubmit={submit}>
          {content}
        </form>
      ) : (
        content
      )}
    </Modal>
  )
}

// The kit gives the focus back only when a dialog is told to close, not when it is unmounted.
function useFocusReturn() {
  const opener = useRef<Element | null>(null)
  useLayoutEffect(() => {
    opener.current ??= document.activeElement
    return () => {
      const before = opener.current
      setTimeout(() => {
        if (before instanceof HTMLElement && before.isConnected && document.activeElement === document.body) {
          before.focus()
        }
      })
    }
  }, [])
}
