import { useController } from 'react-hook-form'
import type { InheritedField } from '#contract/job-fields.ts'
import { isBlank } from '#web/ui/record-form/value-text.ts'
import { FieldWarning } from './FieldWarning.tsx'
import { useJobFormContext } from './job-form.ts'
import { useMaster } from './use-master.ts'

/** The inherited fields that are typed; ports and the carrier act at once. */
export type TypedOfMaster = Exclude<InheritedField, 'shipmentCarriers' | `quote.${string}`>

type OfMasterProps<Value> = {
  /** What stands in the field of the house, and on its master. */
  own: Value
  master: Value
  masterNumber: number
  /** The house had it before the master did: it stays when the master moves. */
  isKept: boolean
  text: (value: Value) => string
  /** Left out for those who may not change the job. */
  onTake?: (() => void) | undefined
}

/** Whether a house has what its master has; where it has not, what that is, to be taken by one click. */
export function ComparedWithMaster<Value>({
  own,
  master,
  masterNumber,
  isKept,
  text,
  onTake,
}: OfMasterProps<Value>) {
  if (isBlank(own) && isBlank(master)) return null
  if (own === master) {
    return (
      <p className="job-details__of-master">
        {isKept ? `Same as master ${masterNumber}; does not follow it` : `From master ${masterNumber}`}
      </p>
    )
  }
  return (
    <FieldWarning
      message={`Master: ${isBlank(master) ? 'empty' : text(master)}.`}
      {...(onTake && { cure: 'Take it', onCure: onTake })}
    />
  )
}

/** The same below a field that is saved with the others. */
export function OfMaster({ field }: { field: TypedOfMaster }) {
  const { job, form } = useJobFormContext()
  const master = useMaster()
  const { field: typed } = useController({ control: form.control, name: field })
  if (!master) return null
  return (
    <ComparedWithMaster
      own={typed.value || null}
      master={master[field] || null}
      masterNumber={master.jobId}
      isKept={job.differs.includes(field) && job[field] === master[field]}
      text={String}
      onTake={typed.disabled ? undefined : () => typed.onChange(master[field])}
    />
  )
}
