import { partyRoleLabels, partyRoles } from '#contract/parties.ts'
import { portTypes } from '#contract/ports.ts'
import { capital } from './field-group.ts'

/** What people call the groups of the catalogue's fields, in the order in which they are shown. */
const titles: Record<string, string> = {
  Shipment: 'Job',
  Quote: 'Quotation',
  ...Object.fromEntries(partyRoles.map(role => [capital(role), partyRoleLabels[role]])),
  LoadingPort: 'Port of loading',
  ViaPort: 'Via port',
  DischargePort: 'Port of discharge',
  DestinationPort: 'Port of destination',
  Items: 'Cargo items',
  ItemTotals: 'Totals of the cargo items',
  FreightCharge: 'Freight charges',
  OriginCharge: 'Origin charges',
  DestinationCharge: 'Destination charges',
  Charges: 'All charges',
  Finance: 'Total of charges',
  Houses: 'House jobs',
  Master: 'Master job',
  Company: 'Your company',
  User: 'Person',
}

export const portGroups = portTypes.map(type => `${type}Port`)

/** "CoLoader" reads "Co loader" until somebody finds a better name. */
const spelledOut = (name: string) =>
  name.replace(/(?<=[a-z0-9])(?=[A-Z])/g, ' ').replace(/ [A-Z](?=[a-z])/g, word => word.toLowerCase())

export const groupTitle = (group: string): string => titles[group] ?? spelledOut(group)
export const listTitle = groupTitle

/** Where a group stands among the others; those without a place of their own come last. */
export function groupOrder(group: string): number {
  const place = Object.keys(titles).indexOf(group)
  return place < 0 ? Number.POSITIVE_INFINITY : place
}

/** "Shipper" of "Shipper.Name"; '' for a field that stands alone. */
export const groupOf = (name: string): string => name.split('.').slice(0, -1).join('.')
