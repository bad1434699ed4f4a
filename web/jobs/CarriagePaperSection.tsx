import { useWatch } from 'react-hook-form'
import {
  freightPayments,
  rateClasses,
  TransportMode,
  WaybillCharges,
  waybillChargesChoices,
} from '#contract/choices.ts'
import { type JobField, jobFieldLabels } from '#contract/job-fields.ts'
import { FormDate } from '#web/ui/form/DateField.tsx'
import { FormChoice, FormNumber, FormText } from '#web/ui/form/form-fields.tsx'
import { CardSection, Place } from './CardSection.tsx'
import { useJobFormContext } from './job-form.ts'
import { OfMaster } from './OfMaster.tsx'
import type { SectionTitle } from './section-summaries.ts'

/** What the paper of the carriage is called, by mode; a job that says none goes by sea, as most do. */
export const carriagePaper = (transportMode: number | null): SectionTitle =>
  transportMode === TransportMode.air
    ? 'Air Waybill'
    : transportMode === TransportMode.road
      ? 'Consignment Note'
      : 'Bill of Lading'

const offered = [
  'freightPayment',
  'freightPayableAt',
  'originals',
  'onBoardDate',
  'placeOfIssue',
  'dateOfIssue',
  'valueForCarriage',
  'valueForCustoms',
  'waybillCharges',
  'rateClass',
] as const satisfies readonly JobField[]

/** What an air waybill says where its charges are shown. */
const amounts = [
  'waybillRate',
  'valuationCharge',
  'waybillTax',
  'chargesDueAgent',
  'chargesDueCarrier',
] as const satisfies readonly JobField[]

/** What the bill of lading or waybill states besides parties, ports and cargo. */
export function CarriagePaperSection({ disabled }: { disabled: boolean }) {
  const { control } = useJobFormContext().form
  const [transportMode, charges] = useWatch({ control, name: ['quote.transportMode', 'waybillCharges'] })
  const areShown = transportMode === TransportMode.air && charges === WaybillCharges.shown
  const field = <Name extends JobField>(name: Name) => ({
    control,
    name,
    label: jobFieldLabels[name],
    disabled,
  })
  return (
    <CardSection
      title={carriagePaper(transportMode)}
      offers={areShown ? offered.filter(name => name !== 'rateClass') : offered}
    >
      <Place span={2} of="freightPayment">
        <FormChoice {...field('freightPayment')} choices={freightPayments} />
      </Place>
      <Place span={3} of="freightPayableAt">
        <FormText {...field('freightPayableAt')} />
      </Place>
      <Place span={2} of="originals">
        <FormNumber {...field('originals')} decimals={0} />
      </Place>
      <Place span={2} of="onBoardDate">
        <FormDate {...field('onBoardDate')} />
        <OfMaster field="onBoardDate" />
      </Place>
      <Place span={3} of="placeOfIssue">
        <FormText {...field('placeOfIssue')} />
      </Place>
      <Place span={2} of="dateOfIssue">
        <FormDate {...field('dateOfIssue')} />
      </Place>
      <Place span={3} of="valueForCarriage">
        <FormNumber {...field('valueForCarriage')} />
      </Place>
      <Place span={3} of="valueForCustoms">
        <FormNumber {...field('valueForCustoms')} />
      </Place>
      <Place span={3} of="waybillCharges">
        <FormChoice {...field('waybillCharges')} choices={waybillChargesChoices} />
      </Place>
      <Place span={3} {...(!areShown && { of: 'rateClass' })}>
        <FormChoice {...field('rateClass')} choices={rateClasses} />
      </Place>
      {amounts.map(name => (
        <Place key={name} span={3} {...(!areShown && { of: name })}>
          <FormNumber {...field(name)} />
        </Place>
      ))}
      {areShown && (
        <Place span={12}>
          <p className="job-details__note">
            An empty rate class, rate or other charge comes from the freight charges under Finance.
          </p>
        </Place>
      )}
    </CardSection>
  )
}
