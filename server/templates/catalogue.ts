import {
  directions,
  jobStatuses,
  labelOf,
  loadTypes,
  packingModeChoices,
  quoteTypes,
  transportModes,
  volumeUnits,
  weightUnits,
} from '#contract/choices.ts'
import type { Finance } from '#contract/finance.ts'
import { chargeSectionLabels, chargeSections } from '#contract/finance-sections.ts'
import type { Item } from '#contract/items.ts'
import type { Job } from '#contract/jobs.ts'
import type { Contact, Organisation } from '#contract/organisations.ts'
import { partyRoleLabels, partyRoles, partyWire, type PartyRole } from '#contract/parties.ts'
import { portTypes, type PortType } from '#contract/ports.ts'
import type { Membership } from '#contract/users.ts'
import { countryName } from '#server/organisations/countries.ts'
import type { FieldValues, KnownFields } from '#server/word/known-fields.ts'
import { chargeFields } from './charge-fields.ts'
import {
  capital,
  date,
  grouped,
  knownField,
  number,
  takeAll,
  text,
  within,
  type CatalogueField,
} from './field-group.ts'
import { itemTotals } from './item-totals.ts'

export type SourcePort = { name: string | null; code: string | null; countryId: string | null }

/** What a document is filled from. */
export type TemplateSource = {
  /** With the companies behind its parties. */
  job: Job
  finance: Finance | null
  ports: Record<PortType, SourcePort | null>
  /** Who makes the document, for which company. */
  membership: Pick<Membership, 'user' | 'account'>
  /** yyyy-MM-dd. */
  today: string
}

const jobFields: readonly CatalogueField<Job>[] = [
  number('JobId', 'Job Id', job => job.jobId, 'JobNumber', 'Number'),
  text('Name', 'Name', job => job.name),
  text('Status', 'Status', job => labelOf(jobStatuses, job.statusId), 'StatusId'),
  text('Direction', 'Import or export', job => labelOf(directions, job.direction)),
  date('ShipmentDate', 'Shipment date', job => job.shipmentDate),
  date('ReadyOn', 'Ready on', job => job.swbro, 'Swbro'),
  text('VesselName', 'Vessel name', job => job.vesselName, 'Vessel'),
  date('Etd', 'ETD', job => job.etd),
  date('Eta', 'ETA', job => job.eta),
  text('CustomerInstructions', 'Customer instructions', job => job.customerInstructions),
  date('ShippingInstructionsSentOn', 'Shipping instructions sent on', job => job.sisttao, 'Sisttao'),
  number('GrossWeight', 'Gross weight', job => job.grossWeight),
  number('NetWeight', 'Net weight', job => job.netWeight),
  text('WeightUnit', 'Weight unit', job => labelOf(weightUnits, job.weightUnit)),
  number('Volume', 'Volume', job => job.volume),
  text('VolumeUnit', 'Volume unit', job => labelOf(volumeUnits, job.volumeUnit)),
  number('NumberOfPackages', 'Number of packages', job => job.numberOfPackages),
  date(
    'DocumentsReceivedOn',
    'Documents received on',
    job => job.documentsReceivedDate,
    'DocumentsReceivedDate',
  ),
  text('MasterBl', 'Master B/L', job => job.mbl, 'Mbl'),
  text('HouseBl', 'House B/L', job => job.hbl, 'Hbl'),
  date('DocumentsEmailedToCustomerOn', 'Documents e-mailed to customer on', job => job.dettco, 'Dettco'),
  date('DocumentsSubmittedToCarrierOn', 'Documents submitted to carrier on', job => job.dsttco, 'Dsttco'),
  text('Igm', 'IGM', job => job.igm),
  text('IndexNumber', 'Index number', job => job.indexNumber),
  text('ShedNumber', 'Shed number', job => job.shedNumber),
  date('DeliveryOrderPickedUpOn', 'D/O picked up by customer on', job => job.dopubtco, 'Dopubtco'),
]

