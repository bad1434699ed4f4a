import type { SampleCompany } from './sample.ts'

type Place = SampleCompany['address']
type Person = { contactName: string; telephone: string; email: string }
type Trade = Pick<
  SampleCompany,
  'taxNumber' | 'accountNumber' | 'paymentTerms' | 'scac' | 'iataPrefix' | 'iataAgentCode' | 'description'
>

/** A company as the address book holds it. `person` is name, telephone and e-mail address. */
function company(
  name: string,
  place: Place,
  { contactName, ...reached }: Person,
  trade: Trade,
): SampleCompany {
  return { name, contactName, ...trade, address: { ...place, ...reached } }
}

const by = (contactName: string, telephone: string, email: string): Person => ({
  contactName,
  telephone,
  email,
})
/** The forwarder's own number for the company: customers are debtors, the others creditors. */
const accountOf = (kind: 'D' | 'K', taxNumber: string) =>
  `${kind}-${taxNumber.replaceAll(/\D/g, '').slice(-5)}`

const customer = (taxNumber: string): Trade => ({
  description: 'Customer',
  taxNumber,
  accountNumber: accountOf('D', taxNumber),
  paymentTerms: '30 days from invoice date',
})
const supplier = (description: string, taxNumber: string): Trade => ({
  description,
  taxNumber,
  accountNumber: accountOf('K', taxNumber),
  paymentTerms: '14 days from invoice date',
})

/**
 * Companies that there are not, at places that there are. Telephones in Britain and Germany are of the ranges that
 * Ofcom and the Bundesnetzagentur keep for fiction.
 */
