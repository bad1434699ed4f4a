import { keysOf, recordOf } from '#contract/typed-objects.ts'
import {
  directions,
  freightPayments,
  incoterms,
  jobStatuses,
  JobStatus,
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
import type { JobTableRow } from '#contract/job-table.ts'
import type { FurtherRole } from '#contract/parties.ts'
import { furtherJobColumns, jobColumns, listedJobColumns, type JobColumn } from '#contract/job-columns.ts'
import { localTimeText } from '#contract/local-times.ts'
import { nameOr, numberText } from '#web/lib/format.ts'
import type { Column } from '#web/ui/table/columns.ts'
import { StatusDot, type Tone } from '#web/ui/page/StatusDot.tsx'
import './job-templates.css'

const statusTones: Record<number, Tone> = {
  [JobStatus.cancelled]: 'amber',
  [JobStatus.inProgress]: 'blue',
  [JobStatus.completed]: 'green',
  [JobStatus.closed]: 'grey',
}

export function JobStatusDot({ statusId }: { statusId: number | null }) {
  if (statusId === null) return null
  return <StatusDot tone={statusTones[statusId] ?? 'grey'}>{labelOf(jobStatuses, statusId)}</StatusDot>
}

export function TemplateMark({ row: { templateName } }: { row: JobTableRow }) {
  if (templateName === null) return null
  return (
    <>
      <span className="template-mark" title={`Template “${templateName}”`}>
        Template
      </span>{' '}
    </>
  )
}

const company = (name: string | null) => (name === null ? '' : nameOr(name))
const further = ({ parties }: JobTableRow, role: FurtherRole) => company(parties?.[role] ?? null)

const measured = (value: number | null, unit: string) =>
  value === null ? '' : `${numberText(value)}${unit ? ` ${unit}` : ''}`

const weight = (row: JobTableRow, value: number | null) =>
  measured(value, labelOf(weightUnits, row.weightUnit))
// In a narrow column the unit's sign says the same as its name.
const volumeSigns = ['m³', 'ft³']
const volume = (row: JobTableRow) =>
  measured(
    row.volume,
    row.volumeUnit === null ? '' : (volumeSigns[row.volumeUnit] ?? labelOf(volumeUnits, row.volumeUnit)),
  )

type Cell = Omit<Column<JobTableRow>, 'id' | 'header' | 'sortable'>

const cells: Record<JobColumn, Cell> = {
  jobId: { text: row => String(row.jobId), width: 84, numeric: true },
  name: {
    text: row => nameOr(row.name),
    render: row => (
      <>
        <TemplateMark row={row} />
        {nameOr(row.name)}
      </>
    ),
    width: 220,
  },
  status: {
    text: row => labelOf(jobStatuses, row.statusId),
    render: row => <JobStatusDot statusId={row.statusId} />,
    width: 124,
  },
  consignee: { text: row => company(row.consignee), width: 180 },
  transportMode: { text: row => labelOf(transportModes, row.transportMode), width: 132 },
  loadType: { text: row => labelOf(loadTypes, row.clType), width: 100 },
  etd: { text: row => row.etd ?? '', width: 104 },
  eta: { text: row => row.eta ?? '', width: 104 },
  shipper: { text: row => company(row.shipper), width: 180 },
  agent: { text: row => company(row.agent), width: 180 },
  carrier: { text: row => company(row.carrier), width: 180 },
  commodity: { text: row => row.commodity ?? '', width: 160 },
  quoteType: { text: row => labelOf(quoteTypes, row.quoteType), width: 160 },
  loadingPort: { text: row => row.loadingPort ?? '', width: 140 },
  destinationPort: { text: row => row.destinationPort ?? '', width: 140 },
  viaPort: { text: row => row.viaPort ?? '', width: 140 },
  dischargePort: { text: row => row.dischargePort ?? '', width: 140 },
  grossWeight: { text: row => weight(row, row.grossWeight), width: 130, numeric: true },
  netWeight: { text: row => weight(row, row.netWeight), width: 130, numeric: true },
  volume: { text: volume, width: 110, numeric: true },
  numberOfPackages: { text: row => numberText(row.numberOfPackages), width: 136, numeric: true },
  mbl: { text: row => row.mbl ?? '', width: 150 },
  hbl: { text: row => row.hbl ?? '', width: 150 },
  igm: { text: row => row.igm ?? '', width: 120 },
  indexNumber: { text: row => row.indexNumber ?? '', width: 124 },
  shedNumber: { text: row => row.shedNumber ?? '', width: 124 },
}

const furtherCells: Record<keyof typeof furtherJobColumns, Cell> = {
  direction: { text: row => labelOf(directions, row.direction), width: 100 },
  master: {
    text: row => (row.master ? `${row.master.jobId} ${row.master.name ?? ''}`.trim() : ''),
    width: 160,
  },
  voyage: { text: row => row.voyage ?? '', width: 110 },
  owner: { text: row => row.owner ?? '', width: 150 },
}

const listedCells: Record<keyof typeof listedJobColumns, Cell> = {
  containers: { text: row => row.containers ?? '', width: 200 },
  containerTypes: { text: row => (row.containerTypes ? typesText(row.containerTypes) : ''), width: 160 },
  notifyParty: { text: row => further(row, 'notifyParty'), width: 180 },
  secondNotifyParty: { text: row => further(row, 'secondNotifyParty'), width: 180 },
  customer: { text: row => further(row, 'customer'), width: 180 },
  haulier: { text: row => further(row, 'haulier'), width: 180 },
  warehouse: { text: row => further(row, 'warehouse'), width: 180 },
  bookings: { text: row => row.bookings ?? '', width: 140 },
  purchaseOrders: { text: row => row.purchaseOrders ?? '', width: 140 },
  customerReferences: { text: row => row.customerReferences ?? '', width: 160 },
  commercialInvoices: { text: row => row.commercialInvoices ?? '', width: 160 },
  lettersOfCredit: { text: row => row.lettersOfCredit ?? '', width: 140 },
  customsDeclarations: { text: row => row.customsDeclarations ?? '', width: 170 },
  agentReferences: { text: row => row.agentReferences ?? '', width: 150 },
  otherReferences: { text: row => row.otherReferences ?? '', width: 180 },
  seals: { text: row => row.seals ?? '', width: 160 },
  ...recordOf(containerStages, stage => ({ text: (row: JobTableRow) => stageText(row[stage]), width: 130 })),
  marks: { text: row => row.marks ?? '', width: 200 },
  hsCodes: { text: row => row.hsCodes ?? '', width: 150 },
  unNumbers: { text: row => row.unNumbers ?? '', width: 130 },
  placeOfReceipt: { text: row => row.placeOfReceipt ?? '', width: 150 },
  placeOfDelivery: { text: row => row.placeOfDelivery ?? '', width: 150 },
  incoterm: { text: row => labelOf(incoterms, row.incoterm), width: 130 },
  incotermPlace: { text: row => row.incotermPlace ?? '', width: 150 },
  freightPayment: { text: row => labelOf(freightPayments, row.freightPayment), width: 130 },
  freightPayableAt: { text: row => row.freightPayableAt ?? '', width: 150 },
  originals: { text: row => numberText(row.originals), width: 120, numeric: true },
  placeOfIssue: { text: row => row.placeOfIssue ?? '', width: 150 },
  dateOfIssue: { text: row => row.dateOfIssue ?? '', width: 110 },
  onBoardDate: { text: row => row.onBoardDate ?? '', width: 110 },
  service: { text: row => labelOf(services, row.service), width: 130 },
  atd: { text: row => row.atd ?? '', width: 110 },
  ata: { text: row => row.ata ?? '', width: 110 },
  freeDays: { text: row => numberText(row.freeDays), width: 120, numeric: true },
  validUntil: { text: row => row.validUntil ?? '', width: 110 },
  documentsCutOff: { text: row => localTimeText(row.documentsCutOff ?? null) ?? '', width: 150 },
  vgmCutOff: { text: row => localTimeText(row.vgmCutOff ?? null) ?? '', width: 150 },
  cargoCutOff: { text: row => localTimeText(row.cargoCutOff ?? null) ?? '', width: 150 },
  receivedAtCfs: { text: row => row.receivedAtCfs ?? '', width: 120 },
  vesselFlag: { text: row => row.vesselFlag ?? '', width: 130 },
  emptyDepot: { text: row => row.emptyDepot ?? '', width: 170 },
  containerTerminal: { text: row => row.containerTerminal ?? '', width: 150 },
  releaseValidUntil: { text: row => row.releaseValidUntil ?? '', width: 160 },
  vesselName: { text: row => row.seldom?.vesselName ?? '', width: 160 },
  swbro: { text: row => row.seldom?.swbro ?? '', width: 180 },
  sisttao: { text: row => row.seldom?.sisttao ?? '', width: 180 },
  documentsReceivedDate: { text: row => row.seldom?.documentsReceivedDate ?? '', width: 180 },
  dettco: { text: row => row.seldom?.dettco ?? '', width: 180 },
  dsttco: { text: row => row.seldom?.dsttco ?? '', width: 180 },
  dopubtco: { text: row => row.seldom?.dopubtco ?? '', width: 180 },
  valueForCarriage: {
    text: row => numberText(row.seldom?.valueForCarriage),
    width: 200,
    numeric: true,
  },
  valueForCustoms: {
    text: row => numberText(row.seldom?.valueForCustoms),
    width: 200,
    numeric: true,
  },
  insuranceAmount: {
    text: row => numberText(row.seldom?.insuranceAmount),
    width: 200,
    numeric: true,
  },
}

/** The dashboard's 26 columns in the specification's order, then those hidden at first. */
export const dashboardColumns: readonly Column<JobTableRow>[] = [
  ...keysOf(jobColumns).map(id => ({
    id,
    header: jobColumns[id],
    sortable: true,
    ...cells[id],
  })),
  ...keysOf(furtherJobColumns).map(id => ({
    id,
    header: furtherJobColumns[id],
    hidden: true,
    sortable: true,
    ...furtherCells[id],
  })),
  ...keysOf(listedJobColumns).map(id => ({
    id,
    header: listedJobColumns[id],
    hidden: true,
    sortable: false,
    ...listedCells[id],
  })),
]