const quoteFields: readonly CatalogueField<Job['quote']>[] = [
  text('Commodity', 'Commodity', quote => quote.commodity),
  text('TransportMode', 'Mode of transport', quote => labelOf(transportModes, quote.transportMode)),
  text('QuoteType', 'Quote type', quote => labelOf(quoteTypes, quote.quoteType)),
  text('LoadType', 'Load type', quote => labelOf(loadTypes, quote.clType), 'ClType'),
  text('LoadingPort', 'Port of loading', quote => quote.loadingPort, 'PortOfLoading'),
  text('ViaPort', 'Via port', quote => quote.viaPort),
  text('DischargePort', 'Port of discharge', quote => quote.dischargePort, 'PortOfDischarge'),
  text('DestinationPort', 'Port of destination', quote => quote.destinationPort, 'PortOfDestination'),
]

const organisationFields: readonly CatalogueField<Organisation>[] = [
  text('Name', 'Name', company => company.name),
  text('Description', 'Description', company => company.description),
  text('ContactName', 'Contact name', company => company.contactName),
]

const country = ({ countryId }: { countryId: string | null }) =>
  countryId ? (countryName(countryId) ?? countryId) : null

/** As it stands on an envelope, a line each; what is missing takes no line. */
function address(contact: Contact): string {
  const building = [contact.buildingNo, contact.buildingName].filter(Boolean).join(' ')
  const { street, city, county, code } = contact
  return [building, street, city, county, code, country(contact)].filter(Boolean).join('\n')
}

const contactFields: readonly CatalogueField<Contact>[] = [
  text('Address', 'Address', address),
  text('BuildingNo', 'Building no.', contact => contact.buildingNo),
  text('BuildingName', 'Building name', contact => contact.buildingName),
  text('Street', 'Street', contact => contact.street),
  text('City', 'City', contact => contact.city),
  text('County', 'County', contact => contact.county),
  text('PostCode', 'Post code', contact => contact.code, 'Code'),
  text('Country', 'Country', country),
  text('CountryCode', 'Country code', contact => contact.countryId, 'CountryId'),
  text('Telephone', 'Telephone', contact => contact.telephone, 'Phone'),
  text('Mobile', 'Mobile', contact => contact.mobile),
  text('Fax', 'Fax', contact => contact.fax),
  text('Email', 'E-mail', contact => contact.email),
  text('Website', 'Website', contact => contact.website),
  text('Skype', 'Skype', contact => contact.skype),
  text('Twitter', 'Twitter', contact => contact.twitter),
]

const partyFields: readonly CatalogueField<Organisation>[] = [
  ...organisationFields,
  ...contactFields.map(field =>
    within(field, (company: Organisation) => company.organisationContacts[0]?.contact),
  ),
]

const portFields: readonly CatalogueField<SourcePort>[] = [
  text('Name', 'name', port => port.name),
  text('Code', 'UN/LOCODE', port => port.code),
  text('Country', 'country', country),
  text('CountryCode', 'country code', port => port.countryId, 'CountryId'),
]

const portLabels: Record<PortType, string> = {
  Loading: 'Port of loading',
  Via: 'Via port',
  Discharge: 'Port of discharge',
  Destination: 'Port of destination',
}

const financeFields: readonly CatalogueField<Finance>[] = [
  number('Total', 'Total of all charges', finance => finance.total),
  text('Currency', 'Currency', finance => finance.currency),
]

const partyOf = (job: Job, role: PartyRole) => job[partyWire[role].list][0]?.party?.organisation

