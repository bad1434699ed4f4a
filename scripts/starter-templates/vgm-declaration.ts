import {
  space,
  field,
  onlyIf,
  issuedBy,
  party,
  boxes,
  listTable,
  signatures,
  heading,
  clause,
} from './blocks.ts'
import { carriedBy, carrierName, voyage, masterBillLabel, loadingPort, dischargePort } from './by-mode.ts'
import { bookingNumber } from './carriage.ts'
import { PAGE_WIDTH, paragraph } from './markup.ts'
import type { Paper } from './paper.ts'

const weights = (name: string) => `{{${name} | number:"#,##0.00##"}}`

const containers =
  onlyIf(
    'Containers',
    listTable('Containers', [
      { heading: 'Container', width: 1_450, content: '{{Number}}' },
      { heading: 'Type', width: 950, content: '{{Type}}' },
      { heading: 'Seals', width: PAGE_WIDTH - 8_950, content: '{{Seals}}' },
      { heading: 'Verified gross mass, kg', width: 1_800, content: weights('Vgm'), isFigure: true },
      { heading: 'Method', width: 1_550, content: '{{VgmMethod}}' },
      { heading: 'Weighed on', width: 1_300, content: '{{VgmDate}}' },
      { heading: 'Authorised person', width: 1_900, content: '{{VgmSignatory}}' },
    ]),
  ) + paragraph('Value', '{{#unless Containers}}No containers{{/unless}}')

export const vgmDeclaration: Paper = {
  name: 'VGM Declaration',
  description: 'Declares the verified gross mass of packed containers to the carrier and the terminal.',
  missing: [],
  title: '{{Paper.VgmDeclaration}}',
  number: 'Job {{Shipment.JobId}}',
  further: ['{{Today}}', 'Verified gross mass, SOLAS VI/2', issuedBy],
  body:
    boxes([[party('Shipper', 'Shipper'), party('To the carrier', 'Carrier')]], { height: 1_200 }) +
    space +
    boxes(
      [
        [
          bookingNumber,
          field(masterBillLabel, '{{Shipment.MasterBl}}'),
          field(carriedBy, carrierName),
          voyage,
        ],
        [
          loadingPort,
          dischargePort,
          field('ETD', '{{Shipment.Etd}}'),
          field('Number and type of containers', '{{ContainerTotals.Types}}'),
        ],
      ],
      { height: 600 },
    ) +
    heading('Verified gross mass') +
    containers +
    clause(
      'The mass stated is that of the packed container with its tare, its cargo, and all packing and securing material. ' +
        'It was obtained in accordance with SOLAS chapter VI, regulation 2: by method 1 the packed container was weighed ' +
        'on calibrated and certified equipment; by method 2 all packages, packing and securing material were weighed and ' +
        'the tare of the container was added, by a method certified by the authority of the state in which it was packed.',
    ) +
    signatures('Authorised person: name in capitals, signature, date'),
}
