import { space, field, whenFilled, party, boxes, signatures, heading, checkboxes, clause } from './blocks.ts'
import { loadingPort } from './by-mode.ts'
import { packages, grossWeight, volume, itemTable, markedColumns } from './cargo.ts'
import { placeOfReceipt, placeOfDelivery, issuedAt, issuedOn, serviceBox } from './carriage.ts'
import { originalOrCopy, type Paper } from './paper.ts'

/** By FIATA's rules for its certificate; whoever holds it can withdraw the instructions. */
const originals = field('Number of originals', 'One')

const instructions = 'Shipment.CustomerInstructions'

export const cargoReceipt: Paper = {
  name: 'Certificate of Receipt',
  description: 'Forwarder’s certificate of receipt (FCR): the goods are held for the consignee.',
  missing: ['Condition of the goods'],
  title: 'Certificate of Receipt',
  number: '{{Numbers.CargoReceipt}}',
  mark: originalOrCopy,
  further: ['Forwarder’s certificate of receipt', 'Our reference: job {{Shipment.JobId}}'],
  body:
    boxes([[party('Received from', 'Shipper'), party('Held for the consignee', 'Consignee')]], {
      height: 1_300,
    }) +
    space +
    boxes(
      [
        [
          placeOfReceipt,
          // Nobody certifies a day on which the cargo was only to be ready: without it the box is written by hand.
          field('Date of receipt', whenFilled('Shipment.ReceivedAtCfs', '{{Shipment.ReceivedAtCfs}}')),
          loadingPort,
          placeOfDelivery,
        ],
        [
          field('Packages', packages),
          field('Gross weight', grossWeight),
          field('Volume', volume),
          serviceBox,
        ],
      ],
      { height: 600 },
    ) +
    heading('Goods, as declared by the sender') +
    itemTable(markedColumns()) +
    space +
    boxes(
      [
        [
          field('Condition', checkboxes('in apparent good order', 'with these exceptions:')),
          field('Instructions of the sender', whenFilled(instructions, `{{${instructions}}}`)),
        ],
      ],
      {
        height: 900,
        isKept: true,
      },
    ) +
    space +
    boxes([[field('Place of issue', issuedAt), field('Date of issue', issuedOn), originals]], {
      height: 500,
      isKept: true,
    }) +
    clause(
      'We certify that we have taken over the goods described above, in apparent good order and condition unless noted ' +
        'otherwise, with the irrevocable instruction to hold them at the disposal of the consignee or to send them on to ' +
        'the consignee. These instructions can be withdrawn only against return of the original of this certificate, and ' +
        'only as long as we still hold the goods. The certificate is no document of title and cannot be negotiated. ' +
        'Weight, measure, contents and value are as declared and have not been checked.',
    ) +
    signatures('For {{Company.Name}}: stamp and signature'),
}
