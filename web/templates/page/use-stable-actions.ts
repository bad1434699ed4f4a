import { useEffect, useMemo, useRef } from 'react'
import type { PlaceActions } from './place-list.ts'

/** The same functions each time: a line of the list is drawn anew only where its place changes. */
export function useStableActions(actions: PlaceActions): PlaceActions {
  const latest = useRef(actions)
  useEffect(() => {
    latest.current = actions
  })
  return useMemo(
    () => ({
      go: key => latest.current.go(key),
      use: (key, choice) => latest.current.use(key, choice),
      dismiss: key => latest.current.dismiss(key),
      change: key => latest.current.change(key),
      format: key => latest.current.format(key),
      answer: (key, answer) => latest.current.answer(key, answer),
      dismissAll: key => latest.current.dismissAll(key),
      makeConditional: key => latest.current.makeConditional(key),
      move: key => latest.current.move(key),
    }),
    [],
  )
}
