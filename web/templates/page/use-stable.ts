import { useEffect, useRef, useState } from 'react'

type Run = (...given: never[]) => unknown

/** The same functions for as long as the part is shown, each doing what the latest one does: whoever takes them is not drawn anew. */
export function useStable<Actions extends Record<keyof Actions, Run>>(actions: Actions): Actions {
  const latest = useRef(actions)
  useEffect(() => {
    latest.current = actions
  })
  const [stable] = useState(() => {
    const names = Object.keys(actions) as (keyof Actions)[]
    const run = (name: keyof Actions): Run => {
      return (...given) => latest.current[name](...given)
    }
    return Object.fromEntries(names.map(name => [name, run(name)])) as Actions
  })
  return stable
}
