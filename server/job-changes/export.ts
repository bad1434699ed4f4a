import {
  directions,
  freightPayments,
  incoterms,
  jobStatuses,
  labelOf,
  loadTypes,
  quoteTypes,
  services,
  transportModes,
  volumeUnits,
  weightUnits,
} from '#contract/choices.ts'
import { containerStages, stageText } from '#contract/container-stages.ts'
import { typesText } from '#contract/container-types.ts'
import { type FurtherPart, type JobTableRow, partsOfColumns } from '#contract/job-table.ts'
import {
  furtherJobColumns,
  type JobColumnKey,
  jobColumns,
  jobSortKeys,
  listedJobColumns,
} from '#contract/job-columns.ts'
import { localTimeText } from '#contract/local-times.ts'
import { recordOf } from '#contract/typed-objects.ts'
import type { Cell, CellKind, SheetColumn } from '#server/sheets/cells.ts'

type Column = { kind: CellKind; cell: (row: JobTableRow) => Cell }
type Of<Value> = (row: JobTableRow) => Value | null | undefined

const text = (of: Of<string>): Column => ({ kind: 'text', cell: row => of(row) ?? null })
const number = (of: Of<number>): Column => ({ kind: 'number', cell: row => of(row) ?? null })
const date = (of: Of<string>): Column => ({
  kind: 'date',
  cell: row => {
    const day = of(row)
    return day == null ? null : { date: day }
  },
})

/** The dashboard's columns; a figure stands apart from its unit, so that a spreadsheet can add it up. */
const columns: Record<JobColumnKey, Column> = {
  jobId: number(row => row.jobId),
  name: text(row => row.name),
  status: text(row => labelOf(jobStatuses, row.statusId)),
  consignee: text(row => row.consignee),
  transportMode: text(row => labelOf(transportModes, row.transportMode)),
  loadType: text(row => labelOf(loadTypes, row.clType)),
  etd: date(row => row.etd),
  eta: date(row => row.eta),
  shipper: text(row => row.shipper),
  agent: text(row => row.agent),
  carrier: text(row => row.carrier),
  commodity: text(row => row.commodity),
  quoteType: text(row => labelOf(quoteTypes, row.quoteType)),
  loadingPort: text(row => row.loadingPort),
  destinationPort: text(row => row.destinationPort),
  viaPort: text(row => row.viaPort),
  dischargePort: text(row => row.dischargePort),
  grossWeight: number(row => row.grossWeight),
  netWeight: number(row => row.netWeight),
  volume: number(row => row.volume),
  numberOfPackages: number(row => row.numberOfPackages),
  mbl: text(row => row.mbl),
  hbl: text(row => row.hbl),
  igm: text(row => row.igm),
  indexNumber: text(row => row.indexNumber),
  shedNumber: text(row => row.shedNumber),
  direction: text(row => labelOf(directions, row.direction)),
  master: number(row => row.master?.jobId),
  voyage: text(row => row.voyage),
  owner: text(row => row.owner),
  containers: text(row => row.containers),
  containerTypes: text(row => row.containerTypes && typesText(row.containerTypes)),
  notifyParty: text(row => row.parties?.notifyParty),
  secondNotifyParty: text(row => row.parties?.secondNotifyParty),
  customer: text(row => row.parties?.customer),
  haulier: text(row => row.parties?.haulier),
  warehouse: text(row => row.parties?.warehouse),
  bookings: text(row => row.bookings),
  purchaseOrders: text(row => row.purchaseOrders),
  customerReferences: text(row => row.customerReferences),
  commercialInvoices: text(row => row.commercialInvoices),
  lettersOfCredit: text(row => row.lettersOfCredit),
  customsDeclarations: text(row => row.customsDeclarations),
  agentReferences: text(row => row.agentReferences),
  otherReferences: text(row => row.otherReferences),
  seals: text(row => row.seals),
  ...recordOf(containerStages, stage => text(row => stageText(row[stage]))),
  marks: text(row => row.marks),
  hsCodes: text(row => row.hsCodes),
  unNumbers: text(row => row.unNumbers),
  placeOfReceipt: text(row => row.placeOfReceipt),
  placeOfDelivery: text(row => row.placeOfDelivery),
  incoterm: text(row => labelOf(incoterms, row.incoterm)),
  incotermPlace: text(row => row.incotermPlace),
  freightPayment: text(row => labelOf(freightPayments, row.freightPayment)),
  freightPayableAt: text(row => row.freightPayableAt),
  originals: number(row => row.originals),
  placeOfIssue: text(row => row.placeOfIssue),
  dateOfIssue: date(row => row.dateOfIssue),
  onBoardDate: date(row => row.onBoardDate),
  service: text(row => labelOf(services, row.service)),
  atd: date(row => row.atd),
  ata: date(row => row.ata),
  freeDays: number(row => row.freeDays),
  validUntil: date(row => row.validUntil),
  documentsCutOff: text(row => localTimeText(row.documentsCutOff ?? null)),
  vgmCutOff: text(row => localTimeText(row.vgmCutOff ?? null)),
  cargoCutOff: text(row => localTimeText(row.cargoCutOff ?? null)),
  receivedAtCfs: date(row => row.receivedAtCfs),
  vesselFlag: text(row => row.vesselFlag),
  emptyDepot: text(row => row.emptyDepot),
  containerTerminal: text(row => row.containerTerminal),
  releaseValidUntil: date(row => row.releaseValidUntil),
  vesselName: text(row => row.seldom?.vesselName),
  swbro: date(row => row.seldom?.swbro),
  sisttao: date(row => row.seldom?.sisttao),
  documentsReceivedDate: date(row => row.seldom?.documentsReceivedDate),
  dettco: date(row => row.seldom?.dettco),
  dsttco: date(row => row.seldom?.dsttco),
  dopubtco: date(row => row.seldom?.dopubtco),
  valueForCarriage: number(row => row.seldom?.valueForCarriage),
  valueForCustoms: number(row => row.seldom?.valueForCustoms),
  insuranceAmount: number(row => row.seldom?.insuranceAmount),
}

const units: readonly { of: readonly JobColumnKey[]; heading: string; column: Column }[] = [
  {
    of: ['grossWeight', 'netWeight'],
    heading: 'Weight unit',
    column: text(row => labelOf(weightUnits, row.weightUnit)),
  },
  { of: ['volume'], heading: 'Volume unit', column: text(row => labelOf(volumeUnits, row.volumeUnit)) },
]

const headings = { ...jobColumns, ...furtherJobColumns, ...listedJobColumns }

export type JobSheet = {
  columns: SheetColumn[]
  /** What the rows have to hold beside what is usual. */
  parts: FurtherPart[]
  cells: (row: JobTableRow) => Cell[]
}

/** The named columns, then the units of those that have one. */
export function jobSheet(wanted: readonly JobColumnKey[] = jobSortKeys): JobSheet {
  const shown = [
    ...wanted.map(name => ({ heading: headings[name], column: columns[name] })),
    ...units.filter(({ of }) => of.some(name => wanted.includes(name))),
  ]
  return {
    columns: shown.map(({ heading, column: { kind } }) => ({ heading, kind })),
    parts: partsOfColumns(wanted),
    cells: row => shown.map(({ column }) => column.cell(row)),
  }
}
