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

const UN_LOCODE = /^([a-z]{2})\s?([a-z2-9]{3})$/i

/**
 * The UN/LOCODE as which a text can be read, in capitals and without the blank that may stand behind its country: “nl rtm”
 * is NLRTM. Null for any other text. Source: UN/ECE Recommendation 16, two letters and three letters or figures from 2 to 9.
 */
export function unLocodeOf(text: string): string | null {
  const [, country, place] = UN_LOCODE.exec(text.trim()) ?? []
  return country !== undefined && place !== undefined ? `${country}${place}`.toUpperCase() : null
}
