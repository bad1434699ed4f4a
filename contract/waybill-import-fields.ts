import { rateClasses, waybillChargesChoices } from './choices.ts'
import { importField, type ImportFields } from './import-field.ts'
import { jobFields } from './job-fields.ts'

/** What a column of a file of jobs can be, of the charges on an air waybill. */
export const waybillImportFields = {
  waybillCharges: importField(
    jobFields.waybillCharges.label,
    'choice',
    'awb charges, waybill charges, charges on awb',
    waybillChargesChoices,
  ),
  rateClass: importField(jobFields.rateClass.label, 'choice', 'awb rate class', rateClasses),
  waybillRate: importField(jobFields.waybillRate.label, 'measure', 'awb rate, waybill rate, rate per kg'),
  valuationCharge: importField(jobFields.valuationCharge.label, 'measure', 'valuation charges'),
  waybillTax: importField(jobFields.waybillTax.label, 'measure', 'awb tax, waybill tax'),
  chargesDueAgent: importField(
    jobFields.chargesDueAgent.label,
    'measure',
    'charges due agent, total other charges due agent, due agent',
  ),
  chargesDueCarrier: importField(
    jobFields.chargesDueCarrier.label,
    'measure',
    'charges due carrier, total other charges due carrier, due carrier',
  ),
} satisfies ImportFields
