import { field, whenFilled, onlyIf, portLines } from './blocks.ts'
import { paragraph } from './markup.ts'

type ByMode = { sea: string; air: string; road: string }

/** Says it as the job's mode of transport has it; a job whose mode nobody has chosen is read as one by sea. */
export const byMode = ({ sea, air, road }: ByMode): string =>
  `{{#if Quote.TransportMode = "Air"}}${air}{{else if Quote.TransportMode = "Road"}}${road}{{else}}${sea}{{/if}}`

const isByLandOrAir = 'Quote.TransportMode = "Air" or Quote.TransportMode = "Road"'
export const isBySea = 'Quote.TransportMode <> "Air" and Quote.TransportMode <> "Road"'

/** Whole paragraphs and tables, other ones by sea than by air and road. */
export const bySeaOrNot = (sea: string, others: string): string =>
  onlyIf(isByLandOrAir, others) + onlyIf(isBySea, sea)

/** For an export full containers come empty from a depot and go to a terminal; cargo that shares one goes to a freight station. */
export const ofFullContainers = (content: string): string =>
  onlyIf(`${isBySea} and Quote.LoadType <> "LCL" and Shipment.Direction <> "Import"`, content)
/** The same choice within a text. */
export const fullOrLess = (full: string, less: string): string =>
  `{{#if ${isByLandOrAir} or Quote.LoadType = "LCL"}}${less}{{else}}${full}{{/if}}`

/** The heading of what carries the cargo. */
export const carriedBy = byMode({ sea: 'Vessel', air: 'Flight', road: 'Truck' })
/** A flight has its number in Flight; where that is blank, and of a ship or a truck, its name is printed. */
export const carrierName =
  '{{#if Quote.TransportMode = "Air" and Shipment.Voyage}}{{Shipment.Voyage}}{{else}}{{Shipment.VesselName}}{{/if}}'
/** On the house papers of the sea and the air, which a job by road may have too, and one whose mode nobody has chosen. */
export const onHouseBill = {
  carriedBy: `{{#if Quote.TransportMode = "Road"}}Truck{{else if Quote.TransportMode = "Sea"}}Vessel{{else}}Vessel / vehicle{{/if}}`,
  carriedByAir: `{{#if Quote.TransportMode = "Road"}}Truck{{else if Quote.TransportMode = "Air"}}Flight{{else}}Flight / vehicle{{/if}}`,
}
/** The actual departure once there is one, until then the day on which it is expected. */
export const departureDay = '{{#if Shipment.Atd}}{{Shipment.Atd}}{{else}}{{Shipment.Etd}}{{/if}}'

/** The box beside it. */
export const voyage = field(
  byMode({ sea: 'Voyage', air: 'Flight date', road: '' }),
  byMode({ sea: '{{Shipment.Voyage}}', air: departureDay, road: '' }),
)

/** True before that day and after. */
export const sailing = field(
  byMode({ sea: 'Sailing date', air: 'Departure date', road: 'Departure date' }),
  departureDay,
)
/** The actual arrival once there is one, until then the day on which it is expected. */
export const arrival = field(
  '{{#if Shipment.Ata}}Arrived on{{else}}Expected on{{/if}}',
  '{{#if Shipment.Ata}}{{Shipment.Ata}}{{else}}{{Shipment.Eta}}{{/if}}',
)

/** A waybill is no bill of lading; a road job has a consignment note (CMR convention, article 4). */
export const houseBillLabel = byMode({
  sea: 'House bill',
  air: 'House air waybill',
  road: 'Consignment note',
})
export const masterBillLabel = byMode({
  sea: 'Master bill',
  air: 'Master air waybill',
  road: 'Carrier’s reference',
})

const place = (label: string, group: string, ...more: readonly string[]) =>
  field(label, ...portLines(group), ...more)

/** Where the route leads through, where it leads through somewhere. */
export const via = whenFilled('ViaPort.Name', 'Via {{ViaPort.Name}} {{ViaPort.ModeCode}}')
export const viaLine = paragraph('Value', via)

const loadingLabel = byMode({
  sea: 'Port of loading',
  air: 'Airport of departure',
  road: 'Place of loading',
})

export const loadingPort = place(loadingLabel, 'Loading', via)
const dischargeLabel = byMode({
  sea: 'Port of discharge',
  air: 'Airport of destination',
  road: 'Place of unloading',
})
export const dischargePort = place(dischargeLabel, 'Discharge')
/** Below the destination: where the cargo leaves the vessel, the flight or the truck, if that is another place. */
export const dischargeLine = paragraph(
  'Value',
  whenFilled(
    'DischargePort.Name <> DestinationPort.Name or DischargePort.Code <> DestinationPort.Code',
    `${whenFilled('DischargePort.Name', `${dischargeLabel}: {{DischargePort.Name}} {{DischargePort.ModeCode}}`)}`,
  ),
)
