import {
  space,
  field,
  whenFilled,
  issuedBy,
  notifyParties,
  party,
  boxes,
  signatures,
  heading,
  checkboxes,
  clause,
} from './blocks.ts'
import { loadingPort, dischargePort } from './by-mode.ts'
import { volume, itemTable, markedColumns } from './cargo.ts'
import { declared, placeOfReceipt, placeOfDeliveryAlone, freight, incoterm, serviceBox } from './carriage.ts'
import { cargoDetails, containerTable } from './containers.ts'
import type { Paper } from './paper.ts'

export const letterOfInstruction: Paper = {
  name: 'Shipper’s Letter of Instruction',
  description: 'The shipper instructs your company how to forward and insure the goods, and signs it.',
  missing: [],
  title: 'Shipper’s Letter of Instruction',
  number: 'Job {{Shipment.JobId}}',
  further: ['{{Today}}', issuedBy],
  body:
    boxes(
      [
        [
          party('Shipper', 'Shipper'),
          field('Forwarder', '{{Company.Name}}', '{{Company.AddressLine}}', '{{Company.ContactLine}}'),
        ],
        [party('Consignee', 'Consignee'), notifyParties('Notify party')],
      ],
      { height: 1_200 },
    ) +
    space +
    boxes(
      [
        [placeOfReceipt, loadingPort, dischargePort, placeOfDeliveryAlone],
        [serviceBox, incoterm, freight, field('Cargo ready on', '{{Shipment.ReadyOn}}')],
        [
          field('Volume', volume),
          field('Declared value for carriage', declared('DeclaredValueForCarriage', 'NVD')),
          field('Declared value for customs', declared('DeclaredValueForCustoms', 'NCV')),
        ],
      ],
      { height: 600 },
    ) +
    heading('Cargo') +
    itemTable(markedColumns({ withNet: true, withDimensions: true })) +
    containerTable(cargoDetails) +
    space +
    boxes(
      [
        [
          field(
            'Insurance of the goods',
            '{{#if Shipment.InsuranceAmount}}To be covered by you for{{else}}' +
              `${checkboxes('to be covered by you for:', 'covered by us')}{{/if}}`,
            '{{#if Shipment.InsuranceAmount}}{{Shipment.InsuranceAmount | amount}} {{Company.Currency}}{{/if}}',
          ),
          field(
            'Documents attached',
            `{{#if Shipment.AttachedDocuments}}{{Shipment.AttachedDocuments}}{{else}}${checkboxes(
              'Invoice',
              'Packing list',
              'Certificate of origin',
              'Export licence',
              'Dangerous goods declaration',
            )}{{/if}}`,
          ),
          field(
            'Instructions',
            '{{Shipment.HandlingInformation}}',
            whenFilled('Shipment.CustomerInstructions', '{{Shipment.CustomerInstructions}}'),
          ),
        ],
      ],
      { height: 760, isKept: true },
    ) +
    clause(
      'We ask you to forward the goods described on these terms and to make out the papers of the carriage in our name. ' +
        'The particulars are true and complete; dangerous goods are declared as such. We answer for charges that the ' +
        'consignee does not pay.',
    ) +
    signatures('For the shipper: name, signature, stamp, date'),
}
