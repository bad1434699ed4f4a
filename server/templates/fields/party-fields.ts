import {
  type Contact,
  type Organisation,
  contactLabels,
  organisationLabels as labels,
} from '#contract/organisations.ts'
import { addressInOneLine, addressJoints, addressLines, contactLine, country } from './address.ts'
import { joined, text, within, type CatalogueField } from './field-group.ts'

const organisationFields: readonly CatalogueField<Organisation>[] = [
  text('Name', labels.name, company => company.name),
  text('Description', labels.description, company => company.description),
  text('ContactName', labels.contactName, company => company.contactName),
  text('TaxNumber', labels.taxNumber, company => company.taxNumber, 'VatNumber'),
  text('PaymentTerms', labels.paymentTerms, company => company.paymentTerms),
  text('Scac', labels.scac, company => company.scac),
  text('IataPrefix', labels.iataPrefix, company => company.iataPrefix),
  text('IataAgentCode', labels.iataAgentCode, company => company.iataAgentCode),
  text('AccountNumber', labels.accountNumber, company => company.accountNumber, 'AccountNo'),
]

const contactFields: readonly CatalogueField<Contact>[] = [
  text('Address', 'Address', addressLines),
  joined(addressJoints, text('AddressLine', 'Address in one line', addressInOneLine)),
  text('ContactLine', 'Telephone and e-mail in one line', contactLine),
  text('BuildingNo', labels.buildingNo, contact => contact.buildingNo),
  text('BuildingName', labels.buildingName, contact => contact.buildingName),
  text('Street', labels.street, contact => contact.street),
  text('City', labels.city, contact => contact.city),
  text('County', labels.county, contact => contact.county),
  text('PostCode', labels.code, contact => contact.code, 'Code'),
  text('Country', labels.countryId, country),
  text('CountryCode', 'Country code', contact => contact.countryId, 'CountryId'),
  text('Telephone', labels.telephone, contact => contact.telephone, 'Phone'),
  text('Mobile', labels.mobile, contact => contact.mobile),
  text('Fax', contactLabels.fax, contact => contact.fax),
  text('Email', labels.email, contact => contact.email),
  text('Website', labels.website, contact => contact.website),
  text('Skype', contactLabels.skype, contact => contact.skype),
  text('Twitter', contactLabels.twitter, contact => contact.twitter),
]

/** As a box of a paper asks for a party: its name, and below it the address. */
const nameAndAddress = ({ name, organisationContacts: [first] }: Organisation) =>
  [name?.trim(), first && addressLines(first.contact)].filter(Boolean).join('\n') || null

export const partyFields: readonly CatalogueField<Organisation>[] = [
  ...organisationFields,
  ...contactFields.map(field =>
    within(field, (company: Organisation) => company.organisationContacts[0]?.contact),
  ),
  text('NameAndAddress', 'Name and address', nameAndAddress, 'Block'),
]
