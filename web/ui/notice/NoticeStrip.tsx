import { useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { isAnyDialogOpen, subscribeToDialogs } from '#web/ui/dialog/open-dialogs.ts'
import { noticePlaces } from './NoticePlace.tsx'
import { Notices } from './Notices.tsx'
import './notices.css'
import { TaskPanel } from './TaskPanel.tsx'

/**
 * The one place for what the application has to tell: notices with their Undo, and how far long work is. It takes room
 * of its own at the bottom of the screen and covers nothing; while a dialog is open it is above that.
 */
export function NoticeStrip() {
  const place = useSyncExternalStore(noticePlaces.subscribe, noticePlaces.read)
  const isDialogOpen = useSyncExternalStore(subscribeToDialogs, isAnyDialogOpen)
  const strip = useRef<HTMLDivElement>(null)
  const stands = place !== null && !isDialogOpen
  useLayoutEffect(() => {
    const element = strip.current
    if (!element || !stands) return
    const observer = new ResizeObserver(() => {
      document.documentElement.style.setProperty('--notices-height', `${element.offsetHeight}px`)
      // What is being filled in stays in sight.
      const { activeElement } = document
      if (element.offsetHeight > 0 && activeElement?.matches('main input, main textarea, main select'))
        activeElement.scrollIntoView({ block: 'nearest' })
    })
    observer.observe(element)
    return () => {
      observer.disconnect()
      document.documentElement.style.removeProperty('--notices-height')
    }
  }, [stands, place])
  const content = (
    <div ref={strip} className={stands ? 'notice-strip' : 'notice-strip notice-strip--over'}>
      <TaskPanel />
      <Notices />
    </div>
  )
  return stands ? createPortal(content, place) : content
}
