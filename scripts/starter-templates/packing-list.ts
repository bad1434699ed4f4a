import { blank, boxes, field, listTable, party, port, signatures, space } from './blocks.ts'
import { PAGE_WIDTH } from './markup.ts'
import type { Paper } from './paper.ts'

const items = listTable('Items', [
  { heading: 'No.', width: 480, content: '{{Number}}' },
  { heading: 'Carton nos.', width: 980, content: '' },
  {
    heading: 'Description of goods',
    width: PAGE_WIDTH - 7_640,
    content: '{{Name}}\n{{Description}}',
    total: 'Total',
  },
  {
    heading: 'Quantity',
    width: 900,
    content: '{{Quantity | number:"#,##0"}}',
    isFigure: true,
    total: '{{ItemTotals.Quantity | number:"#,##0"}}',
  },
  {
    heading: 'Packages',
    width: 1_400,
    content: '{{NumberOfPacks | number:"#,##0"}} {{PackingMode}}',
    total: '{{ItemTotals.NumberOfPacks | number:"#,##0"}}',
  },
  {
    heading: 'Net weight',
    width: 1_150,
    content: '{{NetWeight | number:"#,##0.00"}}',
    isFigure: true,
    total: '{{ItemTotals.NetWeight | number:"#,##0.00"}}',
  },
  {
    heading: 'Gross weight',
    width: 1_150,
    content: '{{GrossWeight | number:"#,##0.00"}}',
    isFigure: true,
    total: '{{ItemTotals.GrossWeight | number:"#,##0.00"}}',
  },
  { heading: 'Unit', width: 580, content: '{{WeightUnit}}', total: '{{ItemTotals.WeightUnit}}' },
  { heading: 'Dimensions', width: 1_000, content: '' },
])

export const packingList: Paper = {
  name: 'Packing List',
  description: 'What is in which package, with weights.',
  missing: [
    'Invoice number',
    'Marks and numbers',
    'Cartons n–m of each item',
    'Dimensions and volume of each item',
  ],
  title: 'Packing List',
  number: 'Job {{Shipment.JobId}}',
  further: ['{{Today}}'],
  body:
    boxes([[party('Shipper', 'Shipper'), party('Consignee', 'Consignee')]], { height: 1_250 }) +
    space +
    boxes(
      [
        [
          blank('Invoice number and date'),
          field('House bill', '{{Shipment.HouseBl}}'),
          field('Vessel', '{{Shipment.VesselName}}'),
          field('Sails on', '{{Shipment.Etd}}'),
        ],
        [
          port('Port of loading', 'Loading'),
          port('Port of discharge', 'Discharge'),
          port('Final destination', 'Destination'),
          field('Volume of the whole', '{{Shipment.Volume | number:"#,##0.000"}} {{Shipment.VolumeUnit}}'),
        ],
        [blank('Marks and numbers')],
      ],
      { height: 620 },
    ) +
    space +
    items +
    space +
    signatures('For the shipper: name, signature, date'),
}
