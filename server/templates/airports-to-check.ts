import { TransportMode } from '#contract/choices.ts'
import type { MissingValue } from '#contract/generation.ts'
import { type PortType, portTypes } from '#contract/ports.ts'
import type { TemplateSource } from './catalogue.ts'
import { portLabels } from './field-groups.ts'

const ofPort = /^(.+)Port\.(IataCode|ModeCode)$/

const isByAir = ({ job }: TemplateSource) => job.quote.transportMode === TransportMode.air

/** Codes of ports that are set are told below, or stand in for each other. */
export function isToldByAirport(name: string, { ports }: TemplateSource): boolean {
  const type = ofPort.exec(name)?.[1]
  return portTypes.some(one => one === type && ports[one] !== null)
}

/** Ports of an air job, or on air papers, of which no IATA code is known. */
export function airportsToCheck(
  printed: ReadonlySet<string>,
  source: TemplateSource,
): Omit<MissingValue, 'templateIds'>[] {
  return portTypes.flatMap((type: PortType) => {
    const port = source.ports[type]
    const printsIata = printed.has(`${type}Port.IataCode`)
    if (!port || !(printsIata || printed.has(`${type}Port.ModeCode`))) return []
    const label = portLabels[type]
    const place = { screen: 'details' as const, field: `quote.${type.toLowerCase()}PortId` }
    if ((isByAir(source) || printsIata) && port.iata === null) {
      const name = port.name ?? label
      const instead = port.code ? `${port.code} is printed` : 'no code is printed'
      return [{ label, message: `${label}: ${name} has no IATA code; ${instead}`, place }]
    }
    return port.code ? [] : [{ label, message: `${label}: UN/LOCODE is empty`, place }]
  })
}
