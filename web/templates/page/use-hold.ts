import { useEffect, useState } from 'react'

/** What decides, or begins something that does; the others move, scroll and leave. */
const DECIDING = new Set(['Enter', 'Delete', 'Backspace', 'c', 'f', 'm'])
const POINTED = ['click', 'dragstart', 'drop'] as const

const isDeciding = ({ key, ctrlKey, metaKey }: KeyboardEvent) =>
  ctrlKey || metaKey ? key.toLowerCase() === 'z' : DECIDING.has(key)

/** Dialogs, the menu and links stay free. */
function isOnScreen({ target }: Event): boolean {
  const element = target instanceof Element ? target : document.body
  return element === document.body || (element.closest('.screen') !== null && element.closest('a') === null)
}

/** As long as `isHeld`, nothing on the screen is decided by click, key or drag; gives whether anybody tried. */
export function useHold(isHeld: boolean): boolean {
  const [isTried, setIsTried] = useState(false)
  useEffect(() => {
    if (!isHeld) return undefined
    const stop = (event: Event) => {
      if (!isOnScreen(event)) return
      event.preventDefault()
      event.stopPropagation()
      setIsTried(true)
    }
    const press = (event: KeyboardEvent) => isDeciding(event) && stop(event)
    for (const kind of POINTED) document.addEventListener(kind, stop, true)
    document.addEventListener('keydown', press, true)
    return () => {
      for (const kind of POINTED) document.removeEventListener(kind, stop, true)
      document.removeEventListener('keydown', press, true)
      setIsTried(false)
    }
  }, [isHeld])
  return isTried
}
