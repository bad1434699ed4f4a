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
import { type Job, jobFieldLabels as labels } from '#contract/jobs.ts'
import { date, number, text, unit, type CatalogueField } from './field-group.ts'

export const jobFields: readonly CatalogueField<Job>[] = [
  number('JobId', 'Job Id', job => job.jobId, 'JobNumber', 'Number'),
  text('Name', labels.name, job => job.name),
  text('Status', labels.statusId, job => labelOf(jobStatuses, job.statusId), 'StatusId'),
  text('Direction', labels.direction, job => labelOf(directions, job.direction)),
  date('ShipmentDate', 'Shipment Date', job => job.shipmentDate),
  date('ReadyOn', labels.swbro, job => job.swbro, 'Swbro'),
  text('VesselName', labels.vesselName, job => job.vesselName, 'Vessel'),
  text('Voyage', labels.voyage, job => job.voyage, 'VoyageNumber', 'Flight', 'FlightNumber'),
  date('Etd', labels.etd, job => job.etd),
  date('Eta', labels.eta, job => job.eta),
  text('CustomerInstructions', labels.customerInstructions, job => job.customerInstructions),
  date('ShippingInstructionsSentOn', labels.sisttao, job => job.sisttao, 'Sisttao'),
  number('GrossWeight', labels.grossWeight, job => job.grossWeight),
  number('NetWeight', labels.netWeight, job => job.netWeight),
  unit('WeightUnit', labels.weightUnit, job => labelOf(weightUnits, job.weightUnit)),
  number('Volume', labels.volume, job => job.volume),
  unit('VolumeUnit', labels.volumeUnit, job => labelOf(volumeUnits, job.volumeUnit)),
  number('ChargeableWeight', 'Chargeable weight by air, kg', job => chargeableWeight(job)?.kilograms ?? null),
  number('NumberOfPackages', labels.numberOfPackages, job => job.numberOfPackages),
  date(
    'DocumentsReceivedOn',
    labels.documentsReceivedDate,
    job => job.documentsReceivedDate,
    'DocumentsReceivedDate',
  ),
  text('MasterBl', labels.mbl, job => job.mbl, 'Mbl'),
  text('HouseBl', labels.hbl, job => job.hbl, 'Hbl'),
  date('DocumentsEmailedToCustomerOn', labels.dettco, job => job.dettco, 'Dettco'),
  date('DocumentsSubmittedToCarrierOn', labels.dsttco, job => job.dsttco, 'Dsttco'),
  text('Igm', labels.igm, job => job.igm),
  text('IndexNumber', labels.indexNumber, job => job.indexNumber),
  text('ShedNumber', labels.shedNumber, job => job.shedNumber),
  date('DeliveryOrderPickedUpOn', labels.dopubtco, job => job.dopubtco, 'Dopubtco'),
  text('Owner', labels.ownerId, job => job.owner?.displayName ?? null, 'OwnerName', 'OwnerId'),
  text('OwnerEmail', "Owner's e-mail", job => job.owner?.email ?? null),
]

export const quoteFields: readonly CatalogueField<Job['quote']>[] = [
  text('Commodity', labels['quote.commodity'], quote => quote.commodity),
  text('TransportMode', labels['quote.transportMode'], quote => labelOf(transportModes, quote.transportMode)),
  text('QuoteType', labels['quote.quoteType'], quote => labelOf(quoteTypes, quote.quoteType)),
  text('LoadType', labels['quote.clType'], quote => labelOf(loadTypes, quote.clType), 'ClType'),
  text('LoadingPort', labels['quote.loadingPortId'], quote => quote.loadingPort, 'PortOfLoading'),
  text('ViaPort', labels['quote.viaPortId'], quote => quote.viaPort),
  text('DischargePort', labels['quote.dischargePortId'], quote => quote.dischargePort, 'PortOfDischarge'),
  text(
    'DestinationPort',
    labels['quote.destinationPortId'],
    quote => quote.destinationPort,
    'PortOfDestination',
  ),
]
