import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import type { SeldomListed } from './job-columns.ts'
import { jobFields, quoteFields } from './job-fields.ts'
import { jobListQuery, otherJob } from './jobs.ts'
import { schemasOf } from './field.ts'
import { furtherRoles } from './parties.ts'
import { id } from './values.ts'

const { name, statusId, direction, etd, eta, mbl, hbl, igm, indexNumber, shedNumber, voyage, templateName } =
  jobFields
const { grossWeight, netWeight, weightUnit, volume, volumeUnit, numberOfPackages } = jobFields
const { placeOfReceipt, placeOfDelivery, incoterm, incotermPlace, service, onBoardDate, atd, ata } = jobFields
const { freightPayment, freightPayableAt, originals, placeOfIssue, dateOfIssue, freeDays, validUntil } =
  jobFields
const { documentsCutOff, vgmCutOff, cargoCutOff } = jobFields
const { receivedAtCfs, vesselFlag, emptyDepot, containerTerminal, releaseValidUntil } = jobFields
const { commodity, transportMode, quoteType, clType } = quoteFields

const seldomSchemas = schemasOf({
  vesselName: jobFields.vesselName,
  swbro: jobFields.swbro,
  sisttao: jobFields.sisttao,
  documentsReceivedDate: jobFields.documentsReceivedDate,
  dettco: jobFields.dettco,
  dsttco: jobFields.dsttco,
  dopubtco: jobFields.dopubtco,
  valueForCarriage: jobFields.valueForCarriage,
  valueForCustoms: jobFields.valueForCustoms,
  insuranceAmount: jobFields.insuranceAmount,
} satisfies Record<SeldomListed, unknown>)

/** null: nobody has this role; '': a company that has no name. */
const companyName = z.string().nullable()
const portName = z.string().nullable()

/** What the dashboard's columns show of a job: a quarter of the bytes of a whole row. */
export const jobTableRow = z.object({
  id,
  jobId: z.int(),
  ...schemasOf({ name, statusId, direction, etd, eta, mbl, hbl, igm, indexNumber, shedNumber, voyage }),
  /** Null where the job is no template. */
  ...schemasOf({ templateName }),
  ...schemasOf({ grossWeight, netWeight, weightUnit, volume, volumeUnit, numberOfPackages }),
  ...schemasOf({ commodity, transportMode, quoteType, clType }),
  ...schemasOf({ placeOfReceipt, placeOfDelivery, incoterm, incotermPlace, service, onBoardDate, atd, ata }),
  ...schemasOf({
    freightPayment,
    freightPayableAt,
    originals,
    placeOfIssue,
    dateOfIssue,
    freeDays,
    validUntil,
    documentsCutOff,
    vgmCutOff,
    cargoCutOff,
    receivedAtCfs,
    vesselFlag,
    emptyDepot,
    containerTerminal,
    releaseValidUntil,
  }),
  /** Fields that few jobs have: those that are filled in; null where none is. */
  seldom: z.object(seldomSchemas).partial().nullable(),
  loadingPort: portName,
  viaPort: portName,
  dischargePort: portName,
  destinationPort: portName,
  consignee: companyName,
  shipper: companyName,
  agent: companyName,
  carrier: companyName,
  /** The names of those who have the further roles; null where nobody has any. */
  parties: z.partialRecord(z.enum(furtherRoles), z.string()).nullable(),
  master: otherJob.nullable(),
  owner: z.string().nullable(),
  /** Their numbers, separated by commas. */
  containers: z.string().nullable(),
  /** How many there are of each size and type, by its code in ISO 6346. */
  containerTypes: z.array(z.object({ type: z.string().nullable(), count: z.int() })).nullable(),
  /** The numbers of its references of three kinds, separated by commas. */
  bookings: z.string().nullable(),
  purchaseOrders: z.string().nullable(),
  customerReferences: z.string().nullable(),
})
export type JobTableRow = z.infer<typeof jobTableRow>

export const listJobTable = endpoint({
  method: 'GET',
  path: '/api/shipment/table',
  summary: 'The jobs of GET /api/shipment, with the columns of the dashboard alone',
  tag: 'Jobs',
  access: 'jobs:read',
  query: jobListQuery,
  reply: z.array(jobTableRow),
})
