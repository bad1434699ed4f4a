import { useCallback, useRef } from 'react'

/** Runs what changes one record one after another, so that each builds on the version that the last one left. */
export type InTurn = <Reply>(act: () => Promise<Reply>) => Promise<Reply>

export function useInTurn(): InTurn {
  const last = useRef<Promise<unknown>>(undefined)
  return useCallback(act => {
    const turn = last.current ? last.current.then(act, act) : act()
    last.current = turn
    const end = () => {
      if (last.current === turn) last.current = undefined
    }
    turn.then(end, end)
    return turn
  }, [])
}
