import { z } from 'zod'
import { containerStages, stageReached } from './container-stages.ts'
import { endpoint } from './endpoint.ts'
import { listedJobColumns, type SeldomListed } from './job-columns.ts'
import { jobFields, quoteFields } from './job-fields.ts'
import { jobListQuery, otherJob } from './jobs.ts'
import { schemasOf } from './field.ts'
import { type FurtherRole, furtherRoles } from './parties.ts'
import { isOneOf, keysOf, recordOf } from './typed-objects.ts'
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

const numbers = z.string().nullable()

/** null: nobody has this role; '': a company that has no name. */
const companyName = z.string().nullable()
const portName = z.string().nullable()

/** Members of a row that the dashboard's hidden columns show, by the parts in which a page of rows asks for them. */
const furtherMembers = {
  containers: {
    /** Their numbers, separated by commas; those of its master, for a house that has none of its own. */
    containers: z.string().nullable(),
    /** How many there are of each size and type, by its code in ISO 6346. */
    containerTypes: z.array(z.object({ type: z.string().nullable(), count: z.int() })).nullable(),
    seals: numbers,
  },
  /** How far the containers are. */
  containerStages: recordOf(containerStages, () => stageReached),
  /** The numbers of its references of each built-in kind, separated by commas. */
  references: {
    bookings: numbers,
    purchaseOrders: numbers,
    customerReferences: numbers,
    commercialInvoices: numbers,
    lettersOfCredit: numbers,
    customsDeclarations: numbers,
    agentReferences: numbers,
    /** Those of the company's own kinds, each after the name of its kind. */
    otherReferences: numbers,
  },
  /** What its items say, each text once; what is longer than 500 characters ends in “…”. */
  items: { marks: numbers, hsCodes: numbers, unNumbers: numbers },
  parties: {
    /** The names of those who have the further roles; null where nobody has any. */
    parties: z.partialRecord(z.enum(furtherRoles), z.string()).nullable(),
  },
  particulars: {
    ...schemasOf({
      placeOfReceipt,
      placeOfDelivery,
      incoterm,
      incotermPlace,
      service,
      onBoardDate,
      atd,
      ata,
    }),
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
  },
}
export const furtherParts = keysOf(furtherMembers)
export type FurtherPart = (typeof furtherParts)[number]

/** The members that a part adds to a row. */
export const membersOfPart = (part: FurtherPart): (keyof JobTableRow)[] => {
  const members: Partial<Record<keyof JobTableRow, unknown>> = furtherMembers[part]
  return keysOf(members)
}

/** What the dashboard's columns show of a job: a quarter of the bytes of a whole row. */
export const jobTableRow = z.object({
  id,
  jobId: z.int(),
  ...schemasOf({ name, statusId, direction, etd, eta, mbl, hbl, igm, indexNumber, shedNumber, voyage }),
  /** Null where the job is no template. */
  ...schemasOf({ templateName }),
  ...schemasOf({ grossWeight, netWeight, weightUnit, volume, volumeUnit, numberOfPackages }),
  ...schemasOf({ commodity, transportMode, quoteType, clType }),
  loadingPort: portName,
  viaPort: portName,
  dischargePort: portName,
  destinationPort: portName,
  consignee: companyName,
  shipper: companyName,
  agent: companyName,
  carrier: companyName,
  master: otherJob.nullable(),
  owner: z.string().nullable(),
  // Absent where the caller did not ask for its part.
  ...z
    .object({
      ...furtherMembers.containers,
      ...furtherMembers.containerStages,
      ...furtherMembers.references,
      ...furtherMembers.items,
      ...furtherMembers.parties,
      ...furtherMembers.particulars,
    })
    .partial().shape,
})
export type JobTableRow = z.infer<typeof jobTableRow>

const partOf = (column: keyof typeof listedJobColumns): FurtherPart => {
  if (isOneOf<FurtherRole>(furtherRoles, column)) return 'parties'
  return furtherParts.find(part => column in furtherMembers[part]) ?? 'particulars'
}

/** The parts of a row that these columns need beside what every row has, each once and in the order of `furtherParts`. */
export function partsOfColumns(columns: readonly string[]): FurtherPart[] {
  const needed = new Set(
    columns.flatMap(column => (isOneOf(keysOf(listedJobColumns), column) ? [partOf(column)] : [])),
  )
  return furtherParts.filter(part => needed.has(part))
}

const NO_PART = 'none'
const anyPart = furtherParts.join('|')
const inAddress = new RegExp(`^(${NO_PART}|(${anyPart})(,(${anyPart}))*)$`)

/** The parts as the address of a call has them. */
export const partsText = (parts: readonly FurtherPart[]) => parts.join(',') || NO_PART

/** The parts that such a text names, in the order of `furtherParts`; none where it is no such text. */
export const partsIn = (text: string): FurtherPart[] =>
  inAddress.test(text) ? furtherParts.filter(part => text.split(',').includes(part)) : []

export const jobTableQuery = jobListQuery.extend({
  further: z
    .string()
    .max(200)
    .regex(
      inAddress,
      `This must be “${NO_PART}”, or some of ${furtherParts.join(', ')}, separated by commas.`,
    )
    .transform(partsIn)
    .optional()
    .describe(
      `What the rows have beside the usual columns: “${NO_PART}”, or some of ${furtherParts.join(', ')}, separated by commas; all of it where this is not given`,
    ),
})
export type JobTableQuery = z.infer<typeof jobTableQuery>

export const listJobTable = endpoint({
  method: 'GET',
  path: '/api/shipment/table',
  summary: 'The jobs of GET /api/shipment, with the columns of the dashboard alone',
  tag: 'Jobs',
  access: 'jobs:read',
  query: jobTableQuery,
  reply: z.array(jobTableRow),
})
