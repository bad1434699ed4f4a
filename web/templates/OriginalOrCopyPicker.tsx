import {
  type OriginalOrCopy,
  originalOrCopyLabels,
  originalOrCopyOnPapers,
  originalsAndCopies,
} from '#contract/original-or-copy.ts'
import { ChoiceSelect } from '#web/ui/form/ChoiceSelect.tsx'

type Props = {
  /** Of which paper, where there are several. */
  paper?: string
  value: OriginalOrCopy
  onChange: (value: OriginalOrCopy) => void
}

const LABEL = 'Original or copy'

/** As what a paper is made, and what it then prints. */
export const OriginalOrCopyPicker = ({ paper, value, onChange }: Props) => (
  <ChoiceSelect
    label={paper ? `${paper}: ${LABEL.toLowerCase()}` : LABEL}
    description={`Prints “${originalOrCopyOnPapers[value]}”`}
    value={value}
    choices={originalsAndCopies.map(one => ({ value: one, label: originalOrCopyLabels[one] }))}
    onChange={onChange}
  />
)
