import { currentTimeZoneName, isTimeZone, offsetIn } from '#contract/time-zones.ts'

const nameOf = (zone: string) => zone.replaceAll('_', ' ')

/** The zones that this browser knows, and `chosen`, by name: "Asia/Karachi (UTC+05:00)". */
export function timeZoneChoices(chosen: string | null, now: Date) {
  const known = new Set(['UTC', ...Intl.supportedValuesOf('timeZone').map(currentTimeZoneName)])
  if (chosen) known.add(chosen)
  return [...known].toSorted().map(zone => ({
    value: zone,
    label: zone !== 'UTC' && isTimeZone(zone) ? `${nameOf(zone)} (${offsetIn(zone, now)})` : nameOf(zone),
  }))
}
