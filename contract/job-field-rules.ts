import { Direction, LoadType, TransportMode } from './choices.ts'
import type { JobField } from './job-fields.ts'

/** What decides which fields a job has need of; null where nobody has said it yet. */
export type JobKind = { transportMode: number | null; direction: number | null; loadType: number | null }

/** Some kinds of jobs: those that agree with each list. A list that is left out says nothing. */
type Kinds = {
  modes?: readonly number[]
  directions?: readonly number[]
  loadTypes?: readonly number[]
}

type Rule = {
  /** The kinds of jobs that have the field; without it, all. What is not known yet excludes nothing. */
  applies?: Kinds
  /**
   * Where the field, as long as it is empty, is offered by its name alone: it is filled in rarely, or late. This asks
   * for what is known: a job of which nothing is known yet shows the field.
   */
  offered?: Kinds
}

/** Its field on the card; its name alone, which opens the field; neither. */
export type FieldPlace = 'shown' | 'offered' | 'excluded'

const { air, road, sea } = TransportMode
const anyMode = [air, road, sea]
const anyDirection = [Direction.import, Direction.export]
const imports = [Direction.import]
const exports = [Direction.export]
/** Filled in where a job calls for it: offered by its name, whatever the job is. */
const always: Kinds = {}

/** The fields that not every job has need of. All others always stand on the card. */
export const jobFieldRules: { readonly [Field in JobField]?: Rule } = {
  /** FCL and LCL are ways to use a sea container. An air waybill and a consignment note know neither. */
  'quote.clType': { applies: { modes: [sea] } },
  /** Aircraft have flights, trucks have plates: only a ship goes by its name. */
  vesselName: { applies: { modes: [sea] } },
  /** A manifest states it. */
  vesselFlag: { applies: { modes: [sea] }, offered: always },
  /** A ship's voyage, an aircraft's flight; a truck has neither. */
  voyage: { applies: { modes: [air, sea] } },
  /** A carrier's part of the journey may begin and end inland. */
  placeOfReceipt: { offered: always },
  placeOfDelivery: { offered: always },
  incoterm: { offered: always },
  incotermPlace: { offered: always },
  /** Container yard, freight station or door: terms of ships that carry containers. */
  service: { applies: { modes: [sea] }, offered: always },
  validUntil: { offered: always },
  /** Only cargo that shares a container is delivered to a freight station. */
  receivedAtCfs: { applies: { modes: [sea], loadTypes: [LoadType.lcl] }, offered: always },
  handlingInformation: { offered: always },
  /** Only an air waybill has boxes for them. */
  valueForCarriage: { applies: { modes: [air] }, offered: always },
  valueForCustoms: { applies: { modes: [air] }, offered: always },
  insuranceAmount: { offered: always },
  waybillCharges: { applies: { modes: [air] }, offered: always },
  rateClass: { applies: { modes: [air] }, offered: always },
  waybillRate: { applies: { modes: [air] }, offered: always },
  valuationCharge: { applies: { modes: [air] }, offered: always },
  waybillTax: { applies: { modes: [air] }, offered: always },
  chargesDueAgent: { applies: { modes: [air] }, offered: always },
  chargesDueCarrier: { applies: { modes: [air] }, offered: always },
  /** Only a container that holds one customer's cargo is picked up and returned for them. */
  emptyDepot: { applies: { modes: [sea], loadTypes: [LoadType.fcl] }, offered: always },
  containerTerminal: { applies: { modes: [sea], loadTypes: [LoadType.fcl] }, offered: always },
  releaseValidUntil: { applies: { directions: imports, modes: [air, sea] }, offered: always },
  attachedDocuments: { offered: always },
  atd: { offered: always },
  ata: { offered: always },
  /** The days before demurrage at destination, granted for containers and for storage at an airport. */
  freeDays: { applies: { modes: [air, sea] }, offered: always },
  /** Carriers set them for what is loaded, and ask for the verified gross mass of containers on ships alone. */
  documentsCutOff: { applies: { directions: exports }, offered: always },
  vgmCutOff: { applies: { directions: exports, modes: [sea] }, offered: always },
  cargoCutOff: { applies: { directions: exports }, offered: always },
  /** What the paper of the carriage states; filled in when it is made. */
  freightPayment: { offered: always },
  freightPayableAt: { offered: always },
  /** Only a bill of lading is issued in originals, and states the loading on board. */
  originals: { applies: { modes: [sea] }, offered: always },
  onBoardDate: { applies: { modes: [sea] }, offered: always },
  placeOfIssue: { offered: always },
  dateOfIssue: { offered: always },
  /** A full container is one customer's cargo. Houses share a container, a flight or a truck. */
  masterShipmentId: { offered: { loadTypes: [LoadType.fcl] } },
  /** Most cargo is not transshipped, and where it is, this is known after the booking. */
  'quote.viaPortId': { offered: { modes: anyMode } },
  /** Air freight is charged by gross weight or volume, and the air waybill has no box for the net weight. */
  netWeight: { offered: { modes: [air] } },
  /** The agent's instructions; the date is set by the e-mail that carries them. */
  sisttao: { offered: { directions: anyDirection } },
  /** The agent at origin sends the documents of an import. Those of an export are made here. */
  documentsReceivedDate: { applies: { directions: imports }, offered: { directions: imports } },
  /** Dates of e-mails, which set them. */
  dettco: { offered: { directions: anyDirection } },
  dsttco: { offered: { directions: anyDirection } },
  /** The carrier declares ships and aircraft to customs on arrival; the number is known days before it. */
  igm: { applies: { directions: imports, modes: [air, sea] }, offered: { directions: imports } },
  indexNumber: { applies: { directions: imports, modes: [air, sea] }, offered: { directions: imports } },
  /** The warehouse at the port or airport. A truck delivers to the consignee. */
  shedNumber: { applies: { directions: imports, modes: [air, sea] }, offered: { directions: imports } },
  /** Carriers by sea and air release cargo against a delivery order, at destination; a truck hands it over. */
  dopubtco: { applies: { directions: imports, modes: [air, sea] }, offered: { directions: imports } },
}

/** The parts of a job's kind, each with what a rule says of it. Only cargo by sea has a load type. */
const partsOf = (kind: JobKind, kinds: Kinds) =>
  [
    [kind.transportMode, kinds.modes],
    [kind.direction, kinds.directions],
    [kind.transportMode === null || kind.transportMode === sea ? kind.loadType : null, kinds.loadTypes],
  ] as const

const mayBeOf = (kind: JobKind, kinds: Kinds) =>
  partsOf(kind, kinds).every(([part, wanted]) => !wanted || part === null || wanted.includes(part))

const isOf = (kind: JobKind, kinds: Kinds) =>
  partsOf(kind, kinds).every(([part, wanted]) => !wanted || (part !== null && wanted.includes(part)))

/** Whether a job of this kind has need of the field. */
export const appliesTo = (field: JobField, kind: JobKind): boolean =>
  mayBeOf(kind, jobFieldRules[field]?.applies ?? {})

/** Whether a job of this kind may have containers: ships and trucks carry them, aircraft do not. */
export const mayHaveContainers = (kind: JobKind): boolean => mayBeOf(kind, { modes: [road, sea] })

/** Where an empty field of a job stands; one that is filled is always shown. */
export function placeOfField(field: JobField, kind: JobKind): FieldPlace {
  if (!appliesTo(field, kind)) return 'excluded'
  const offered = jobFieldRules[field]?.offered
  return offered && isOf(kind, offered) ? 'offered' : 'shown'
}
