import { Modal } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { ReactNode } from 'react'

export type FrameProps = {
  title: string
  size: 'sm' | 'md' | 'lg'
  /** Whether no other dialog stands before it, asked at the time. */
  isTopmost: () => boolean
  onClose: () => void
  /** Only of a frame that tells Escape from the cross. */
  onEscape: () => unknown
  children: ReactNode
}

const widths = { sm: 440, md: 640, lg: 860 }

/** A window over the page. */
export function ModalFrame({ title, size, isTopmost, onClose, children }: FrameProps) {
  const isPhone = useMediaQuery('(max-width: 640px)', false, { getInitialValueInEffect: false })
  return (
    <Modal.Root
      opened
      // Escape, and a click beside it, reach every open dialog; only the one in front may take it.
      onClose={() => {
        if (isTopmost()) onClose()
      }}
      size={widths[size]}
      transitionProps={{ transition: 'fade', duration: 120 }}
      returnFocus={false}
      centered={size === 'sm'}
      fullScreen={isPhone && size === 'lg'}
      yOffset="8vh"
      classNames={{ content: 'dialog', title: 'dialog__title' }}
    >
      <Modal.Overlay backgroundOpacity={0.4} />
      <Modal.Content>
        {/* The kit's own header would be a second banner of the page. */}
        <div className="dialog__header">
          <Modal.Title>{title}</Modal.Title>
          <Modal.CloseButton aria-label="Close" />
        </div>
        {children}
      </Modal.Content>
    </Modal.Root>
  )
}
