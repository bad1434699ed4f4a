import { useState } from 'react'
import type { Document } from '#contract/documents.ts'
import { PreflightDialog } from './PreflightDialog.tsx'
import { TemplatePicker } from './TemplatePicker.tsx'
import { useGeneration } from './use-generation.ts'

type Props = {
  jobIds: readonly string[]
  onClose: () => void
  /** Ticked from the start. */
  templateIds?: readonly string[]
  /** Called for each document as it is added to its job. */
  onMade?: (document: Document) => void
  /** Called once all that could be made was made, with what it was. */
  onEnded?: (documents: readonly Document[]) => void
}

/** Chooses templates for some jobs, tells what would be blank, and has the documents made. */
export function GenerationPicker({
  jobIds,
  onClose,
  templateIds = [],
  onMade = () => undefined,
  onEnded,
}: Props) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set(templateIds))
  const { preflight, isBusy, failure, check, generateAnyway, back, originalsAndCopies, choose } =
    useGeneration({
      jobIds,
      onClose,
      onMade,
      onEnded,
    })
  if (preflight)
    return (
      <PreflightDialog
        preflight={preflight}
        onBack={back}
        onClose={onClose}
        onGenerate={generateAnyway}
        originalsAndCopies={originalsAndCopies}
        choose={choose}
      />
    )
  return (
    <TemplatePicker
      isBusy={isBusy}
      failure={failure}
      ticked={ticked}
      onTicked={setTicked}
      onClose={onClose}
      onChosen={(templates, formats) => {
        setTicked(new Set(templates.map(({ id }) => id)))
        void check(templates, formats)
      }}
    />
  )
}
