import { type ReactNode, useCallback, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import type { Places } from './places.ts'

type PlaceProps = {
  places: Places
  className: string
  /** Serves only where there is no other. */
  isSpare?: boolean
}

/** Where something from elsewhere may stand. */
export function Place({ places, className, isSpare = false }: PlaceProps) {
  const register = useCallback(
    (element: HTMLElement | null) => (element ? places.add(element, { isSpare }) : undefined),
    [places, isSpare],
  )
  return <div className={className} ref={register} />
}

/** Shows its content in the place that there is; without any, nothing. */
export function InPlace({ places, children }: { places: Places; children: ReactNode }) {
  const place = useSyncExternalStore(places.subscribe, places.read, () => null)
  return place && createPortal(children, place)
}
