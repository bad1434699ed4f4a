import { companyLabels as labels } from '#contract/company.ts'
import type { StoredCompany } from '#server/company/records.ts'
import type { PictureValue } from '#server/word/language/known-fields.ts'
import { addressInOneLine, addressJoints, addressLines, contactLine, country } from './address.ts'
import { joined, picture, text, type CatalogueField } from './field-group.ts'

export type CompanySource = { company: StoredCompany; logo: PictureValue | null }

const own = (
  name: string,
  label: string,
  take: (company: StoredCompany) => string | null,
  ...aliases: string[]
): CatalogueField<CompanySource> => text(name, label, ({ company }) => take(company), ...aliases)

const labelled = (parts: readonly (readonly [string, string | null])[], separator: string) =>
  parts
    .flatMap(([label, value]) => (value?.trim() ? [`${label} ${value.trim()}`.trim()] : []))
    .join(separator)

const registrationLine = (company: StoredCompany) =>
  labelled(
    [
      ['Reg. No.', company.registrationNumber],
      ['Tax No.', company.taxNumber],
      ['Licence', company.licenceNumber],
    ],
    '   ',
  )

const registrationJoints = ['   ', 'Reg. No. ', 'Tax No. ', 'Licence ']

/** Where customers pay, a line each; what is missing takes no line. */
function bankDetails(company: StoredCompany): string {
  const { bankName, bankBranch, bankAccountName, bankAccountNumber, iban, swift } = company
  const inOneLine = (...parts: readonly (string | null)[]) =>
    parts.flatMap(part => part?.trim() || []).join(', ')
  const bank = inOneLine(bankName, bankBranch)
  const account = inOneLine(bankAccountName, bankAccountNumber)
  return labelled(
    [
      ['', bank],
      ['Account', account],
      ['IBAN', iban],
      ['SWIFT', swift],
    ],
    '\n',
  )
}

const bankJoints = [', ', 'Account ', 'IBAN ', 'SWIFT ']

/** What the company settings say. */
export const companyFields: readonly CatalogueField<CompanySource>[] = [
  own('Name', labels.name, company => company.name),
  picture('Logo', 'Logo', ({ logo }) => logo),
  own('Currency', labels.currency, company => company.currency),
  own('Address', 'Address', addressLines),
  joined(addressJoints, own('AddressLine', 'Address in one line', addressInOneLine)),
  own('ContactLine', 'Telephone and e-mail in one line', contactLine),
  joined(
    registrationJoints,
    own('RegistrationLine', 'Registration, tax and licence numbers in one line', registrationLine),
  ),
  joined(bankJoints, own('BankDetails', 'Bank details, a line each', bankDetails)),
  own('BuildingNo', labels.buildingNo, company => company.buildingNo),
  own('BuildingName', labels.buildingName, company => company.buildingName),
  own('Street', labels.street, company => company.street),
  own('City', labels.city, company => company.city),
  own('County', labels.county, company => company.county),
  own('PostCode', labels.code, company => company.code, 'Code'),
  own('Country', labels.countryId, country),
  own('CountryCode', 'Country code', company => company.countryId, 'CountryId'),
  own('Telephone', labels.telephone, company => company.telephone, 'Phone'),
  own('Fax', labels.fax, company => company.fax),
  own('Email', labels.email, company => company.email),
  own('Website', labels.website, company => company.website),
  own('RegistrationNumber', labels.registrationNumber, company => company.registrationNumber),
  own('TaxNumber', labels.taxNumber, company => company.taxNumber, 'VatNumber'),
  own('LicenceNumber', labels.licenceNumber, company => company.licenceNumber, 'LicenseNumber'),
  own('IataAgentCode', labels.iataAgentCode, company => company.iataAgentCode, 'IataCode'),
  own('BankName', labels.bankName, company => company.bankName),
  own('BankBranch', labels.bankBranch, company => company.bankBranch),
  own('BankAccountName', labels.bankAccountName, company => company.bankAccountName),
  own('BankAccountNumber', labels.bankAccountNumber, company => company.bankAccountNumber),
  own('Iban', labels.iban, company => company.iban),
  own('Swift', labels.swift, company => company.swift, 'Bic'),
  own('TradingTerms', labels.tradingTerms, company => company.tradingTerms),
]
