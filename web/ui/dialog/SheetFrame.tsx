import { Drawer } from '@mantine/core'
import '@mantine/core/styles/Drawer.layer.css'
import { useMediaQuery } from '@mantine/hooks'
import { type KeyboardEvent, useCallback } from 'react'
import type { FrameProps } from './ModalFrame.tsx'
import './sheet-frame.css'

// A narrower window would leave the page beside it a strip.
const COVERS = '(max-width: 1023px)'

/**
 * A sheet at the right edge, beside which the page goes on: it is read, scrolled and written in meanwhile. Where there
 * is no room for both, it covers the page.
 */
export function SheetFrame({ title, onClose, onEscape, children }: FrameProps) {
  const covers = useMediaQuery(COVERS, false, { getInitialValueInEffect: false })
  const arrived = useCallback(
    (sheet: HTMLElement | null) => {
      // The kit says of all of its dialogs that nothing beside them can be reached.
      sheet?.setAttribute('aria-modal', String(covers))
      // After it was noted what had the focus before.
      setTimeout(() => {
        if (sheet && !sheet.contains(document.activeElement))
          sheet.querySelector<HTMLElement>('[data-autofocus]')?.focus()
      })
    },
    [covers],
  )
  const onKeyDown = (event: KeyboardEvent) => {
    // The first Escape is that of an open list, calendar or message.
    const isTaken = (event.target as Element).getAttribute('data-mantine-stop-propagation') === 'true'
    if (event.key === 'Escape' && !event.nativeEvent.isComposing && !isTaken) onEscape()
  }
  return (
    <Drawer.Root
      opened
      onClose={onClose}
      onKeyDown={onKeyDown}
      position="right"
      size="var(--sheet-width)"
      transitionProps={{ duration: 120 }}
      trapFocus={covers}
      lockScroll={covers}
      closeOnEscape={false}
      closeOnClickOutside={false}
      returnFocus={false}
      classNames={{
        inner: covers ? 'sheet sheet--covers' : 'sheet',
        content: 'dialog sheet__content',
        title: 'dialog__title',
      }}
    >
      <Drawer.Content ref={arrived}>
        <div className="dialog__header">
          <Drawer.Title>{title}</Drawer.Title>
          <Drawer.CloseButton aria-label="Close" />
        </div>
        {children}
      </Drawer.Content>
    </Drawer.Root>
  )
}

SheetFrame.staysBeside = () => !window.matchMedia(COVERS).matches
