import type { PartyLists } from '#contract/job-parties.ts'
import type { Job, JobRow } from '#contract/jobs.ts'
import {
  furtherRoles,
  isListedRole,
  type ListedRole,
  partyWire,
  type Party,
  type PartyRole,
} from '#contract/parties.ts'

type Links = Omit<PartyLists, 'shipmentParties'>

/** A company's role on a job as the database gives it. */
export type StoredJobParty<P, Role = PartyRole> = { id: string; role: Role; partyId: string; party: P }

/** The lists of a job's links from its parts; a role that nobody has is an empty list. */
export function linkLists(shipmentId: string, parts: readonly StoredJobParty<Party | null>[]): PartyLists {
  const ofRole = ({ role, id, partyId, party }: StoredJobParty<Party | null>) =>
    isListedRole(role) ? [] : { id, shipmentId, role, partyId, party }
  return {
    ...listedLinks(
      shipmentId,
      parts.filter((part): part is StoredJobParty<Party | null, ListedRole> => isListedRole(part.role)),
    ),
    shipmentParties: parts
      .flatMap(ofRole)
      .sort((one, other) => furtherRoles.indexOf(one.role) - furtherRoles.indexOf(other.role)),
  }
}

function listedLinks(shipmentId: string, parts: readonly StoredJobParty<Party | null, ListedRole>[]): Links {
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

/** The five lists that a row of the job list has. */
export const briefLinkLists = listedLinks as unknown as (
  shipmentId: string,
  parts: readonly StoredJobParty<unknown, ListedRole>[],
) => Pick<JobRow, keyof Links>

type JobHead = Omit<JobRow, keyof Links | 'quote' | 'master' | 'owner'>

/** JSON that the database writes has a time with its seconds. */
const toMinute = (time: string | null) => time && time.slice(0, 16)

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
  vesselFlag: row.vesselFlag,
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
  documentsCutOff: toMinute(row.documentsCutOff),
  vgmCutOff: toMinute(row.vgmCutOff),
  cargoCutOff: toMinute(row.cargoCutOff),
  receivedAtCfs: row.receivedAtCfs,
  handlingInformation: row.handlingInformation,
  valueForCarriage: row.valueForCarriage,
  valueForCustoms: row.valueForCustoms,
  insuranceAmount: row.insuranceAmount,
  waybillCharges: row.waybillCharges,
  rateClass: row.rateClass,
  waybillRate: row.waybillRate,
  valuationCharge: row.valuationCharge,
  waybillTax: row.waybillTax,
  chargesDueAgent: row.chargesDueAgent,
  chargesDueCarrier: row.chargesDueCarrier,
  emptyDepot: row.emptyDepot,
  containerTerminal: row.containerTerminal,
  releaseValidUntil: row.releaseValidUntil,
  attachedDocuments: row.attachedDocuments,
  costSplit: row.costSplit,
  costShareByHand: row.costShareByHand,
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