const fields: readonly CatalogueField<TemplateSource>[] = [
  ...grouped(['Shipment', 'Job'], jobFields).map(field =>
    within(field, (source: TemplateSource) => source.job),
  ),
  ...grouped(['Quote', 'Shipment.Quote', 'Shipment', 'Job'], quoteFields).map(field =>
    within(field, (source: TemplateSource) => source.job.quote),
  ),
  ...partyRoles.flatMap(role =>
    grouped([capital(role), `Shipment.${capital(role)}`, `Shipment${capital(role)}`], partyFields).map(
      field =>
        within({ ...field, label: `${partyRoleLabels[role]}: ${field.label}` }, (source: TemplateSource) =>
          partyOf(source.job, role),
        ),
    ),
  ),
  ...portTypes.flatMap(type =>
    grouped([`${type}Port`, `Quote.${type}Port`, `Shipment.${type}Port`], portFields).map(field =>
      within(
        { ...field, label: `${portLabels[type]}: ${field.label}` },
        (source: TemplateSource) => source.ports[type],
      ),
    ),
  ),
  ...chargeSections.flatMap(section =>
    grouped(
      [capital(section), `${capital(section)}s`, `Finance.${capital(section)}`],
      chargeFields(section),
    ).map(field =>
      within(
        { ...field, label: `${chargeSectionLabels[section]}: ${field.label}` },
        (source: TemplateSource) => source.finance,
      ),
    ),
  ),
  ...grouped(['Finance', 'Shipment.Finance'], financeFields).map(field =>
    within(field, (source: TemplateSource) => source.finance),
  ),
  ...grouped<TemplateSource>(
    ['ItemTotals'],
    [
      number('Quantity', 'Quantity of all items', ({ job }) => itemTotals(job.items).quantity),
      number('NumberOfPacks', 'Packs of all items', ({ job }) => itemTotals(job.items).numberOfPacks),
      number('GrossWeight', 'Gross weight of all items', ({ job }) => itemTotals(job.items).grossWeight),
      number('NetWeight', 'Net weight of all items', ({ job }) => itemTotals(job.items).netWeight),
      text('WeightUnit', 'Weight unit of all items', ({ job }) => itemTotals(job.items).weightUnit),
    ],
  ),
  ...grouped<TemplateSource>(
    ['Master', 'Shipment.Master'],
    [
      number('JobId', 'Job Id of the master job', ({ job }) => job.master?.jobId),
      text('Name', 'Name of the master job', ({ job }) => job.master?.name),
    ],
  ),
  text('Company.Name', 'Name of your company', ({ membership }) => membership.account.name),
  text('Company.Currency', 'Currency of your company', ({ membership }) => membership.account.currency),
  text(
    'User.Name',
    'Who makes the document',
    ({ membership }) => membership.user.displayName,
    'User.DisplayName',
  ),
  text('User.Email', 'E-mail of who makes the document', ({ membership }) => membership.user.email),
  date('Today', 'Day on which the document is made', ({ today }) => today),
]

const itemFields: readonly CatalogueField<Item & { number: number }>[] = [
  number('Number', 'Its place in the list', item => item.number, 'No'),
  text('Name', 'Name', item => item.name),
  text('Description', 'Description', item => item.description),
  number('Quantity', 'Quantity', item => item.quantity),
  text(
    'PackingMode',
    'Packing mode',
    item => labelOf(packingModeChoices, item.modeOfPacking),
    'ModeOfPacking',
  ),
  number('GrossWeight', 'Gross weight', item => item.grossWeight),
  number('NetWeight', 'Net weight', item => item.netWeight),
  text('WeightUnit', 'Weight unit', item => labelOf(weightUnits, item.weightUnit)),
  number('NumberOfPacks', 'Number of packs', item => item.numberOfPacks),
]

const houseFields: readonly CatalogueField<Job['houses'][number]>[] = [
  number('JobId', 'Job Id of a house job', house => house.jobId),
  text('Name', 'Name of a house job', house => house.name),
]

/** Every field that a template may name, with what people call it. */
export const catalogue = { fields, lists: { Items: itemFields, Houses: houseFields } } as const

export const knownFields: KnownFields = {
  fields: fields.map(knownField),
  lists: [
    { name: 'Items', aliases: ['Item', 'Shipment.Items', 'Job.Items'], fields: itemFields.map(knownField) },
    {
      name: 'Houses',
      aliases: ['House', 'Shipment.Houses', 'Job.Houses'],
      fields: houseFields.map(knownField),
    },
  ],
}

/** What a template's fields are filled with for one job. */
export function documentValues(source: TemplateSource): FieldValues {
  const { items, houses } = source.job
  return {
    fields: takeAll(fields, source),
    lists: {
      Items: items.map((item, index) => takeAll(itemFields, { ...item, number: index + 1 })),
      Houses: houses.map(house => takeAll(houseFields, house)),
    },
  }
}
