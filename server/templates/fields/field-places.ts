import { organisationIn } from '#contract/job-parties.ts'
import { jobInput, quote } from '#contract/jobs.ts'
import type { FieldPlace } from '#contract/generation.ts'
import { partyRoles, type PartyRole } from '#contract/parties.ts'
import { portTypes } from '#contract/ports.ts'
import { catalogue, type TemplateSource } from './catalogue.ts'
import { capital } from './field-group.ts'
import { groupOf, groupTitle } from './field-groups.ts'
import { customerRole } from './party-in-group.ts'
import { joinedReferenceFields } from './reference-fields.ts'

/** Where a blank field is filled, and where all of its group is blank for one reason, that reason. */
export type PlaceToFill = { place: FieldPlace | null; unset?: string }

const details = (field: string): FieldPlace => ({ screen: 'details', field })
const small = (name: string) => name.charAt(0).toLowerCase() + name.slice(1)
const lastPart = (name: string) => small(name.slice(name.lastIndexOf('.') + 1))

const roleOf = new Map<string, PartyRole>(partyRoles.map(role => [capital(role), role]))
const portOf = new Map(portTypes.map(type => [`${type}Port`, type]))

const notByHand = new Set(['', 'User', 'Numbers', 'Paper', 'BillTotals'])
const onCargo = new Set(['Items', 'ItemTotals', 'Containers', 'ContainerTotals'])
const onFinance = /^(Finance|Charges|GroupedCharges|ChargeCurrencies|.+Charge)$/

export function placeToFill(name: string, source: TemplateSource): PlaceToFill {
  const group = groupOf(name) || name
  const role = group === 'Customer' ? customerRole(source.job) : roleOf.get(group)
  if (role) return ofParty(role, group, source)
  const port = portOf.get(group)
  if (port) {
    const place = details(`quote.${small(group)}Id`)
    return source.ports[port] ? { place } : { place, unset: groupTitle(group) }
  }
  // Items and containers stand on one screen.
  if (onCargo.has(group) || name === 'Shipment.ContainersAndSeals') return { place: { screen: 'items' } }
  if (group === 'Shipment' || group === 'Quote') return ofJob(name, group)
  if (group === 'References') return { place: details('references') }
  if (group === 'Master') return { place: details('masterShipmentId'), unset: groupTitle(group) }
  if (group === 'Company') return { place: { screen: 'company' } }
  if (onFinance.test(group)) return { place: { screen: 'finance' } }
  return { place: null }
}

function ofParty(role: PartyRole, group: string, { job }: TemplateSource): PlaceToFill {
  const organisation = organisationIn(job, role)
  if (!organisation) return { place: details(role), unset: groupTitle(group) }
  return { place: { screen: 'contact', id: organisation.id } }
}

/** By the field's own name or another of its names, one of which is the wire's. */
function ofJob(name: string, group: 'Shipment' | 'Quote'): PlaceToFill {
  const field = catalogue.fields.find(one => one.name === name)
  const names = [name, ...(field?.aliases ?? [])].map(lastPart)
  if (group === 'Shipment') {
    if (name === 'Shipment.OwnerEmail') return { place: details('ownerId') }
    if (joinedReferenceFields.some(one => `Shipment.${one.name}` === name))
      return { place: details('references') }
    const onWire = names.find(one => one in jobInput.shape)
    return { place: onWire ? details(onWire) : null }
  }
  const onWire = names.flatMap(one => [`${one}Id`, one]).find(one => one in quote.shape)
  if (!onWire) return { place: null }
  const place = details(`quote.${onWire}`)
  return onWire.endsWith('PortId') ? { place, unset: groupTitle(capital(onWire).slice(0, -2)) } : { place }
}

/** Whether somebody could fill this in: the day and the person's name fill themselves. */
export const isFilledByHand = (name: string) => !notByHand.has(groupOf(name))
