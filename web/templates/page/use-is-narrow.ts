import { type RefObject, useEffect, useState } from 'react'

/** As page-editor.css has it: from here on the list stands beside the page. */
const BESIDE = 820

/** Whether there is no room for a list beside the page. */
export function useIsNarrow(root: RefObject<HTMLElement | null>): boolean {
  const [isNarrow, setIsNarrow] = useState(false)
  useEffect(() => {
    const element = root.current
    if (!element) return undefined
    const observer = new ResizeObserver(() => {
      const width = element.clientWidth
      setIsNarrow(width > 0 && width < BESIDE)
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [root])
  return isNarrow
}
