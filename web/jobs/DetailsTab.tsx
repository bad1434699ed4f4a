import { useMediaQuery } from '@mantine/hooks'
import { Button } from '@mantine/core'
import { useWatch } from 'react-hook-form'
import {
  directions,
  loadTypes,
  quoteTypes,
  services,
  TransportMode,
  transportModes,
} from '#contract/choices.ts'
import { type JobField, jobFieldLabels } from '#contract/job-fields.ts'
import { furtherRoles, listedRoles } from '#contract/parties.ts'
import { useMay } from '#web/lib/membership.ts'
import { useReferences } from '#web/references/queries.ts'
import { FormDate } from '#web/ui/form/DateField.tsx'
import { FormChoice, FormNumber, FormText, FormTextArea } from '#web/ui/form/form-fields.tsx'
import { FormLocalTime } from '#web/ui/form/LocalTimeField.tsx'
import { CarriagePaperSection } from './CarriagePaperSection.tsx'
import { CardSection, Place } from './CardSection.tsx'
import { CargoSection } from './CargoSection.tsx'
import { FieldWarning } from './FieldWarning.tsx'
import { useFieldOfAddress } from './field-of-address.ts'
import { FormerDates } from './FormerDates.tsx'
import { HouseBlField } from './HouseBlField.tsx'
import { useJobFormContext } from './job-form.ts'
import { FoldedSectionsProvider, useFoldedSections } from './folded-sections.ts'
import { IncotermField } from './IncotermField.tsx'
import { JobRail } from './JobRail.tsx'
import { Houses, MasterField } from './MasterField.tsx'
import { MasterBlField } from './MasterBlField.tsx'
import { NameField } from './NameField.tsx'
import { OfMaster } from './OfMaster.tsx'
import { PartyField } from './PartyField.tsx'
import { PortField } from './PortField.tsx'
import { scheduleWarning } from './rail-words.ts'
import { ReferencesSection } from './ReferencesSection.tsx'
import { SaveBar } from './SaveBar.tsx'
import { sectionSummaries } from './section-summaries.ts'
import type { JobValues } from './job-values.ts'
import { ShownFieldsProvider, useShownFields } from './shown-fields.ts'
import { VesselFlagField } from './VesselFlagField.tsx'

const cutOffs = ['documentsCutOff', 'vgmCutOff', 'cargoCutOff'] as const satisfies readonly JobField[]

