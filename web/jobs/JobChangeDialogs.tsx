import { useState } from 'react'
import type { AskedJobs } from '#contract/job-changes.ts'
import { countText } from '#web/lib/format.ts'
import { JobPicker } from '#web/records/JobPicker.tsx'
import type { Changing } from './use-chosen.ts'
import { ConsolidateDialog } from './ConsolidateDialog.tsx'
import { CopyChange, DocumentsChange, MailChange, wholeCopy } from './JobMakingFields.tsx'
import { JobChangeDialog } from './JobChangeDialog.tsx'
import { DateChange, OwnerChange, StatusChange, VesselChange } from './JobChangeFields.tsx'

type Props = {
  kind: Changing
  chosen: AskedJobs
  count: number
  onClose: () => void
  onBegun: () => void
}

/** What is asked for each kind of change. */
export function JobChangeDialogs({ kind, chosen: given, ...rest }: Props) {
  // What was chosen when the dialog opened is meant to its end.
  const [chosen] = useState(given)
  const [masterId, setMasterId] = useState<string | null>(null)
  const [isIntoOther, setIsIntoOther] = useState(false)
  const shared = { chosen, ...rest }
  if (kind === 'consolidate' && !isIntoOther)
    return (
      <ConsolidateDialog
        jobIds={chosen.shipmentIds ?? []}
        onClose={rest.onClose}
        onBegun={rest.onBegun}
        onOther={() => setIsIntoOther(true)}
      />
    )
  switch (kind) {
    case 'status':
      return (
        <JobChangeDialog
          {...shared}
          title="Change Status"
          fields={onChange => <StatusChange onChange={onChange} />}
        />
      )
    case 'etd':
    case 'eta':
      return (
        <JobChangeDialog
          {...shared}
          title={kind === 'etd' ? 'Change ETD' : 'Change ETA'}
          fields={onChange => <DateChange column={kind} onChange={onChange} />}
        />
      )
    case 'vessel':
      return (
        <JobChangeDialog
          {...shared}
          title="Change Vessel and Voyage"
          fields={onChange => <VesselChange onChange={onChange} />}
        />
      )
    case 'owner':
      return (
        <JobChangeDialog
          {...shared}
          title="Change Owner"
          fields={onChange => <OwnerChange onChange={onChange} />}
        />
      )
    case 'copy':
      return (
        <JobChangeDialog
          {...shared}
          title={`Copy ${countText(rest.count, 'job')}`}
          change={wholeCopy}
          fields={onChange => <CopyChange onChange={onChange} />}
        />
      )
    case 'documents':
      return <DocumentsChange {...shared} />
    case 'mail':
      return (
        <JobChangeDialog
          {...shared}
          title={`E-mail on ${countText(rest.count, 'job')}`}
          making="mail"
          fields={onChange => <MailChange onChange={onChange} />}
        />
      )
    // Into a consolidation that is there, it is the same as naming the master.
    case 'consolidate':
    case 'master':
      return masterId === null ? (
        <JobPicker
          title="Set Master Job"
          choose="Choose"
          preselectsOnly
          onClose={rest.onClose}
          onChosen={({ id }) => setMasterId(id)}
        />
      ) : (
        <MasterDialog {...shared} masterId={masterId} />
      )
  }
}

function MasterDialog({ masterId, ...shared }: Omit<Props, 'kind'> & { masterId: string }) {
  const [change] = useState({ masterShipmentId: masterId })
  return <JobChangeDialog {...shared} title="Set Master Job" change={change} />
}
