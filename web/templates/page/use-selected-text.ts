import { type RefObject, useEffect, useState } from 'react'
import { type Selected, selectedText } from './selected-text.ts'

/** A selection, and where the button that belongs to it stands: below its end, within what is around the page. */
export type Shown = Selected & { left: number; top: number }

/** So long nothing has changed before a selection counts, in milliseconds: it grows while the mouse is drawn. */
const SETTLED = 120

/** What a person has selected on the page, by mouse, finger or keys. */
export function useSelectedText(root: RefObject<HTMLElement | null>): Shown | undefined {
  const [shown, setShown] = useState<Shown>()
  useEffect(() => {
    let waiting: ReturnType<typeof setTimeout> | undefined
    const read = () => {
      const sheet = root.current?.querySelector('.page-editor__page')
      const now = sheet ? selectedText(sheet) : undefined
      setShown(sheet && now ? { ...now, ...belowSelection(sheet) } : undefined)
    }
    const changed = () => {
      clearTimeout(waiting)
      waiting = setTimeout(read, SETTLED)
    }
    document.addEventListener('selectionchange', changed)
    return () => {
      clearTimeout(waiting)
      document.removeEventListener('selectionchange', changed)
    }
  }, [root])
  return shown
}

function belowSelection(sheet: Element): { left: number; top: number } {
  const around = sheet.getBoundingClientRect()
  const { left, bottom } = document.getSelection()?.getRangeAt(0).getBoundingClientRect() ?? around
  return { left: left - around.left, top: bottom - around.top }
}
