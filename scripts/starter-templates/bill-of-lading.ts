import {
  space,
  field,
  agentAtDestination,
  notifyParties,
  party,
  boxes,
  signatures,
  clause,
} from './blocks.ts'
import { byMode, carrierName, onHouseBill, voyage, loadingPort, dischargePort } from './by-mode.ts'
import { volume, itemTable, markedColumns } from './cargo.ts'
import {
  placeOfReceipt,
  placeOfDeliveryAlone,
  freight,
  hasNoOriginals,
  originals,
  issued,
  shippedOnBoard,
  packagesInWords,
  serviceBox,
  withOriginals,
} from './carriage.ts'
import { cargoDetails, containerTable } from './containers.ts'

const goods = itemTable(markedColumns({ withReferences: true }))

const taken =
  'Received by the carrier from the shipper in apparent good order and condition, unless noted otherwise here, the ' +
  'packages and goods described above, said to contain what is stated, for carriage from the place of receipt or the ' +
  byMode({
    sea: 'port of loading to the port of discharge',
    air: 'airport of departure to the airport of destination',
    road: 'place of loading to the place of unloading',
  }) +
  ' or the place of delivery. Weight, measure, marks, quality, contents and value are as declared by the ' +
  'shipper and have not been checked. '

const givenUp =
  'One original of this bill, duly endorsed, must be given up in exchange for the goods or for a delivery order. In ' +
  'witness of this the number of originals stated has been signed; when one of them has been used the others are void.'

const deliveredTo =
  'This waybill is not negotiable and is no document of title. The goods are delivered to the consignee named, who has ' +
  'only to prove who they are. The shipper may name another consignee until the goods are claimed at destination.'

/** The boxes of a bill of lading, in the order of the FIATA multimodal transport bill of lading, or of a sea waybill. */
export function billBody({ isNegotiable }: { isNegotiable: boolean }): string {
  const consignee = party(
    isNegotiable ? withOriginals('Consignee, or to the order of', 'Consignee') : 'Consignee',
    'Consignee',
  )
  return (
    boxes(
      [
        [party('Shipper', 'Shipper'), agentAtDestination('For delivery of the goods apply to')],
        [consignee, notifyParties('Notify party')],
      ],
      { height: 1_250 },
    ) +
    space +
    boxes(
      [
        [placeOfReceipt, loadingPort, field(onHouseBill.carriedBy, carrierName), voyage],
        [dischargePort, placeOfDeliveryAlone, serviceBox, freight],
      ],
      { height: 560 },
    ) +
    space +
    goods +
    containerTable(cargoDetails, { title: '' }) +
    space +
    boxes(
      [
        [...(isNegotiable ? [originals] : []), field('Measurement', volume), shippedOnBoard, issued],
        [packagesInWords],
      ],
      { height: 500, isKept: true },
    ) +
    clause(
      taken +
        (isNegotiable ? `{{#if ${hasNoOriginals}}}${deliveredTo}{{else}}${givenUp}{{/if}}` : deliveredTo),
    ) +
    signatures('Signed for {{Company.Name}} as carrier')
  )
}
