import { useEffect, useRef, useState } from 'react'
import type { TemplatePage } from '#contract/template-pages.ts'
import { isRecord } from '#contract/typed-objects.ts'
import { readDraft } from '#web/lib/drafts.ts'
import { useKeptDraft } from '#web/ui/record-form/kept-draft.ts'
import { type Decisions, isNothing, NOTHING_DECIDED, oneByOne } from './decisions.ts'
import { stillThere } from './still-there.ts'
import type { Begun } from './unsaved-steps.ts'

type Kept = {
  now: Decisions
  past: readonly Decisions[]
  /** When they were decided, before the screen opened: ISO 8601. */
  restoredAt?: string | undefined
}

const isDecisions = (value: unknown): value is Decisions =>
  isRecord(value) &&
  isRecord(value['places']) &&
  Array.isArray(value['insertions']) &&
  Array.isArray(value['leftRows'])

type Options = {
  /** What was decided before the page was searched again. */
  begun: Begun
  /** There is nothing more to take back on this page. */
  onStepBack: () => void
}

export type Decided = ReturnType<typeof useDecisions>

/** What a person has decided on a page and not saved yet: step by step back, and kept through a reload. */
export function useDecisions(key: string, page: TemplatePage, { begun, onStepBack }: Options) {
  const { version } = page.template
  const { steps } = begun
  const [{ now, past, restoredAt }, setKept] = useState<Kept>(() => {
    const draft = readDraft(key)
    const kept = begun.decisions ?? (draft?.version === version ? draft.fields['decisions'] : undefined)
    // Drafts of former versions have no conditions.
    const all = isDecisions(kept) ? { ...NOTHING_DECIDED, ...kept } : NOTHING_DECIDED
    const there = stillThere(page, all)
    // What came back from before the screen opened is told, and can be taken back like what is decided now.
    const isRestored = begun.draftAt !== undefined && draft?.at === begun.draftAt && kept !== undefined
    return isRestored && (!isNothing(there) || steps.length > 0)
      ? { now: there, past: oneByOne(there), restoredAt: begun.draftAt }
      : { now: there, past: [] }
  })
  const typing = useRef(new Set<() => void>())
  useEffect(() => {
    for (const listener of typing.current) listener()
  }, [now, steps])
  const giveUp = useKeptDraft({
    key,
    version,
    unsaved: () => ({
      version,
      fields: isNothing(now) && steps.length === 0 ? {} : { decisions: now, steps },
    }),
    onTyping: typed => {
      typing.current.add(typed)
      return () => void typing.current.delete(typed)
    },
  })
  return {
    now,
    restoredAt,
    mayUndo: past.length + steps.length > 0,
    change: (next: Decisions) => setKept(kept => ({ ...kept, now: next, past: [...kept.past, kept.now] })),
    /** Gives what counts from now on; undefined where the page has to be read as it was. */
    undo: (): Decisions | undefined => {
      const last = past.at(-1)
      const isAllBack = last && isNothing(last) && steps.length === 0
      if (last)
        setKept({ now: last, past: past.slice(0, -1), restoredAt: isAllBack ? undefined : restoredAt })
      else onStepBack()
      return last
    },
    /** From now on these, without a way back. */
    begin: (next: Decisions) => setKept({ now: next, past: [] }),
    giveUp,
  }
}
