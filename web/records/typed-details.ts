import { createContext } from 'react'
import type { JobField } from '#contract/job-fields.ts'
import type { JobInput } from '#contract/jobs.ts'

/** What is typed on Details and not saved yet, for the tabs beside it that change the same job. */
export type TypedDetails = {
  /** The fields that hold something else than this, typed and not saved. */
  besides: (change: Omit<JobInput, 'id'>) => JobField[]
  /** This was stored meanwhile: it stands in its fields now, whatever was typed there. */
  replace: (change: Omit<JobInput, 'id'>) => void
}

export const TypedDetailsContext = createContext<TypedDetails | undefined>(undefined)
