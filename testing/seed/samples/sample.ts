import type { CompanyInput } from '#contract/company.ts'
import { checkDigitOf } from '#contract/container-number.ts'
import type { Container } from '#contract/containers.ts'
import type { FinanceInput } from '#contract/finance.ts'
import type { Item } from '#contract/items.ts'
import type { NewJob } from '#contract/jobs.ts'
import type { OrganisationInput } from '#contract/organisations.ts'
import type { PartyRole } from '#contract/parties.ts'
import type { BuiltInKind } from '#contract/reference-kinds.ts'
import { idFromText } from '#server/records/id-from-text.ts'

/** Of an item, what is in one container, by the container's place on the job, or on the master of a house; without figures all of it. */
export type Stowed = { container: number; packs?: number; grossWeight?: number; volume?: number }

export type SampleItem = Partial<Omit<Item, 'id' | 'shipmentId' | 'version'>> & { stowed?: readonly Stowed[] }
export type SampleContainer = Partial<Omit<Container, 'id' | 'shipmentId' | 'version'>>
export type SampleCompany = Omit<OrganisationInput, 'id' | 'organisationContacts'> & {
  address: NonNullable<NonNullable<OrganisationInput['organisationContacts']>[number]['contact']>
}
export type SampleDetails = CompanyInput

type Ports = Partial<Record<'loadingPortId' | 'viaPortId' | 'dischargePortId' | 'destinationPortId', string>>

/** A job with all that belongs to it. Companies and ports are named by their keys, ports of the world by UN/LOCODE. */
export type Sample = {
  /** Tells its records from those of the other samples, and names its pictures: `fcl-export`. */
  key: string
  /** What people call it: “FCL export by sea”. */
  title: string
  /** The key of the consolidation that it is a house of. */
  master?: string
  job: Omit<NewJob, 'id' | 'quote' | 'masterShipmentId'>
  quote: NonNullable<NewJob['quote']>
  ports: Ports
  parties: Partial<Record<PartyRole, string>>
  containers: readonly SampleContainer[]
  items: readonly SampleItem[]
  references: readonly { kind: BuiltInKind; number: string; date: string }[]
  charges: Omit<FinanceInput, 'id'>
  note: string
}

/** The same id every time: a second run finds what the first one made. */
export const sampleId = (...parts: readonly (string | number)[]): string =>
  idFromText(['sample', ...parts].join(' '))

/** A number with the check digit of ISO 6346; `ownerAndSerial` are four letters and six digits. */
export const containerNumber = (ownerAndSerial: string): string =>
  `${ownerAndSerial}${checkDigitOf(ownerAndSerial)}`
