import { useLayoutEffect, useState } from 'react'

const open: symbol[] = []
const listeners = new Set<() => void>()
const tell = () => {
  for (const listener of listeners) listener()
}

/** Whether the dialog that calls it is the one in front, asked at the time. */
export function useTopmost(): () => boolean {
  const [self] = useState(() => Symbol('dialog'))
  useLayoutEffect(() => {
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
  return () => open.at(-1) === self
}

export const isAnyDialogOpen = () => open.length > 0

export function subscribeToDialogs(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
