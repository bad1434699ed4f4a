import type { PageChanges, PageDismissal } from '#contract/template-pages.ts'
import { isRecord } from '#contract/typed-objects.ts'
import type { Draft } from '#web/lib/drafts.ts'
import { type Decisions, NOTHING_DECIDED } from './decisions.ts'

/** What was decided on a page before it was searched again, none of it saved. */
export type UnsavedStep = {
  changes: PageChanges
  /** As a person made them, and the job whose values were found then: the way back. */
  decisions: Decisions
  jobId: string | undefined
  /** All that was no field then; drafts of former versions have none. */
  dismissals?: readonly PageDismissal[]
}

/** The steps before the page that is shown. */
export type Begun = {
  steps: readonly UnsavedStep[]
  /** With what the page begins; undefined where its draft tells. */
  decisions: Decisions | undefined
  /** Of the template on which the steps were made; undefined where it is the one that is shown. */
  version: number | undefined
  /** Counts the searches: each shows a page of its own. */
  round: number
  /** Of the draft that was there when the screen opened: ISO 8601. */
  draftAt?: string | undefined
}

const isStep = (value: unknown): value is UnsavedStep =>
  isRecord(value) && isRecord(value['changes']) && isRecord(value['decisions'])

/** What a reload or a closed tab left. */
export function begunIn(draft: Draft | undefined): Begun {
  const kept = draft?.fields['steps']
  const steps = Array.isArray(kept) && kept.every(isStep) ? kept : []
  return {
    steps,
    decisions: undefined,
    version: steps.length > 0 ? draft?.version : undefined,
    round: 0,
    draftAt: draft?.at,
  }
}

/** The page is searched again below the decisions: what was dismissed stays so where it still stands. */
export const oneStepOn = (before: Begun, step: UnsavedStep): Begun => ({
  steps: [...before.steps, step],
  decisions: {
    ...NOTHING_DECIDED,
    places: Object.fromEntries(
      Object.entries(step.decisions.places).filter(([, { kind }]) => kind === 'dismiss'),
    ),
    leftRows: step.decisions.leftRows,
  },
  version: undefined,
  round: before.round + 1,
})

/** The page and the decisions before the last search. */
export function oneStepBack(before: Begun): Begun {
  const last = before.steps.at(-1)
  if (!last) return before
  return {
    steps: before.steps.slice(0, -1),
    decisions: last.decisions,
    version: undefined,
    round: before.round + 1,
  }
}

/** The page as it is stored, with these decisions or none. */
export const withoutSteps = ({ round }: Begun): Begun => ({
  ...{ steps: [], decisions: undefined, version: undefined, round },
})

export const changesIn = ({ changes, rows, conditions = [] }: PageChanges) =>
  changes.length + rows.length + conditions.length
