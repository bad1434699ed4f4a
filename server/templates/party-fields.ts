import type { Contact, Organisation } from '#contract/organisations.ts'
import { addressInOneLine, addressLines, contactLine, country } from './address.ts'
import { text, within, type CatalogueField } from './field-group.ts'

const organisationFields: readonly CatalogueField<Organisation>[] = [
  text('Name', 'Name', company => company.name),
  text('Description', 'Description', company => company.description),
  text('ContactName', 'Contact name', company => company.contactName),
]

const contactFields: readonly CatalogueField<Contact>[] = [
  text('Address', 'Address', addressLines),
  text('AddressLine', 'Address in one line', addressInOneLine),
  text('ContactLine', 'Telephone and e-mail in one line', contactLine),
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

export const partyFields: readonly CatalogueField<Organisation>[] = [
  ...organisationFields,
  ...contactFields.map(field =>
    within(field, (company: Organisation) => company.organisationContacts[0]?.contact),
  ),
]
