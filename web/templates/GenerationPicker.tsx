import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Document } from '#contract/documents.ts'
import { checkBeforeGenerating, type DocumentFormat, type Preflight } from '#contract/generation.ts'
import { call } from '#web/lib/call.ts'
import { messageOf } from '#web/lib/problem.ts'
import { askMessage } from '#web/ui/dialog/message-box-store.ts'
import { emptyJobsQuestion } from './empty-jobs.ts'
import { startGeneration, templatesMade } from './generation.ts'
import { PreflightDialog } from './PreflightDialog.tsx'
import { TemplatePicker } from './TemplatePicker.tsx'

type Props = {
  jobIds: readonly string[]
  onClose: () => void
  /** Ticked from the start. */
  templateIds?: readonly string[]
  /** Called for each document as it is added to its job. */
  onMade?: (document: Document) => void
}

type Checked = { preflight: Preflight; formats: readonly DocumentFormat[] }

const isClean = ({ templates, jobs }: Preflight) =>
  templates.every(({ problems, refused }) => problems.length === 0 && refused === null) &&
  jobs.every(({ missing, refusals, isEmpty }) => missing.length === 0 && refusals.length === 0 && !isEmpty)

/** Chooses templates for some jobs, tells what would be blank, and has the documents made. */
export function GenerationPicker({ jobIds, onClose, templateIds = [], onMade = () => undefined }: Props) {
  const client = useQueryClient()
  const [checked, setChecked] = useState<Checked>()
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set(templateIds))

  const generate = async ({ preflight, formats }: Checked) => {
    const { jobs } = preflight
    const templates = templatesMade(preflight.templates, jobs)
    const blankUnknown = templates.some(({ problems }) => problems.length > 0)
    const question = emptyJobsQuestion(jobs)
    if (question && !(await askMessage(question))) return
    onClose()
    const agreed = { blankUnknown, allowEmptyJob: question !== null }
    void startGeneration(client, { templates, jobs, formats, ...agreed }, onMade)
  }
  const check = async (templates: readonly { id: string }[], formats: readonly DocumentFormat[]) => {
    if (isBusy) return
    setTicked(new Set(templates.map(({ id }) => id)))
    setIsBusy(true)
    setFailure('')
    try {
      const body = { templateIds: templates.map(({ id }) => id), shipmentIds: [...jobIds] }
      const found = { preflight: await call(checkBeforeGenerating, { body }), formats }
      if (isClean(found.preflight)) await generate(found)
      else setChecked(found)
    } catch (error) {
      setFailure(`Nothing was generated. ${messageOf(error)}`)
    }
    setIsBusy(false)
  }

  if (checked)
    return (
      <PreflightDialog
        preflight={checked.preflight}
        onBack={() => setChecked(undefined)}
        onClose={onClose}
        onGenerate={() => void generate(checked)}
      />
    )
  return (
    <TemplatePicker
      isBusy={isBusy}
      failure={failure}
      ticked={ticked}
      onTicked={setTicked}
      onClose={onClose}
      onChosen={(templates, formats) => void check(templates, formats)}
    />
  )
}
