import { TransportMode } from '#contract/choices.ts'
import type { MissingValue } from '#contract/generation.ts'
import { type PortType, portTypes } from '#contract/ports.ts'
import type { TemplateSource } from '#server/templates/fields/catalogue.ts'
import { portLabels } from '#server/templates/fields/field-groups.ts'
import { inSentence } from './missing-words.ts'

const ofPort = /^(.+)Port\.(IataCode|ModeCode|Code)$/

const isByAir = ({ job }: TemplateSource) => job.quote.transportMode === TransportMode.air

/** Codes of ports that are set are reported below, or replace each other. */
export function isCoveredByAirport(
  name: string,
  source: TemplateSource,
  printed: ReadonlySet<string>,
): boolean {
  const [, type, code] = ofPort.exec(name) ?? []
  return portTypes.some(
    one =>
      one === type && source.ports[one] !== null && (code !== 'Code' || asksForAirport(one, source, printed)),
  )
}

/** Whether papers are to print a port's IATA code, by themselves or by the job's mode. */
const asksForAirport = (type: PortType, source: TemplateSource, printed: ReadonlySet<string>) =>
  printed.has(`${type}Port.IataCode`) || (isByAir(source) && printed.has(`${type}Port.ModeCode`))

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
    if (asksForAirport(type, source, printed) && port.iata === null) {
      const said = port.name ? `${port.name}, the ${inSentence(label)},` : `The ${inSentence(label)}`
      const lack = port.code
        ? `no IATA code; ${port.code} is printed`
        : 'neither an IATA code nor a UN/LOCODE; no code is printed'
      return [{ label, message: `${said} has ${lack}`, place, check: true as const }]
    }
    return port.code ? [] : [{ label, message: `The ${inSentence(label)} has no UN/LOCODE`, place }]
  })
}
