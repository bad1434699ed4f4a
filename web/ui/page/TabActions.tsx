import type { ReactNode } from 'react'
import { InPlace } from './Place.tsx'
import { createPlaces } from './places.ts'

/** At the right end of the row of tabs. */
export const tabActionPlaces = createPlaces()

/** What the open tab offers to do, the main button last: at the right end of the row of tabs. */
export const TabActions = ({ children }: { children: ReactNode }) => (
  <InPlace places={tabActionPlaces}>{children}</InPlace>
)
