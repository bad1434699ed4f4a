import {
  space,
  field,
  whenFilled,
  onlyIf,
  blank,
  party,
  port,
  boxes,
  listTable,
  signatures,
  heading,
  clause,
} from './blocks.ts'
import { itemWeight, packagesOf } from './cargo.ts'
import { containerColumns } from './containers.ts'
import { PAGE_WIDTH } from './markup.ts'
import type { Paper } from './paper.ts'

/** The boxes of the multimodal dangerous goods form of the IMDG Code, 5.4.5. */
const numbered = (box: string, label: string) => `${box}. ${label}`

/** A row for each item with a UN number: others on the job are on other papers. */
const goods = listTable(
  'Items',
  [
    { heading: numbered('14', 'Shipping marks'), width: 1_700, content: '{{MarksAndNumbers}}' },
    {
      heading: 'Number and kind of packages; description of the goods',
      width: PAGE_WIDTH - 7_300,
      content: `${packagesOf('NumberOfPacks', 'Packaging')}\n*{{DangerousGoods}}*\n{{Name}}\n{{Description}}`,
    },
    { heading: 'Gross mass', width: 1_700, content: itemWeight('GrossWeight'), isFigure: true },
    { heading: 'Net mass', width: 1_700, content: itemWeight('NetWeight'), isFigure: true },
    { heading: 'Cube, m³', width: 2_200, content: '{{Volume | number:"#,##0.000#"}}', isFigure: true },
  ],
  { rowsIf: 'UnNumber' },
)

/** Those that hold dangerous goods, or may: nobody declares what is in the others. */
const containers = onlyIf(
  'Containers',
  space +
    heading('15 to 19. Containers, seals, size and type, tare and gross mass') +
    listTable(
      'Containers',
      containerColumns(['cargoWeight', 'tare', 'vgm']).map(({ total: _, ...column }) => column),
      { rowsIf: 'DangerousGoods' },
    ),
)

export const dangerousGoodsNote: Paper = {
  name: 'Dangerous Goods Note',
  description: 'The shipper declares dangerous goods for carriage by sea (IMDG Code), and signs it.',
  missing: [],
  title: '{{Paper.DangerousGoodsNote}}',
  number: 'Job {{Shipment.JobId}}',
  further: ['{{Today}}', whenFilled('Shipment.HouseBl', `House bill {{Shipment.HouseBl}}`)],
  body:
    boxes(
      [
        [party(numbered('1', 'Shipper'), 'Shipper'), party(numbered('6', 'Consignee'), 'Consignee')],
        [
          field(numbered('5', 'Forwarder and its reference'), '{{Company.Name}}', 'Job {{Shipment.JobId}}'),
          party(numbered('7', 'Carrier'), 'Carrier'),
        ],
        [
          field(
            'Declaration of the shipper',
            'I declare that the contents of this consignment are fully and accurately described below by the proper shipping ' +
              'name, and are classified, packaged, marked and labelled or placarded and in all respects in proper condition for ' +
              'transport by the international and national regulations that apply.',
          ),
          field(
            numbered('9', 'Additional handling information; emergency contact'),
            '{{Shipment.HandlingInformation}}',
          ),
        ],
      ],
      { height: 1_000 },
    ) +
    space +
    boxes(
      [
        [
          field(numbered('10', 'Vessel and voyage'), '{{Shipment.VesselName}}', '{{Shipment.Voyage}}'),
          port(numbered('11', 'Port of loading'), 'Loading'),
          port(numbered('12', 'Port of discharge'), 'Discharge'),
          port(numbered('13', 'Destination'), 'Destination'),
        ],
      ],
      { height: 600 },
    ) +
    space +
    goods +
    containers +
    space +
    boxes(
      [
        [
          field(
            numbered('20', 'Packing certificate of the container or vehicle'),
            'The goods described above were packed in the container or vehicle identified above in accordance with 5.4.2 of the ' +
              'IMDG Code. To be signed for every full load by the person responsible for packing.',
            'Company, name and status, place and date, signature:',
          ),
          blank(numbered('21', 'Receipt of the terminal: name, date, signature')),
        ],
      ],
      { height: 1_200, isKept: true },
    ) +
    clause('All particulars are the shipper’s. The note is void without the shipper’s signature.') +
    signatures('22. For the shipper: name and status, place and date, signature'),
}
