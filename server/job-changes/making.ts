import type { JobMaking, MadeForJob, WhatIsMade } from '#contract/job-makings.ts'
import { may, type Permission, roleLabels } from '#contract/permissions.ts'
import type { Session } from '#server/db/db.ts'
import { AppError } from '#server/errors.ts'

/** What is kept of the making for one job. */
export type Making = {
  /** The id that an e-mail is sent under, so that it is sent once. */
  id?: string
  /** What the preview showed, by which it is known whether it would be the same now. */
  shown?: string
  lines?: { label: string; text: string }[]
  warning?: string
  made?: (MadeForJob & { version?: number })[]
}

/** As it is kept with its action: the templates by the names that they had. */
export type KeptMaking = JobMaking & { names?: string[] }

/** Beside the permission to change jobs. */
export const permissionToMake: Record<WhatIsMade, Permission> = {
  copy: 'jobs:write',
  documents: 'documents:write',
  mail: 'mail:send',
}

export function requireMayMake({ role, adjustments }: Session, what: WhatIsMade): void {
  if (may(role, permissionToMake[what], adjustments)) return
  throw new AppError(
    'not_allowed',
    `Your role, ${roleLabels[role]}, does not allow this. Ask an Administrator of your company.`,
  )
}

const MOST_LISTED = 5

/** "House BL is empty; ETD is empty and 3 more". */
export const listedText = (messages: readonly string[]): string => {
  const shown = messages.slice(0, MOST_LISTED).join('; ')
  return messages.length > MOST_LISTED ? `${shown}; and ${messages.length - MOST_LISTED} more` : shown
}