export function DetailsTab() {
  const { job, form } = useJobFormContext()
  const disabled = !useMay('jobs:write')
  const { control } = form
  const shown = useShownFields()
  useFieldOfAddress(shown.open)
  const [etd, eta] = useWatch({ control, name: ['etd', 'eta'] })
  const warning = scheduleWarning({ etd, eta })
  const swapDates = () => {
    form.setValue('etd', eta, { shouldDirty: true })
    form.setValue('eta', etd, { shouldDirty: true })
  }
  const field = <Name extends JobField>(name: Name) => ({
    control,
    name,
    label: jobFieldLabels[name],
    disabled,
  })
  const isPhone = useMediaQuery('(max-width: 640px)', false, { getInitialValueInEffect: false })
  const references = useReferences(job.id).data?.map(({ number }) => number) ?? []
  const folded = useFoldedSections(sectionSummaries(job, useWatch({ control }) as JobValues, references))
  const isByAir = useWatch({ control, name: 'quote.transportMode' }) === TransportMode.air
  const portSpan = shown.isShown('quote.viaPortId') ? 3 : 4
  return (
    <ShownFieldsProvider value={shown}>
      <FoldedSectionsProvider value={isPhone ? folded : null}>
        <div className="job-layout">
          <JobRail disabled={disabled} />
          <form
            className="job-details"
            noValidate
            autoComplete="off"
            onSubmit={event => event.preventDefault()}
          >
            <CardSection title="Job" offers={['masterShipmentId']}>
              <Place span={shown.isShown('masterShipmentId') ? 6 : 10}>
                <NameField disabled={disabled} />
              </Place>
              <Place span={2}>
                <FormChoice {...field('direction')} choices={directions} />
              </Place>
              <Place span={4} of="masterShipmentId">
                <MasterField disabled={disabled} />
              </Place>
              {job.houses.length > 0 && (
                <Place span={12}>
                  <Houses />
                </Place>
              )}
            </CardSection>
            <CardSection title="Stakeholders" offers={furtherRoles}>
              {listedRoles.map((role, index) => (
                <Place key={role} span={index < 2 ? 6 : 4}>
                  <PartyField role={role} disabled={disabled} />
                </Place>
              ))}
              {furtherRoles.map(role => (
                <Place key={role} span={4} of={role}>
                  <PartyField role={role} disabled={disabled} />
                </Place>
              ))}
            </CardSection>
            <CardSection
              title="Quotation Details"
              offers={[
                'quote.viaPortId',
                'placeOfReceipt',
                'placeOfDelivery',
                'incoterm',
                'incotermPlace',
                'service',
                'validUntil',
              ]}
            >
              <Place span={shown.isShown('quote.clType') ? 3 : 5}>
                <FormText {...field('quote.commodity')} />
              </Place>
              <Place span={2}>
                <FormChoice {...field('quote.transportMode')} choices={transportModes} />
              </Place>
              <Place span={2} of="quote.clType">
                <FormChoice {...field('quote.clType')} choices={loadTypes} />
              </Place>
              <Place span={5}>
                <FormChoice {...field('quote.quoteType')} choices={quoteTypes} />
              </Place>
              <Place span={portSpan}>
                <PortField portType="Loading" disabled={disabled} />
              </Place>
              <Place span={portSpan} of="quote.viaPortId">
                <PortField portType="Via" disabled={disabled} />
              </Place>
              <Place span={portSpan}>
                <PortField portType="Discharge" disabled={disabled} />
              </Place>
              <Place span={portSpan}>
                <PortField portType="Destination" disabled={disabled} />
              </Place>
              <Place span={3} of="placeOfReceipt">
                <FormText {...field('placeOfReceipt')} />
              </Place>
              <Place span={3} of="placeOfDelivery">
                <FormText {...field('placeOfDelivery')} />
              </Place>
              <Place span={4} of="incoterm">
                <IncotermField disabled={disabled} />
              </Place>
              <Place span={3} of="incotermPlace">
                <FormText {...field('incotermPlace')} />
              </Place>
              <Place span={2} of="service">
                <FormChoice {...field('service')} choices={services} />
              </Place>
              <Place span={2} of="validUntil">
                <FormDate {...field('validUntil')} />
              </Place>
            </CardSection>
            <CardSection
              title="Schedule"
              offers={['vesselFlag', ...cutOffs, 'atd', 'ata', 'freeDays', 'sisttao']}
            >
              <Place span={2}>
                <FormDate {...field('swbro')} />
              </Place>
              <Place span={4} of="vesselName">
                <FormText {...field('vesselName')} />
                <OfMaster field="vesselName" />
              </Place>
              <Place span={2} of="vesselFlag">
                <VesselFlagField disabled={disabled} />
              </Place>
              <Place span={2} of="voyage">
                <FormText {...field('voyage')} label={isByAir ? 'Flight' : jobFieldLabels.voyage} />
                <OfMaster field="voyage" />
              </Place>
              <Place span={2}>
                <FormDate {...field('etd')} />
                <OfMaster field="etd" />
                <FormerDates field="etd" />
              </Place>
              <Place span={2}>
                <FormDate {...field('eta')} />
                <OfMaster field="eta" />
                <FormerDates field="eta" />
                {warning && (
                  <FieldWarning
                    message={warning}
                    {...(!disabled && { cure: 'Swap the dates', onCure: swapDates })}
                  />
                )}
              </Place>
              {cutOffs.map(name => (
                <Place key={name} span={3} of={name}>
                  <FormLocalTime {...field(name)} />
                </Place>
              ))}
              <Place span={2} of="atd">
                <FormDate {...field('atd')} />
                <OfMaster field="atd" />
              </Place>
              <Place span={2} of="ata">
                <FormDate {...field('ata')} />
                <OfMaster field="ata" />
              </Place>
              <Place span={2} of="freeDays">
                <FormNumber {...field('freeDays')} decimals={0} />
              </Place>
              <Place span={shown.isShown('sisttao') ? 8 : 12}>
                <FormTextArea {...field('customerInstructions')} rows={2} />
              </Place>
              <Place span={4} of="sisttao">
                <FormDate {...field('sisttao')} />
              </Place>
            </CardSection>
            <CargoSection disabled={disabled} />
            <CardSection
              title="Arrival Notice"
              offers={[
                'documentsReceivedDate',
                'dettco',
                'dsttco',
                'attachedDocuments',
                'igm',
                'indexNumber',
                'shedNumber',
                'releaseValidUntil',
                'dopubtco',
              ]}
            >
              <Place span={4} of="documentsReceivedDate">
                <FormDate {...field('documentsReceivedDate')} />
              </Place>
              <Place span={4}>
                <MasterBlField disabled={disabled} />
              </Place>
              <Place span={4}>
                <HouseBlField disabled={disabled} />
              </Place>
              <Place span={4} of="dettco">
                <FormDate {...field('dettco')} />
              </Place>
              <Place span={4} of="dsttco">
                <FormDate {...field('dsttco')} />
              </Place>
              <Place span={8} of="attachedDocuments">
                <FormTextArea {...field('attachedDocuments')} rows={2} />
              </Place>
              <Place span={4} of="igm">
                <FormText {...field('igm')} />
              </Place>
              <Place span={4} of="indexNumber">
                <FormText {...field('indexNumber')} />
              </Place>
              <Place span={4} of="shedNumber">
                <FormText {...field('shedNumber')} />
              </Place>
              <Place span={4} of="releaseValidUntil">
                <FormDate {...field('releaseValidUntil')} />
              </Place>
              <Place span={4} of="dopubtco">
                <FormDate {...field('dopubtco')} />
              </Place>
              {(shown.isAll || shown.isAnyLeftOut) && (
                <div className="card-grid__end">
                  <Button
                    variant="subtle"
                    size="compact-sm"
                    aria-pressed={shown.isAll}
                    onClick={() => shown.setAll(!shown.isAll)}
                  >
                    {shown.isAll ? 'Show only the fields of this job' : 'Show all fields'}
                  </Button>
                </div>
              )}
            </CardSection>
            <CarriagePaperSection disabled={disabled} />
            <ReferencesSection jobId={job.id} disabled={disabled} />
          </form>
        </div>
        {!disabled && <SaveBar />}
      </FoldedSectionsProvider>
    </ShownFieldsProvider>
  )
}
