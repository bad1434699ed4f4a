import { TransportMode } from './choices.ts'
import type { PortType } from './ports.ts'

/** The places at which cargo goes on board or comes off; inland, it may end or begin anywhere. */
export const placesOfCarriage = ['Loading', 'Via', 'Discharge'] as const satisfies readonly Exclude<
  PortType,
  'Destination'
>[]

/** A function of a place in UN/LOCODE: port (1) and airport (4). */
export type CarriageKind = 'seaport' | 'airport'

/** What a place must be to load or discharge in the mode; null where any place serves, as by road. */
export function kindForMode(transportMode: number | null): CarriageKind | null {
  if (transportMode === TransportMode.sea) return 'seaport'
  return transportMode === TransportMode.air ? 'airport' : null
}
