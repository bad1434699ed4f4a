/** What each field of a job is called wherever people read it. */
export const jobFieldLabels = {
  name: 'Name',
  statusId: 'Status',
  direction: 'Direction',
  swbro: 'Ready on',
  vesselName: 'Vessel Name',
  etd: 'ETD',
  eta: 'ETA',
  customerInstructions: 'Customer Instructions',
  sisttao: 'Shipping instructions sent to the agent on',
  grossWeight: 'Gross weight',
  netWeight: 'Net weight',
  weightUnit: 'Weight unit',
  volume: 'Volume',
  volumeUnit: 'Volume unit',
  numberOfPackages: 'Number of packages',
  documentsReceivedDate: 'Documents received on',
  mbl: 'Master BL',
  hbl: 'House BL',
  dettco: 'Documents emailed to customer on',
  dsttco: 'Documents submitted to carrier on',
  igm: 'IGM',
  indexNumber: 'Index number',
  shedNumber: 'Shed Number',
  dopubtco: 'D/O picked up by customer on',
  masterShipmentId: 'Master Job',
  'quote.commodity': 'Commodity',
  'quote.transportMode': 'Mode of Transport',
  'quote.quoteType': 'Quote Type',
  'quote.clType': 'Load Type',
  'quote.loadingPortId': 'Port of Loading',
  'quote.viaPortId': 'Via Port',
  'quote.dischargePortId': 'Port of Discharge',
  'quote.destinationPortId': 'Port of Destination',
} as const
export type JobField = keyof typeof jobFieldLabels

/** The same of a cargo item. */
export const itemLabels = {
  name: 'Name',
  description: 'Description',
  quantity: 'Quantity',
  modeOfPacking: 'Packing Mode',
  grossWeight: 'Gross Weight',
  netWeight: 'Net Weight',
  weightUnit: 'Weight Unit',
  numberOfPacks: 'Number of Packs',
} as const

/** The same of an organisation and its address, which people know as one contact. */
export const organisationLabels = {
  name: 'Name',
  description: 'Description',
  contactName: 'Contact Name',
  buildingNo: 'Building No.',
  buildingName: 'Building Name',
  street: 'Street',
  city: 'City',
  county: 'County',
  code: 'Post Code',
  countryId: 'Country',
  telephone: 'Telephone',
  mobile: 'Mobile',
  email: 'E-mail',
  website: 'Website',
} as const

/** What only the people at a company have, and what its address has beside the form's fields. */
export const furtherContactLabels = {
  role: 'Role',
  fax: 'Fax',
  skype: 'Skype',
  twitter: 'Twitter',
} as const

export const templateLabels = {
  name: 'Name',
  defaultDocumentName: 'Default Document Name',
  description: 'Description',
} as const

export const companyLabels = {
  name: 'Name',
  currency: 'Currency',
  timeZone: 'Time Zone',
  buildingNo: 'Building No.',
  buildingName: 'Building Name',
  street: 'Street',
  city: 'City',
  county: 'County',
  code: 'Post Code',
  countryId: 'Country',
  telephone: 'Telephone',
  fax: 'Fax',
  email: 'E-mail',
  website: 'Website',
  registrationNumber: 'Registration No.',
  taxNumber: 'Tax No. (VAT, NTN, GST …)',
  licenceNumber: 'Forwarding Licence No.',
  bankName: 'Bank',
  bankBranch: 'Branch',
  bankAccountName: 'Account Name',
  bankAccountNumber: 'Account No.',
  iban: 'IBAN',
  swift: 'SWIFT / BIC',
  tradingTerms: 'Trading Terms',
} as const
