import { useState } from 'react'
import { builtInKindCodes, builtInKinds } from '#contract/reference-kinds.ts'
import { useKinds } from '#web/references/queries.ts'
import { ChoiceSelect } from '#web/ui/form/ChoiceSelect.tsx'
import type { JobFilters } from './dashboard-search.ts'
import { type FilterChange, filterLabels } from './filter-words.ts'
import { TextFilterEditor } from './TextFilterEditor.tsx'

const conditions = [
  { value: 'contains', label: 'Contains' },
  { value: 'filled', label: 'Is filled in' },
  { value: 'empty', label: 'Is empty' },
] as const
type Condition = (typeof conditions)[number]['value']

type Props = { filters: JobFilters; onChange: (change: FilterChange) => void }

/** A number in the references of all kinds or of one, or whether there is one of a kind. */
export function ReferenceFilterEditor({ filters, onChange }: Props) {
  const { reference, referenceKind, noReference } = filters
  const own = useKinds().data ?? []
  const [kind, setKind] = useState(noReference ?? referenceKind ?? '')
  const [condition, setCondition] = useState<Condition>(
    noReference ? 'empty' : referenceKind && !reference ? 'filled' : 'contains',
  )
  const kinds = [
    { value: '', label: 'Any kind' },
    ...builtInKindCodes.map(code => ({ value: code, label: builtInKinds[code] })),
    ...own.map(({ id, name }) => ({ value: id, label: name })),
  ]
  // A kind that was deleted meanwhile is still what the address names.
  if (kinds.every(({ value }) => value !== kind)) kinds.push({ value: kind, label: 'The chosen kind' })

  const choose = (next: string, wanted: Condition) => {
    setKind(next)
    setCondition(wanted)
    const ofKind = next || undefined
    onChange({
      noReference: wanted === 'empty' ? ofKind : undefined,
      referenceKind: wanted === 'filled' || (wanted === 'contains' && reference) ? ofKind : undefined,
      ...(wanted !== 'contains' && { reference: undefined }),
    })
  }
  return (
    <div className="job-filter__days">
      <ChoiceSelect
        label="Kind"
        value={kind}
        choices={kinds}
        onChange={next => choose(next, next ? condition : 'contains')}
      />
      {kind && (
        <ChoiceSelect
          label="Number"
          value={condition}
          choices={conditions}
          onChange={next => choose(kind, next)}
        />
      )}
      {condition === 'contains' && (
        <TextFilterEditor
          label={filterLabels.reference}
          text={reference ?? ''}
          onChange={text => onChange({ reference: text, referenceKind: text && kind ? kind : undefined })}
        />
      )}
    </div>
  )
}
