import {
  directions,
  jobStatuses,
  loadTypes,
  quoteTypes,
  transportModes,
  volumeUnits,
  weightUnits,
} from '#contract/choices.ts'
import { partyRoles } from '#contract/parties.ts'
import { useMay } from '#web/lib/membership.ts'
import { FormDate } from '#web/ui/form/DateField.tsx'
import { FormChoice, FormNumber, FormText, FormTextArea } from '#web/ui/form/form-fields.tsx'
import { TextField } from '#web/ui/form/fields.tsx'
import { DoubleField, FormSection, WideField } from '#web/ui/form/FormSection.tsx'
import { useFieldOfAddress } from './field-of-address.ts'
import { HouseBlField } from './HouseBlField.tsx'
import { useJobFormContext } from './job-form.ts'
import { type JobField, jobFieldLabels } from '#contract/jobs.ts'
import { Houses, MasterField } from './MasterField.tsx'
import { PartyField } from './PartyField.tsx'
import { PortField } from './PortField.tsx'
import { SaveBar } from './SaveBar.tsx'

const nothing = () => undefined

export function DetailsTab() {
  const { job, form } = useJobFormContext()
  const disabled = !useMay('jobs:write')
  const { control } = form
  useFieldOfAddress()
  const field = <Name extends JobField>(name: Name) => ({
    control,
    name,
    label: jobFieldLabels[name],
    disabled,
  })
  return (
    <>
      <form className="job-details" noValidate autoComplete="off" onSubmit={event => event.preventDefault()}>
        <FormSection title="Job">
          <TextField label="Job Id" value={String(job.jobId)} onChange={nothing} readOnly />
          <FormText {...field('name')} />
          <FormChoice {...field('statusId')} choices={jobStatuses} />
          <FormChoice {...field('direction')} choices={directions} />
          <MasterField disabled={disabled} />
          {job.houses.length > 0 && (
            <WideField>
              <Houses />
            </WideField>
          )}
        </FormSection>
        <FormSection title="Stakeholders">
          {partyRoles.map(role => (
            <PartyField key={role} role={role} disabled={disabled} />
          ))}
        </FormSection>
        <FormSection title="Quotation Details">
          <DoubleField>
            <FormText {...field('quote.commodity')} />
          </DoubleField>
          <FormChoice {...field('quote.transportMode')} choices={transportModes} />
          <FormChoice {...field('quote.clType')} choices={loadTypes} />
          <DoubleField>
            <FormChoice {...field('quote.quoteType')} choices={quoteTypes} />
          </DoubleField>
          <PortField portType="Loading" disabled={disabled} />
          <PortField portType="Via" disabled={disabled} />
          <PortField portType="Discharge" disabled={disabled} />
          <PortField portType="Destination" disabled={disabled} />
        </FormSection>
        <FormSection title="Schedule">
          <TextField label="Shipment Date" value={job.shipmentDate} onChange={nothing} readOnly />
          <FormDate {...field('swbro')} />
          <FormText {...field('vesselName')} />
          <FormText {...field('voyage')} />
          <FormDate {...field('etd')} />
          <FormDate {...field('eta')} />
          <DoubleField>
            <FormTextArea {...field('customerInstructions')} />
          </DoubleField>
          <FormDate {...field('sisttao')} />
        </FormSection>
        <FormSection title="Cargo Details">
          <FormNumber {...field('grossWeight')} />
          <FormNumber {...field('netWeight')} />
          <FormChoice {...field('weightUnit')} choices={weightUnits} />
          <FormNumber {...field('volume')} />
          <FormChoice {...field('volumeUnit')} choices={volumeUnits} />
          <FormNumber {...field('numberOfPackages')} decimals={0} />
        </FormSection>
        <FormSection title="Arrival Notice">
          <FormDate {...field('documentsReceivedDate')} />
          <FormText {...field('mbl')} />
          <HouseBlField disabled={disabled} />
          <FormDate {...field('dettco')} />
          <FormDate {...field('dsttco')} />
          <FormText {...field('igm')} />
          <FormText {...field('indexNumber')} />
          <FormText {...field('shedNumber')} />
          <FormDate {...field('dopubtco')} />
        </FormSection>
      </form>
      {!disabled && <SaveBar />}
    </>
  )
}
