import { useState } from 'react'
import type { OtherJob } from '#contract/jobs.ts'
import { ManyMailsPicker } from '#web/mails/ManyMailsPicker.tsx'
import { GenerationPicker } from '#web/templates/GenerationPicker.tsx'
import type { Making } from './use-chosen.ts'

type Props = {
  what: Making
  jobs: readonly OtherJob[]
  /** Told when what was asked for is under way. */
  onBegun: () => void
  onClose: () => void
}

/** Makes something for each of a few jobs while one watches: documents, an e-mail. */
export function ForEachJob({ what, jobs: given, onBegun, onClose }: Props) {
  // What was chosen when the dialog opened is meant to its end.
  const [jobs] = useState(given)
  switch (what) {
    case 'generate':
      return <GenerationPicker jobIds={jobs.map(({ id }) => id)} onClose={onClose} />
    case 'mail':
      return <ManyMailsPicker jobs={jobs} onBegun={onBegun} onClose={onClose} />
  }
}
