import { jobFieldLabels } from '#contract/job-fields.ts'
import { chargeSectionLabels, chargeSections } from '#contract/finance-sections.ts'
import { partyRoleLabels, partyRoles } from '#contract/parties.ts'
import { type PortType, portTypes } from '#contract/ports.ts'
import { capital } from './field-group.ts'

/** What the job card calls them. */
export const portLabels: Readonly<Record<PortType, string>> = {
  Loading: jobFieldLabels['quote.loadingPortId'],
  Via: jobFieldLabels['quote.viaPortId'],
  Discharge: jobFieldLabels['quote.dischargePortId'],
  Destination: jobFieldLabels['quote.destinationPortId'],
}

/** What people call the groups of the catalogue's fields, in the order in which they are shown. */
const titles: Record<string, string> = {
  Shipment: 'Job',
  Quote: 'Quotation',
  ...Object.fromEntries(partyRoles.map(role => [capital(role), partyRoleLabels[role]])),
  ...Object.fromEntries(portTypes.map(type => [`${type}Port`, portLabels[type]])),
  Items: 'Cargo items',
  ItemTotals: 'Totals of the cargo items',
  Containers: 'Containers',
  ContainerTotals: 'Totals of the containers',
  References: 'References',
  ...Object.fromEntries(chargeSections.map(section => [capital(section), chargeSectionLabels[section]])),
  Charges: 'All charges',
  GroupedCharges: 'All charges with subtotals',
  ChargeCurrencies: 'Charges by currency',
  Finance: 'Finance',
  Bills: 'House bills',
  BillTotals: 'Totals of the house bills',
  Houses: 'House jobs',
  Master: jobFieldLabels.masterShipmentId,
  Numbers: 'Numbers of documents',
  Paper: 'Kinds of paper',
  Company: 'Company',
  User: 'Person',
}

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

// Their labels say by themselves what they are of.
const selfExplaining = new Set([
  '',
  'Shipment',
  'Quote',
  'ItemTotals',
  'ContainerTotals',
  'BillTotals',
  'Master',
  'Numbers',
  'Paper',
  'User',
])

/** "Company: Address", where the label alone could be anybody's. */
export function fullLabel(name: string, label: string): string {
  const group = groupOf(name)
  const start = `${groupTitle(group)}: `
  return selfExplaining.has(group) || label.startsWith(start) ? label : start + label
}
