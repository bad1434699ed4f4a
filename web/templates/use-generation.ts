import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Document } from '#contract/documents.ts'
import { checkBeforeGenerating, type DocumentFormat, type Preflight } from '#contract/generation.ts'
import type { OriginalOrCopy } from '#contract/original-or-copy.ts'
import { call } from '#web/lib/call.ts'
import { messageOf } from '#web/lib/problem.ts'
import { askMessage } from '#web/ui/dialog/message-box-store.ts'
import { emptyJobsQuestion } from './empty-jobs.ts'
import {
  isClean,
  type OriginalsAndCopies,
  startGeneration,
  templatesAsking,
  templatesMade,
} from './generation.ts'

type Wanted = {
  jobIds: readonly string[]
  /** The documents are being made, or nothing is to be. */
  onClose: () => void
  /** Called for each document as it is added to its job. */
  onMade: (document: Document) => void
  /** Called once all that could be made was made, with what it was. */
  onEnded?: ((documents: readonly Document[]) => void) | undefined
}

type Checked = { preflight: Preflight; formats: readonly DocumentFormat[] }

/** Looks what would be blank in documents, and has them made: at once where nothing is. */
export function useGeneration({ jobIds, onClose, onMade, onEnded }: Wanted) {
  const client = useQueryClient()
  /** What was found that a person should see first. */
  const [checked, setChecked] = useState<Checked>()
  const [originalsAndCopies, setOriginalsAndCopies] = useState<OriginalsAndCopies>({})
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState('')

  const generate = async ({ preflight, formats }: Checked) => {
    const { jobs } = preflight
    const templates = templatesMade(preflight.templates, jobs)
    const blankUnknown = templates.some(({ problems }) => problems.length > 0)
    const question = emptyJobsQuestion(jobs)
    if (question && !(await askMessage(question))) return
    onClose()
    const agreed = { blankUnknown, allowEmptyJob: question !== null, originalsAndCopies }
    const made: Document[] = []
    const note = (document: Document) => {
      made.push(document)
      onMade(document)
    }
    void startGeneration(client, { templates, jobs, formats, ...agreed }, note).then(() => onEnded?.(made))
  }
  const check = async (templates: readonly { id: string }[], formats: readonly DocumentFormat[]) => {
    if (isBusy) return
    setIsBusy(true)
    setFailure('')
    try {
      const body = { templateIds: templates.map(({ id }) => id), shipmentIds: [...jobIds] }
      const found = { preflight: await call(checkBeforeGenerating, { body }), formats }
      if (isClean(found.preflight) && templatesAsking(found.preflight).length === 0) await generate(found)
      else setChecked(found)
    } catch (error) {
      setFailure(`Nothing was generated. ${messageOf(error)}`)
    }
    setIsBusy(false)
  }
  return {
    preflight: checked?.preflight,
    originalsAndCopies,
    choose: (templateId: string, chosen: OriginalOrCopy) =>
      setOriginalsAndCopies(before => ({ ...before, [templateId]: chosen })),
    isBusy,
    failure,
    check,
    /** Makes what was found to have blanks. */
    generateAnyway: () => {
      if (checked) void generate(checked)
    },
    back: () => setChecked(undefined),
  }
}
