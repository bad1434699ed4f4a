import type { SampleDetails } from './sample.ts'

/** What papers say of the company that made them. Telephones are of the range that Ofcom keeps for fiction. */
export const companyDetails: SampleDetails = {
  buildingName: 'Dock Gate House',
  street: 'Walton Avenue',
  city: 'Felixstowe',
  county: 'Suffolk',
  code: 'IP11 3HG',
  countryId: 'GB',
  telephone: '+44 1632 960100',
  fax: '+44 1632 960101',
  email: 'operations@harbour.example',
  website: 'www.harbour.example',
  registrationNumber: '00417238',
  taxNumber: 'GB 000 4172 38',
  licenceNumber: 'FF-20417',
  iataAgentCode: '99-9 0417/0014',
  bankName: 'Suffolk Mercantile Bank plc',
  bankBranch: 'Felixstowe',
  bankAccountName: 'Harbour Forwarding Ltd',
  bankAccountNumber: '00417238',
  // The check digits are right; no bank has the code SFMB.
  iban: 'GB08SFMB20041700417238',
  swift: 'SFMBGB2X',
  tradingTerms:
    'All business is done under our Standard Trading Conditions, which limit our liability. A copy is sent on request.',
}
