import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { TemplatePage } from '#contract/template-pages.ts'
import { type ApiProblem, isProblem } from '#web/lib/problem.ts'
import { useFailure } from '#web/ui/form/failure.ts'
import { changesOf, NOTHING_DECIDED, statesOf } from './page/decisions.ts'
import { stillThere } from './page/still-there.ts'
import { dismissalsOf } from './page/dismissals.ts'
import { type Begun, changesIn } from './page/unsaved-steps.ts'
import type { Decided } from './page/use-decisions.ts'
import { whyFailed } from './removed-template.ts'
import { changePage, templatePageQuery, usePageAnew, useTemplatesAnew } from './queries.ts'

type Differences = Awaited<ReturnType<typeof changePage>>['differences']

type Options = {
  page: TemplatePage
  jobId: string | undefined
  decided: Decided
  /** Of a document of this job: as long as it is kept the template is compared with it. */
  wasMade: boolean
  begun: Begun
  /** The page is shown as it is stored, with nothing before it. */
  onStored: () => void
}

/** Saves what was decided on a page. What others have saved meanwhile is shown first, and the decisions stay. */
export function usePageSave({ page, jobId, decided, wasMade, begun, onStored }: Options) {
  const client = useQueryClient()
  const askAnew = useTemplatesAnew()
  const pageAnew = usePageAnew()
  const { steps } = begun
  const { failure, setFailure, showFailure } = useFailure(whyFailed)
  const [isSaving, setIsSaving] = useState(false)
  const [saved, setSaved] = useState<{ differences: Differences }>()

  const readAnew = async (): Promise<TemplatePage | undefined> => {
    if (steps.length > 0) return pageAnew(page.template.id, jobId)
    await askAnew()
    return client.getQueryData(templatePageQuery(page.template.id, jobId).queryKey)
  }

  const send = async (onto: TemplatePage): Promise<void> => {
    const { id, version } = onto.template
    try {
      const { differences } = await changePage(id, version, {
        ...(jobId !== undefined && { shipmentId: jobId }),
        ...changesOf(onto, decided.now),
        dismissals: dismissalsOf(onto, statesOf(onto, decided.now), decided.now.places),
        ...(wasMade && { compareWith: 'document' as const }),
        ...(steps.length > 0 && { earlier: steps.map(({ changes }) => changes) }),
      })
      if (steps.length > 0) {
        await readAnew()
        decided.begin(NOTHING_DECIDED)
        onStored()
      } else {
        decided.begin(NOTHING_DECIDED)
        await readAnew()
      }
      setSaved({ differences })
    } catch (error) {
      if (!isProblem(error, 'changed_meanwhile')) return showFailure(error)
      const now = await readAnew()
      // Only its name or its description was changed: the page is the same.
      if (steps.length === 0 && now && now.template.version !== version && isSamePage(now, onto))
        return send(now)
      const kept =
        now && (steps[0] ? stillThere(now, steps[0].decisions) : stillThere(now, decided.now, onto))
      if (kept) decided.begin(kept)
      if (steps.length > 0) onStored()
      setFailure(meanwhile(error, now && kept && changesIn(changesOf(now, kept)) === 0))
    }
  }

  return {
    failure,
    isSaving,
    saved,
    dismissSaved: () => setSaved(undefined),
    save: async () => {
      setFailure('')
      setSaved(undefined)
      setIsSaving(true)
      await send(page)
      setIsSaving(false)
    },
  }
}

const isSamePage = (one: TemplatePage, other: TemplatePage) =>
  JSON.stringify([one.parts, one.rows]) === JSON.stringify([other.parts, other.rows])

function meanwhile({ problem }: ApiProblem, isNothingLeft = false): string {
  const names = [...new Set((problem.changes ?? []).map(({ by }) => by ?? 'Somebody'))]
  const who = names.length > 0 ? names.join(' and ') : 'Somebody'
  return `${who} changed this template after you opened it. Nothing of yours was saved. The page shows it as it is now, and what you decided is kept where the same text still stands. ${isNothingLeft ? 'Nothing of it is left to save.' : 'Look at it, then save again.'}`
}
