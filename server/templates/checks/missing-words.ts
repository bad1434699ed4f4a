import { TransportMode } from '#contract/choices.ts'
import { chargeSections } from '#contract/finance-sections.ts'
import { capital } from '#server/templates/fields/field-group.ts'
import { fullLabel, groupOf, groupTitle } from '#server/templates/fields/field-groups.ts'

/** What carries the cargo, which the job card always calls the vessel. */
const carriers: Readonly<Record<number, string>> = {
  [TransportMode.air]: 'Flight',
  [TransportMode.road]: 'Truck',
}

const CARRIER = 'Shipment.VesselName'

/** Any other word is written small within a sentence: not abbreviations such as ETD, "BL" or "UN/LOCODE". */
const ORDINARY = /(?<![\p{L}\p{N}/])\p{Lu}(?=\p{Ll}|-\p{Ll})[\p{Ll}-]*(?![\p{L}\p{N}/])/gu

/** What a label adds about how it is printed: "Packing mode, in the singular for one". */
const ADDED = /, [^()]*$/

/** A field's label as it reads within a sentence: "port of loading", "house BL", "e-mail". */
export const inSentence = (label: string): string =>
  label.replace(ADDED, '').replaceAll(ORDINARY, word => word.toLowerCase())

export const asSentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** The same at the beginning of a sentence: "Port of loading". */
export const atStart = (label: string): string => asSentence(inSentence(label))

const chargeGroups = new Set(chargeSections.map(capital))

/** What is lacking, where the label tells how it is printed or entered rather than what it is. */
const ownNouns: Readonly<Record<string, string>> = {
  AddressLine: 'address',
  ContactLine: 'telephone or e-mail',
  RegistrationLine: 'registration, tax or licence number',
  BankDetails: 'bank details',
  BuildingNo: 'building number',
  Mobile: 'mobile number',
  Fax: 'fax number',
  Skype: 'Skype name',
  Twitter: 'Twitter name',
  RegistrationNumber: 'registration number',
  TaxNumber: 'tax number',
  LicenceNumber: 'forwarding licence number',
  BankName: 'bank',
  BankBranch: 'bank branch',
  BankAccountName: 'bank account name',
  BankAccountNumber: 'bank account number',
  Swift: 'SWIFT/BIC code',
  NumberOfPacks: 'number of packs',
  FscBasis: 'the FSC basis',
  SscBasis: 'the SSC basis',
  PickUp: 'pick-up',
  Blfee: 'the B/L fee',
  DeliveryOrder: 'the delivery order',
}

/** "Ready On" is no name of a thing: such a field is named as the job card does. */
const isDateLabel = (label: string) => / on$/i.test(label)

/** What is lacking, as it reads after "has no". */
function nounOf(name: string, label: string): string {
  if (isDateLabel(label)) return `“${label}” date`
  return ownNouns[name.slice(name.lastIndexOf('.') + 1)] ?? inSentence(label)
}

/** "Customer instructions are empty", "“Ready On” is empty". */
function isEmptyText(label: string): string {
  if (isDateLabel(label)) return `“${label}” is empty`
  return `${atStart(label)} ${/(instructions|terms)$/i.test(label) ? 'are' : 'is'} empty`
}

/** What a section of charges has itself; anything else is one of its lines. */
const ofSection = /\.(Total|Currency|ExchangeRate)$/

/** A field that a document leaves blank: what people call it for a job of this mode, and what is said of it. */
export function emptyField(
  name: string,
  fieldLabel: string,
  transportMode: number | null,
): { label: string; message: string } {
  const carrier = name === CARRIER && transportMode !== null ? carriers[transportMode] : undefined
  if (carrier) return { label: carrier, message: isEmptyText(carrier) }
  const label = fullLabel(name, fieldLabel)
  const group = groupOf(name)
  const owner = inSentence(groupTitle(group))
  if (group === 'ItemTotals') {
    const of = nounOf(name, fieldLabel.replace(/ of all items$/, ''))
    return { label, message: `The cargo items have no ${of}` }
  }
  if (group === 'ContainerTotals') {
    const of = nounOf(name, inSentence(fieldLabel).replace(/ of all containers$/, ''))
    return { label, message: `The containers have no ${of}` }
  }
  if (group === 'Master')
    return { label, message: `The master job has no ${inSentence(fieldLabel).replace(/ of the .*$/, '')}` }
  const start = `${groupTitle(group)}: `
  if (!label.startsWith(start)) return { label, message: isEmptyText(label) }
  const of = nounOf(name, label.slice(start.length))
  if (group === 'Company') return { label: start + of, message: `Your company has no ${of}` }
  if (group === 'Finance')
    return {
      label,
      message: name === 'Finance.Total' ? 'The charges have no total' : `The charges have no ${of}`,
    }
  if (!chargeGroups.has(group)) return { label, message: `The ${owner} has no ${of}` }
  if (ofSection.test(name)) return { label, message: `The ${owner} have no ${of}` }
  const among = of.endsWith(owner) ? '' : ` in the ${owner}`
  const message = of.endsWith('charges')
    ? `No ${of} are entered${among}`
    : `Nothing is entered for ${of}${among}`
  return { label, message }
}

export const emptyList = (title: string) => `There are no ${inSentence(title).replace(/^all /, '')}`

/** Of a list's rows, some lack this: "1 of 2 cargo items has no gross weight". */
export function emptyInRows(
  title: string,
  { name, label }: { name: string; label: string },
  { blank, rows }: { blank: number; rows: number },
) {
  const all = inSentence(title).replace(/^all /, '')
  const one = all.replace(/ies$/, 'y').replace(/s$/, '')
  const [owner, own] = label.split(': ')
  if (owner !== undefined && own !== undefined) {
    const [party, of] = [inSentence(owner), nounOf(name, own)]
    if (rows === 1) return `The ${party} of the ${one} has no ${of}`
    return `In ${blank} of ${rows} ${all} the ${party} has no ${of}`
  }
  const of = nounOf(name, label)
  if (rows === 1) return `The ${one} has no ${of}`
  return `${blank} of ${rows} ${all} ${blank === 1 ? 'has' : 'have'} no ${of}`
}
