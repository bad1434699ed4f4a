import { useLayoutEffect, useRef, useState } from 'react'

const open: symbol[] = []
const listeners = new Set<() => void>()
const tell = () => {
  for (const listener of listeners) listener()
}

/**
 * Whether the dialog that calls it is the one in front, asked at the time. One that stands beside the page is behind
 * none and before none.
 */
export function useTopmost({
  staysBeside = () => false,
}: {
  staysBeside?: () => boolean
} = {}): () => boolean {
  const [self] = useState(() => Symbol('dialog'))
  const beside = useRef(staysBeside)
  useLayoutEffect(() => {
    if (beside.current()) return undefined
    open.push(self)
    tell()
    return () => {
      // Not before the key that closed this one has been heard by those behind it.
      setTimeout(() => {
        open.splice(open.indexOf(self), 1)
        tell()
      })
    }
  }, [self])
  return () => (beside.current() ? open.length === 0 : open.at(-1) === self)
}

export const isAnyDialogOpen = () => open.length > 0

export function subscribeToDialogs(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Whether it is a dialog that a step in the browser's history closes: then nobody leaves the page. */
export const isBackToDialog = (action: string): boolean =>
  isAnyDialogOpen() && action !== 'PUSH' && action !== 'REPLACE'
