import { chargeableWeight } from '#contract/chargeable-weight.ts'
import {
  directions,
  jobStatuses,
  labelOf,
  loadTypes,
  quoteTypes,
  transportModes,
  volumeUnits,
  weightUnits,
} from '#contract/choices.ts'
import type { Job } from '#contract/jobs.ts'
import { date, number, text, type CatalogueField } from './field-group.ts'

export const jobFields: readonly CatalogueField<Job>[] = [
  number('JobId', 'Job Id', job => job.jobId, 'JobNumber', 'Number'),
  text('Name', 'Name', job => job.name),
  text('Status', 'Status', job => labelOf(jobStatuses, job.statusId), 'StatusId'),
  text('Direction', 'Import or export', job => labelOf(directions, job.direction)),
  date('ShipmentDate', 'Shipment date', job => job.shipmentDate),
  date('ReadyOn', 'Ready on', job => job.swbro, 'Swbro'),
  text('VesselName', 'Vessel name', job => job.vesselName, 'Vessel'),
  date('Etd', 'ETD', job => job.etd),
  date('Eta', 'ETA', job => job.eta),
  text('CustomerInstructions', 'Customer instructions', job => job.customerInstructions),
  date('ShippingInstructionsSentOn', 'Shipping instructions sent on', job => job.sisttao, 'Sisttao'),
  number('GrossWeight', 'Gross weight', job => job.grossWeight),
  number('NetWeight', 'Net weight', job => job.netWeight),
  text('WeightUnit', 'Weight unit', job => labelOf(weightUnits, job.weightUnit)),
  number('Volume', 'Volume', job => job.volume),
  text('VolumeUnit', 'Volume unit', job => labelOf(volumeUnits, job.volumeUnit)),
  number('ChargeableWeight', 'Chargeable weight by air, kg', job => chargeableWeight(job)?.kilograms ?? null),
  number('NumberOfPackages', 'Number of packages', job => job.numberOfPackages),
  date(
    'DocumentsReceivedOn',
    'Documents received on',
    job => job.documentsReceivedDate,
    'DocumentsReceivedDate',
  ),
  text('MasterBl', 'Master B/L', job => job.mbl, 'Mbl'),
  text('HouseBl', 'House B/L', job => job.hbl, 'Hbl'),
  date('DocumentsEmailedToCustomerOn', 'Documents e-mailed to customer on', job => job.dettco, 'Dettco'),
  date('DocumentsSubmittedToCarrierOn', 'Documents submitted to carrier on', job => job.dsttco, 'Dsttco'),
  text('Igm', 'IGM', job => job.igm),
  text('IndexNumber', 'Index number', job => job.indexNumber),
  text('ShedNumber', 'Shed number', job => job.shedNumber),
  date('DeliveryOrderPickedUpOn', 'D/O picked up by customer on', job => job.dopubtco, 'Dopubtco'),
]

export const quoteFields: readonly CatalogueField<Job['quote']>[] = [
  text('Commodity', 'Commodity', quote => quote.commodity),
  text('TransportMode', 'Mode of transport', quote => labelOf(transportModes, quote.transportMode)),
  text('QuoteType', 'Quote type', quote => labelOf(quoteTypes, quote.quoteType)),
  text('LoadType', 'Load type', quote => labelOf(loadTypes, quote.clType), 'ClType'),
  text('LoadingPort', 'Port of loading', quote => quote.loadingPort, 'PortOfLoading'),
  text('ViaPort', 'Via port', quote => quote.viaPort),
  text('DischargePort', 'Port of discharge', quote => quote.dischargePort, 'PortOfDischarge'),
  text('DestinationPort', 'Port of destination', quote => quote.destinationPort, 'PortOfDestination'),
]