export const sampleCompanies: Readonly<Record<string, SampleCompany>> = {
  // The forwarder itself, which is the shipper on a carrier's bill for a consolidation.
  harbourForwarding: company(
    'Harbour Forwarding Ltd',
    {
      buildingName: 'Dock Gate House',
      street: 'Walton Avenue',
      city: 'Felixstowe',
      code: 'IP11 3HG',
      countryId: 'GB',
    },
    by('Consolidation Desk', '+44 1632 960100', 'lcl@harbour.example'),
    supplier('Own company', 'GB 000 4172 38'),
  ),
  waveneyPaints: company(
    'Waveney Paints & Coatings Ltd',
    { buildingNo: '14', street: 'Hellesdon Park Road', city: 'Norwich', code: 'NR6 5DR', countryId: 'GB' },
    by('Helen Marsh', '+44 1632 960211', 'export@waveneypaints.example'),
    customer('GB 000 2118 14'),
  ),
  cliftonDecor: company(
    'Clifton Decor Trading (Private) Limited',
    { buildingNo: '27-C', street: 'Khayaban-e-Shamsheer', city: 'Karachi', code: '75500', countryId: 'PK' },
    by('Tariq Mehmood', '+92 21 3500 0127', 'imports@cliftondecor.example'),
    customer('NTN 0002712-5'),
  ),
  commerceBank: company(
    'Sindh Commerce Bank Limited',
    { buildingNo: '5', street: 'I. I. Chundrigar Road', city: 'Karachi', code: '74000', countryId: 'PK' },
    by('Trade Finance Desk', '+92 21 3200 0105', 'tradefinance@sindhcommerce.example'),
    supplier('Bank', 'NTN 0000505-1'),
  ),
  indusAgents: company(
    'Keamari Freight Agencies (Private) Limited',
    { buildingNo: '9', street: 'West Wharf Road', city: 'Karachi', code: '74000', countryId: 'PK' },
    by('Sara Khan', '+92 21 3230 0109', 'imports@keamarifreight.example'),
    supplier('Agent', 'NTN 0000909-3'),
  ),
  kestrelLine: company(
    'Kestrel Ocean Lines Ltd',
    {
      buildingName: 'Trinity Wharf',
      street: 'Orchard Place',
      city: 'London',
      code: 'E14 0JW',
      countryId: 'GB',
    },
    by('James Porter', '+44 20 7946 0310', 'bookings@kestrelocean.example'),
    { ...supplier('Carrier by sea', 'GB 000 3103 10'), scac: 'KSOL' },
  ),
  stourClearing: company(
    'Stour Customs Brokers Ltd',
    { buildingNo: '3', street: 'Parkeston Quay', city: 'Harwich', code: 'CO12 4SR', countryId: 'GB' },
    by('Grace Allen', '+44 1632 960303', 'entries@stourcustoms.example'),
    supplier('Clearing agent', 'GB 000 3033 03'),
  ),
  gippingHaulage: company(
    'Gipping Valley Haulage Ltd',
    { buildingNo: '21', street: 'Lion Barn Road', city: 'Needham Market', code: 'IP6 8NZ', countryId: 'GB' },
    by('Traffic Office', '+44 1632 960421', 'traffic@gippinghaulage.example'),
    supplier('Haulier', 'GB 000 4214 21'),
  ),
  orwellWarehouse: company(
    'Orwell Dock Warehousing Ltd',
    { buildingName: 'Shed 7', street: 'Fagbury Road', city: 'Felixstowe', code: 'IP11 4HH', countryId: 'GB' },
    by('Shift Manager', '+44 1632 960507', 'cfs@orwellwarehousing.example'),
    supplier('Warehouse', 'GB 000 5075 07'),
  ),
  lyariClearing: company(
    'Lyari Customs Clearing Agency',
    { buildingNo: '41', street: 'M. A. Jinnah Road', city: 'Karachi', code: '74200', countryId: 'PK' },
    by('Imran Sheikh', '+92 21 3240 0141', 'clearing@lyariclearing.example'),
    supplier('Clearing agent', 'NTN 0004101-2'),
  ),
  mallClearing: company(
    'Mall Road Clearing & Forwarding Services',
    { buildingNo: '18', street: 'Shahrah-e-Quaid-e-Azam', city: 'Lahore', code: '54000', countryId: 'PK' },
    by('Usman Malik', '+92 42 3700 0118', 'customs@mallroadclearing.example'),
    supplier('Clearing agent', 'NTN 0001801-4'),
  ),
  rochorBrokers: company(
    'Rochor Customs Brokers Pte. Ltd.',
    { buildingNo: '9', street: 'Anson Road', city: 'Singapore', code: '079903', countryId: 'SG' },
    by('Permit Desk', '+65 6000 0009', 'permits@rochorbrokers.example'),
    supplier('Clearing agent', '200000009R'),
  ),
  lechZoll: company(
    'Lechtaler Zollagentur GmbH',
    { buildingNo: '7', street: 'Proviantbachstraße', city: 'Augsburg', code: '86153', countryId: 'DE' },
    by('Sabine Huber', '+49 89 99998 407', 'zoll@lechtalerzoll.example'),
    supplier('Clearing agent', 'DE 000000407'),
  ),
  huangpuChemical: company(
    'Huangpu Colour Chemical Co., Ltd',
    { buildingNo: '688', street: 'Jiangchang Road', city: 'Shanghai', code: '200072', countryId: 'CN' },
    by('Wei Zhang', '+86 21 5500 0688', 'export@huangpucolour.example'),
    customer('91310000MA0000688X'),
  ),
  tameDyeworks: company(
    'Tame Valley Dyeworks Ltd',
    { buildingNo: '40', street: 'Tyburn Road', city: 'Birmingham', code: 'B24 8HJ', countryId: 'GB' },
    by('Amina Siddiqui', '+44 121 496 0140', 'purchasing@tamedyeworks.example'),
    customer('GB 000 1401 40'),
  ),
  tameLogistics: company(
    'Minworth Distribution Ltd',
    { buildingNo: '2', street: 'Kingsbury Road', city: 'Sutton Coldfield', code: 'B76 9EE', countryId: 'GB' },
    by('Goods Inwards', '+44 121 496 0162', 'inwards@minworthdistribution.example'),
    supplier('Warehouse', 'GB 000 1621 62'),
  ),
  pudongForwarding: company(
    'Pudong Bridge Forwarding Co., Ltd',
    { buildingNo: '1200', street: 'Pudong Avenue', city: 'Shanghai', code: '200135', countryId: 'CN' },
    by('Mei Lin', '+86 21 5800 1200', 'seaexport@pudongbridge.example'),
    supplier('Agent', '91310000MA0001200P'),
  ),
  brindleyBank: company(
    'Brindley Trade Bank plc',
    { buildingNo: '1', street: 'Colmore Row', city: 'Birmingham', code: 'B3 2BJ', countryId: 'GB' },
    by('Documentary Credits', '+44 121 496 0181', 'credits@brindleybank.example'),
    supplier('Bank', 'GB 000 1811 81'),
  ),
  fensHelmets: company(
    'Fenland Cycle Safety Ltd',
    { buildingNo: '8', street: 'Cromwell Road', city: 'Wisbech', code: 'PE14 0SN', countryId: 'GB' },
    by('Oliver Reed', '+44 1632 960608', 'sales@fenlandcycle.example'),
    customer('GB 000 6086 08'),
  ),
  camGlass: company(
    'Cam Laboratory Glass Ltd',
    { buildingNo: '17', street: 'Cowley Road', city: 'Cambridge', code: 'CB4 0DL', countryId: 'GB' },
    by('Priya Nair', '+44 1632 960717', 'orders@camlabglass.example'),
    customer('GB 000 7177 17'),
  ),
  ipswichBiscuits: company(
    'Ipswich Biscuit Company Ltd',
    { buildingNo: '33', street: 'Hadleigh Road', city: 'Ipswich', code: 'IP2 0HB', countryId: 'GB' },
    by('Thomas Ward', '+44 1632 960833', 'export@ipswichbiscuit.example'),
    customer('GB 000 8338 33'),
  ),
  jurongCycles: company(
    'Jurong Cycle Distributors Pte. Ltd.',
    { buildingNo: '51', street: 'Jalan Buroh', city: 'Singapore', code: '619495', countryId: 'SG' },
    by('Daniel Tan', '+65 6000 0051', 'purchasing@jurongcycle.example'),
    customer('200000051J'),
  ),
  kentRidgeScience: company(
    'Kent Ridge Scientific Supplies Pte. Ltd.',
    { buildingNo: '12', street: 'Science Park Drive', city: 'Singapore', code: '118225', countryId: 'SG' },
    by('Rachel Lim', '+65 6000 0012', 'stores@kentridgescientific.example'),
    customer('200000012K'),
  ),
  tanglinFoods: company(
    'Tanglin Fine Foods Pte. Ltd.',
    { buildingNo: '6', street: 'Chin Bee Avenue', city: 'Singapore', code: '619930', countryId: 'SG' },
    by('Marcus Ong', '+65 6000 0006', 'imports@tanglinfoods.example'),
    customer('200000006T'),
  ),
  straitsAgents: company(
    'Straits Bridge Consolidators Pte. Ltd.',
    { buildingNo: '30', street: 'Pasir Panjang Road', city: 'Singapore', code: '118499', countryId: 'SG' },
    by('Import Desk', '+65 6000 0030', 'lcl@straitsbridge.example'),
    supplier('Agent', '200000030S'),
  ),
  straitsWarehouse: company(
    'Keppel Bonded Stores Pte. Ltd.',
    { buildingNo: '7', street: 'Keppel Road', city: 'Singapore', code: '089053', countryId: 'SG' },
    by('Warehouse Office', '+65 6000 0007', 'delivery@keppelbonded.example'),
    supplier('Warehouse', '200000007W'),
  ),
  thamesMedical: company(
    'Thames Valley Medical Textiles Ltd',
    { buildingNo: '22', street: 'Poyle Road', city: 'Slough', code: 'SL3 0AA', countryId: 'GB' },
    by('Ellen Brooks', '+44 20 7946 0422', 'export@thamesmedical.example'),
    customer('GB 000 4224 22'),
  ),
  raviHospital: company(
    'Ravi Hospital Supplies (Private) Limited',
    { buildingNo: '64', street: 'Jail Road', city: 'Lahore', code: '54000', countryId: 'PK' },
    by('Bilal Ahmed', '+92 42 3500 0164', 'stores@ravihospital.example'),
    customer('NTN 0006401-8'),
  ),
  raviAgents: company(
    'Allama Air Cargo Agencies (Private) Limited',
    { buildingNo: '4', street: 'Airport Road', city: 'Lahore', code: '54810', countryId: 'PK' },
    by('Import Desk', '+92 42 3600 0104', 'imports@allamaaircargo.example'),
    { ...supplier('Agent', 'NTN 0000404-6'), iataAgentCode: '99-9 0404/0011' },
  ),
  horizonAir: company(
    'Silverwing Air Cargo Ltd',
    {
      buildingName: 'Cargo Terminal',
      street: 'Shoreham Road',
      city: 'Hounslow',
      code: 'TW6 3RA',
      countryId: 'GB',
    },
    by('Cargo Sales', '+44 20 7946 0533', 'cargo@silverwing.example'),
    // No airline has this prefix.
    { ...supplier('Airline', 'GB 000 5335 33'), iataPrefix: '991' },
  ),
  sherbourneGears: company(
    'Sherbourne Gear Works Ltd',
    { buildingNo: '5', street: 'Bayton Road', city: 'Coventry', code: 'CV7 9EL', countryId: 'GB' },
    by('Richard Hall', '+44 1632 960905', 'despatch@sherbournegear.example'),
    customer('GB 000 9059 05'),
  ),
  lechAntriebe: company(
    'Lechfeld Antriebstechnik GmbH',
    { buildingNo: '18', street: 'Haunstetter Straße', city: 'Augsburg', code: '86161', countryId: 'DE' },
    by('Katrin Vogel', '+49 89 99998 118', 'einkauf@lechfeldantrieb.example'),
    customer('DE 000000118'),
  ),
  wertachSpedition: company(
    'Wertach Spedition GmbH',
    { buildingNo: '3', street: 'Industriestraße', city: 'Gersthofen', code: '86368', countryId: 'DE' },
    by('Jonas Weber', '+49 89 99998 203', 'import@wertachspedition.example'),
    supplier('Agent', 'DE 000000203'),
  ),
  wertachLager: company(
    'Augsburger Lagerhaus GmbH',
    { buildingNo: '44', street: 'Ulmer Straße', city: 'Augsburg', code: '86156', countryId: 'DE' },
    by('Wareneingang', '+49 89 99998 344', 'wareneingang@augsburgerlagerhaus.example'),
    supplier('Warehouse', 'DE 000000344'),
  ),
  watlingTransport: company(
    'Watling Street Transport Ltd',
    { buildingNo: '60', street: 'Rugby Road', city: 'Lutterworth', code: 'LE17 4HN', countryId: 'GB' },
    by('European Desk', '+44 1632 960960', 'europe@watlingtransport.example'),
    { ...supplier('Carrier by road', 'GB 000 9609 60'), scac: 'WSTR' },
  ),
}
