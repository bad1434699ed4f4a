import { TransportMode } from '#contract/choices.ts'
import type { FieldValues } from '#server/word/language/known-fields.ts'
import type { TemplateSource } from '#server/templates/fields/catalogue.ts'
import { groupOf } from '#server/templates/fields/field-groups.ts'

/** Whether a field says something of all containers together. */
export const isOfContainers = (name: string): boolean =>
  groupOf(name) === 'ContainerTotals' || name === 'Shipment.ContainersAndSeals'

/** Cargo by sea travels in containers; a truck may carry it without, an aircraft does. */
export const mayHaveNoContainers = ({ job }: TemplateSource): boolean =>
  job.quote.transportMode === TransportMode.air || job.quote.transportMode === TransportMode.road

const OF_CARGO: ReadonlySet<string> = new Set(['Packages', 'CargoWeight', 'GrossWeight', 'Volume'])

/** What is in a container that other jobs share is on no paper of this one. */
export const isOfSharedCargo = (name: string, { containers }: TemplateSource): boolean =>
  containers.areShared && OF_CARGO.has(name.slice(name.lastIndexOf('.') + 1))

/** The third character of the code in ISO 6346 tells a container with its own cooling. */
const isCooled = (code: unknown) => typeof code === 'string' && /^..[RH]/i.test(code)

/**
 * Only cooled cargo travels at a temperature that papers state. Which goods are in it is said where somebody chose to say
 * so.
 */
export const mayBeBlankOfContainer = (
  name: string,
  row: FieldValues['lists'][string][number],
  source: TemplateSource,
): boolean =>
  name === 'DangerousGoods' ||
  name === 'Cargo' ||
  (name === 'Temperature' && !isCooled(row['TypeCode'])) ||
  isOfSharedCargo(name, source)
