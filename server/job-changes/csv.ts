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
import type { JobTableRow } from '#contract/job-table.ts'
import { furtherJobColumns, jobColumns, type JobSortKey } from '#contract/jobs.ts'
import { keysOf } from '#contract/typed-objects.ts'
import { CSV_BEGINNING, csvLine as line } from '#server/csv.ts'

type Cell = (row: JobTableRow) => string | number | null

/** The dashboard's columns; a figure stands apart from its unit, so that a spreadsheet can add it up. */
const cells: Record<JobSortKey, Cell> = {
  jobId: row => row.jobId,
  name: row => row.name,
  status: row => labelOf(jobStatuses, row.statusId),
  consignee: row => row.consignee,
  transportMode: row => labelOf(transportModes, row.transportMode),
  loadType: row => labelOf(loadTypes, row.clType),
  etd: row => row.etd,
  eta: row => row.eta,
  shipper: row => row.shipper,
  agent: row => row.agent,
  carrier: row => row.carrier,
  commodity: row => row.commodity,
  quoteType: row => labelOf(quoteTypes, row.quoteType),
  loadingPort: row => row.loadingPort,
  destinationPort: row => row.destinationPort,
  viaPort: row => row.viaPort,
  dischargePort: row => row.dischargePort,
  grossWeight: row => row.grossWeight,
  netWeight: row => row.netWeight,
  volume: row => row.volume,
  numberOfPackages: row => row.numberOfPackages,
  mbl: row => row.mbl,
  hbl: row => row.hbl,
  igm: row => row.igm,
  indexNumber: row => row.indexNumber,
  shedNumber: row => row.shedNumber,
  direction: row => labelOf(directions, row.direction),
  master: row => row.master?.jobId ?? null,
  voyage: row => row.voyage,
  owner: row => row.owner,
}

const units: readonly (readonly [heading: string, Cell])[] = [
  ['Weight unit', row => labelOf(weightUnits, row.weightUnit)],
  ['Volume unit', row => labelOf(volumeUnits, row.volumeUnit)],
]

const headings = { ...jobColumns, ...furtherJobColumns }
const names = keysOf(headings)

// The mark by which spreadsheets know UTF-8.
export const csvHead =
  CSV_BEGINNING + line([...names.map(name => headings[name]), ...units.map(([heading]) => heading)])

export const csvLine = (row: JobTableRow): string =>
  line([...names.map(name => cells[name](row)), ...units.map(([, cell]) => cell(row))])
