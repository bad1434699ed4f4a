import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { directions, labelOf, transportModes } from '#contract/choices.ts'
import { type MasterProposal, proposeMaster } from '#contract/consolidations.ts'
import { jobFieldLabels } from '#contract/job-fields.ts'
import { createJob, type NewJob } from '#contract/jobs.ts'
import { partyRoleLabels } from '#contract/parties.ts'
import { call } from '#web/lib/call.ts'
import { countText, nameOr } from '#web/lib/format.ts'
import { newId } from '#web/lib/new-id.ts'
import { messageOf } from '#web/lib/problem.ts'
import { useChangeJobs } from '#web/records/job-changes.ts'
import { jobsKey } from '#web/records/queries.ts'
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx'
import { TextField } from '#web/ui/form/fields.tsx'
import { Loaded } from '#web/ui/page/Loaded.tsx'

type Props = {
  jobIds: string[]
  onClose: () => void
  onBegun: () => void
  /** Where the jobs are to go into a consolidation that is there. */
  onOther: () => void
}

/** Makes a master of what jobs have in common, shown before it is made, and them its houses. */
export function ConsolidateDialog({ jobIds, onClose, onBegun, onOther }: Props) {
  const proposal = useQuery({
    queryKey: [...jobsKey, 'master proposal', jobIds],
    queryFn: () => call(proposeMaster, { body: { shipmentIds: jobIds } }),
  })
  const changeJobs = useChangeJobs()
  /** The same ones, however often it is tried. */
  const [ids] = useState(() => ({ master: newId(), carrier: newId(), agent: newId() }))
  const [typed, setTyped] = useState<string | null>()
  const { data } = proposal
  const name = typed === undefined ? (data?.name ?? null) : typed
  const run = async () => {
    if (!data) return
    const master = await call(createJob, { body: masterOf(data, ids, name) })
    const houses = countText(jobIds.length, 'house')
    const said = `Job ${master.jobId} was made with ${houses}. Undo takes them out again; the job itself stays.`
    await changeJobs(jobIds, { masterShipmentId: ids.master }, said)
    onBegun()
    onClose()
  }
  return (
    <FormDialog
      title={`Consolidate ${countText(jobIds.length, 'job')}`}
      onClose={onClose}
      onSubmit={run}
      isUnsaved={false}
      isDisabled={!data}
      submit="Make the consolidation"
      explain={error => `The consolidation was not made. ${messageOf(error)}`}
    >
      <p className="consolidate__other">
        A new master job is made with what these jobs have in common.{' '}
        <Button variant="default" size="compact-sm" onClick={onOther}>
          Use a job that is there…
        </Button>
      </p>
      <Loaded query={proposal} failed="What the jobs have in common could not be read." fields={4}>
        {found => (
          <>
            <TextField label={jobFieldLabels.name} value={name} onChange={setTyped} />
            <dl className="consolidate__facts">
              {factsOf(found).map(([label, text]) => (
                <div key={label}>
                  <dt>{label}</dt>
                  <dd>{text || '–'}</dd>
                </div>
              ))}
            </dl>
          </>
        )}
      </Loaded>
    </FormDialog>
  )
}

function factsOf({ quote, carrier, agent, ...job }: MasterProposal): [string, string | null][] {
  return [
    [jobFieldLabels.direction, labelOf(directions, job.direction)],
    [jobFieldLabels['quote.transportMode'], labelOf(transportModes, quote.transportMode)],
    [jobFieldLabels['quote.loadingPortId'], quote.loadingPort],
    [jobFieldLabels['quote.dischargePortId'], quote.dischargePort],
    [jobFieldLabels['quote.destinationPortId'], quote.destinationPort],
    [jobFieldLabels.vesselName, job.vesselName],
    [jobFieldLabels.voyage, job.voyage],
    [jobFieldLabels.etd, job.etd],
    [jobFieldLabels.eta, job.eta],
    [partyRoleLabels.carrier, carrier && nameOr(carrier.name)],
    [partyRoleLabels.agent, agent && nameOr(agent.name)],
  ]
}

function masterOf(
  { quote, carrier, agent, ...job }: MasterProposal,
  ids: { master: string; carrier: string; agent: string },
  name: string | null,
): NewJob {
  const { transportMode, loadingPortId, viaPortId, dischargePortId, destinationPortId } = quote
  return {
    ...job,
    ...{ id: ids.master, name },
    quote: { transportMode, loadingPortId, viaPortId, dischargePortId, destinationPortId },
    ...(carrier && { shipmentCarriers: [{ id: ids.carrier, carrierId: carrier.id }] }),
    ...(agent && { shipmentAgents: [{ id: ids.agent, agentId: agent.id }] }),
  }
}
