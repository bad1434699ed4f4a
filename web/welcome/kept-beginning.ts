import { useEffect, useState } from 'react'
import type { Role } from '#contract/permissions.ts'
import { forgetDraft, keepDraft, readDraft } from '#web/lib/drafts.ts'
import { useDraftKey } from '#web/lib/kept-drafts.ts'
import type { Beginning } from './proposals.ts'

/** The kind of the drafts of a company's beginning. */
export const BEGINNING = 'welcome'

export type Colleague = { email: string | null; displayName: string | null; role: Role }

/** Only what the person chose or typed: what is proposed may be another by the time that they come back. */
export type Choices = { company: Partial<Beginning>; colleague: Partial<Colleague> }

const none: Choices = { company: {}, colleague: {} }

/** What was chosen is kept in the browser until it is stored: whoever leaves half-way finds it again. */
export function useKeptChoices() {
  const key = useDraftKey(BEGINNING)('company')
  const [choices, setChoices] = useState<Choices>(() => {
    const { company, colleague } = (readDraft(key)?.fields ?? {}) as Partial<Choices>
    return { company: company ?? {}, colleague: colleague ?? {} }
  })
  useEffect(() => {
    const isEmpty = [choices.company, choices.colleague].every(part => Object.keys(part).length === 0)
    if (isEmpty) forgetDraft(key)
    else keepDraft(key, 0, choices)
  }, [key, choices])
  return {
    choices,
    choose: (company: Partial<Beginning>) =>
      setChoices(now => ({ ...now, company: { ...now.company, ...company } })),
    type: (colleague: Partial<Colleague>) =>
      setChoices(now => ({ ...now, colleague: { ...now.colleague, ...colleague } })),
    /** One of them is stored by now. */
    settle: (part: keyof Choices) => setChoices(now => ({ ...now, [part]: {} })),
    forget: () => {
      setChoices(none)
      forgetDraft(key)
    },
  }
}
