import type { Company } from '#contract/company.ts'
import type { PictureValue } from '#server/word/language/known-fields.ts'
import { addressInOneLine, addressLines, contactLine, country } from './address.ts'
import { picture, text, type CatalogueField } from './field-group.ts'

export type CompanySource = { company: Company; logo: PictureValue | null }

const own = (
  name: string,
  label: string,
  take: (company: Company) => string | null,
  ...aliases: string[]
): CatalogueField<CompanySource> => text(name, label, ({ company }) => take(company), ...aliases)

const labelled = (parts: readonly (readonly [string, string | null])[], separator: string) =>
  parts.flatMap(([label, value]) => (value ? [`${label} ${value}`.trim()] : [])).join(separator)

const registrationLine = (company: Company) =>
  labelled(
    [
      ['Reg. No.', company.registrationNumber],
      ['Tax No.', company.taxNumber],
      ['Licence', company.licenceNumber],
    ],
    '   ',
  )

/** Where customers pay, a line each; what is missing takes no line. */
function bankDetails(company: Company): string {
  const { bankName, bankBranch, bankAccountName, bankAccountNumber, iban, swift } = company
  const bank = [bankName, bankBranch].filter(Boolean).join(', ')
  const account = [bankAccountName, bankAccountNumber].filter(Boolean).join(', ')
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

/** What the company settings say. */
export const companyFields: readonly CatalogueField<CompanySource>[] = [
  own('Name', 'Name of your company', company => company.name),
  picture('Logo', 'Logo', ({ logo }) => logo),
  own('Currency', 'Currency of your company', company => company.currency),
  own('Address', 'Address', addressLines),
  own('AddressLine', 'Address in one line', addressInOneLine),
  own('ContactLine', 'Telephone and e-mail in one line', contactLine),
  own('RegistrationLine', 'Registration, tax and licence numbers in one line', registrationLine),
  own('BankDetails', 'Bank details, a line each', bankDetails),
  own('BuildingNo', 'Building no.', company => company.buildingNo),
  own('BuildingName', 'Building name', company => company.buildingName),
  own('Street', 'Street', company => company.street),
  own('City', 'City', company => company.city),
  own('County', 'County', company => company.county),
  own('PostCode', 'Post code', company => company.code, 'Code'),
  own('Country', 'Country', country),
  own('CountryCode', 'Country code', company => company.countryId, 'CountryId'),
  own('Telephone', 'Telephone', company => company.telephone, 'Phone'),
  own('Fax', 'Fax', company => company.fax),
  own('Email', 'E-mail', company => company.email),
  own('Website', 'Website', company => company.website),
  own('RegistrationNumber', 'Registration no.', company => company.registrationNumber),
  own('TaxNumber', 'Tax no.', company => company.taxNumber, 'VatNumber'),
  own('LicenceNumber', 'Forwarding licence no.', company => company.licenceNumber, 'LicenseNumber'),
  own('BankName', 'Bank', company => company.bankName),
  own('BankBranch', 'Branch of the bank', company => company.bankBranch),
  own('BankAccountName', 'Account name', company => company.bankAccountName),
  own('BankAccountNumber', 'Account no.', company => company.bankAccountNumber),
  own('Iban', 'IBAN', company => company.iban),
  own('Swift', 'SWIFT or BIC', company => company.swift, 'Bic'),
  own('TradingTerms', 'Trading terms', company => company.tradingTerms),
]
