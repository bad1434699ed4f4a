import type { Job, JobRow } from '#contract/jobs.ts'
import { partyWire, type Party, type PartyRole } from '#contract/parties.ts'

type Links = Pick<
  Job,
  'shipmentConsignees' | 'shipmentShipers' | 'shipmentAgents' | 'shipmentCarriers' | 'shipmentClearingAgents'
>

/** A company's part on a job as the database gives it. */
export type StoredJobParty<P> = { id: string; role: PartyRole; partyId: string; party: P }

/** The five lists of a job's links from its parts; a role that nobody plays is an empty list. */
export function linkLists(shipmentId: string, parts: readonly StoredJobParty<Party | null>[]): Links {
  const lists: Links = {
    shipmentConsignees: [],
    shipmentShipers: [],
    shipmentAgents: [],
    shipmentCarriers: [],
    shipmentClearingAgents: [],
  }
  for (const { id, role, partyId, party } of parts) {
    const { list, field } = partyWire[role]
    const links = lists[list] as unknown[]
    links.push({ id, shipmentId, [field]: partyId, party })
  }
  return lists
}

export const briefLinkLists = linkLists as unknown as (
  shipmentId: string,
  parts: readonly StoredJobParty<unknown>[],
) => Pick<JobRow, keyof Links>

type JobHead = Omit<JobRow, keyof Links | 'quote' | 'master' | 'owner'>

/**
 * The job's own fields and its quote, whose fields stand in the same row. Named one by one: copying "all but
 * these" takes ten times as long, and a page has fifty.
 */
export const withQuote = (row: JobHead & Job['quote']): JobHead & Pick<JobRow, 'quote'> => ({
  id: row.id,
  jobId: row.jobId,
  name: row.name,
  statusId: row.statusId,
  swbro: row.swbro,
  vesselName: row.vesselName,
  voyage: row.voyage,
  etd: row.etd,
  eta: row.eta,
  customerInstructions: row.customerInstructions,
  sisttao: row.sisttao,
  grossWeight: row.grossWeight,
  netWeight: row.netWeight,
  weightUnit: row.weightUnit,
  volume: row.volume,
  volumeUnit: row.volumeUnit,
  numberOfPackages: row.numberOfPackages,
  documentsReceivedDate: row.documentsReceivedDate,
  mbl: row.mbl,
  hbl: row.hbl,
  dettco: row.dettco,
  dsttco: row.dsttco,
  igm: row.igm,
  indexNumber: row.indexNumber,
  shedNumber: row.shedNumber,
  dopubtco: row.dopubtco,
  direction: row.direction,
  placeOfReceipt: row.placeOfReceipt,
  placeOfDelivery: row.placeOfDelivery,
  incoterm: row.incoterm,
  incotermPlace: row.incotermPlace,
  freightPayment: row.freightPayment,
  freightPayableAt: row.freightPayableAt,
  originals: row.originals,
  placeOfIssue: row.placeOfIssue,
  dateOfIssue: row.dateOfIssue,
  onBoardDate: row.onBoardDate,
  service: row.service,
  atd: row.atd,
  ata: row.ata,
  freeDays: row.freeDays,
  validUntil: row.validUntil,
  masterShipmentId: row.masterShipmentId,
  ownerId: row.ownerId,
  templateName: row.templateName,
  shipmentDate: row.shipmentDate,
  version: row.version,
  quote: {
    commodity: row.commodity,
    transportMode: row.transportMode,
    quoteType: row.quoteType,
    clType: row.clType,
    loadingPortId: row.loadingPortId,
    viaPortId: row.viaPortId,
    dischargePortId: row.dischargePortId,
    destinationPortId: row.destinationPortId,
    loadingPort: row.loadingPort,
    viaPort: row.viaPort,
    dischargePort: row.dischargePort,
    destinationPort: row.destinationPort,
    financeId: row.financeId,
  },
})
