import { blank, boxes, clause, field, party, port, signatures, space, checkboxes } from './blocks.ts'
import {
  byMode,
  dischargePort,
  loadingPort,
  onHouseBill,
  sailingDate,
  sealedIn,
  voyage,
  carrierName,
} from './by-mode.ts'
import { masterBill, itemColumns, volume, service, itemTable } from './cargo.ts'
import { PAGE_WIDTH } from './markup.ts'
import type { Paper } from './paper.ts'

const MARKS = 1_900

const goods = itemTable([
  { heading: 'Marks and numbers', width: MARKS, content: '' },
  ...itemColumns(PAGE_WIDTH - MARKS),
])

const conditions =
  'Received by the carrier from the shipper in apparent good order and condition, unless noted otherwise here, the ' +
  'packages and goods described above, for carriage from the place of receipt or the ' +
  byMode({
    sea: 'port of loading to the port of discharge',
    air: 'airport of departure to the airport of destination',
    road: 'place of loading to the place of unloading',
  }) +
  ' or the place of delivery. Weight, measure, marks, quality, contents and value are as declared by the ' +
  'shipper and have not been checked. One original of this bill, duly endorsed, must be given up in exchange for the ' +
  'goods or for a delivery order. In witness of this the number of originals stated has been signed; when one of them ' +
  'has been used the others are void.'

export const houseBill: Paper = {
  name: 'House Bill of Lading',
  description: 'Bill of lading that your company issues to the shipper.',
  missing: [
    'Notify party',
    'Place of receipt',
    'Marks and numbers',
    'Containers and seals',
    'HS codes',
    'Freight prepaid or collect',
    'Number of originals',
    'Place of issue where it is not your city',
  ],
  title: 'Bill of Lading',
  number: '{{Numbers.HouseBill}}',
  code: 'Numbers.HouseBill',
  further: ['Our reference: job {{Shipment.JobId}}', masterBill],
  body:
    boxes(
      [
        [party('Shipper', 'Shipper'), party('For delivery of the goods apply to', 'Agent')],
        [party('Consignee, or to the order of', 'Consignee'), blank('Notify party')],
      ],
      { height: 1_350 },
    ) +
    space +
    boxes(
      [
        [blank('Place of receipt'), loadingPort, field(onHouseBill.carriedBy, carrierName), voyage],
        [
          dischargePort,
          port('Place of delivery', 'Destination'),
          field(sailingDate, '{{Shipment.Etd}}'),
          field('Expected on', '{{Shipment.Eta}}'),
        ],
      ],
      { height: 620 },
    ) +
    space +
    goods +
    space +
    boxes([[sealedIn, blank('HS codes'), field('Measurement', volume)]], {
      height: 800,
    }) +
    space +
    boxes(
      [
        [
          field('Freight', checkboxes('prepaid', 'collect')),
          field('Service', service),
          blank('Number of originals'),
          field('Place and date of issue', '{{Company.City}}', '{{Today}}'),
        ],
      ],
      { height: 620 },
    ) +
    clause(conditions) +
    signatures('Shipper’s acceptance', 'Signed for the carrier: {{Company.Name}}'),
}
