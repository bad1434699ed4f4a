import { keysOf } from '#contract/typed-objects.ts'

/** A city with the patterns of its telephone numbers and post codes; `postCode` null where there are none. */
export type City = { name: string; telephone: string; postCode: string | null; streets: readonly string[] }

type Country = {
  /** Beginnings and endings of companies' names. */
  nouns: readonly string[]
  endings: readonly string[]
  cities: readonly City[]
  sea: readonly string[]
  air: readonly string[]
  /** Days at sea to and from Pakistan and the United Kingdom. */
  days: { PK: number; GB: number }
}

const city = (name: string, telephone: string, postCode: string | null, ...streets: string[]): City => ({
  name,
  telephone,
  postCode,
  streets,
})

/** Where the seeded forwarder works, and where its customers and agents are. */
export const countries = {
  PK: {
    nouns: ['Indus', 'Chenab', 'Ravi', 'Makran', 'Clifton', 'Saddar', 'Lyari', 'Keamari'],
    endings: ['(Pvt) Ltd', '& Sons', 'Ltd'],
    cities: [
      city(
        'Karachi',
        '+92 21 3N## ####',
        '74###',
        'M. A. Jinnah Road',
        'Shahrah-e-Faisal',
        'West Wharf Road',
      ),
      city('Lahore', '+92 42 3N## ####', '54###', 'Ferozepur Road', 'Mall Road'),
      city('Sialkot', '+92 52 4N# ####', '513##', 'Kashmir Road', 'Daska Road'),
    ],
    sea: ['PKKHI', 'PKBQM'],
    air: ['PKKHI', 'PKLHE'],
    days: { PK: 0, GB: 24 },
  },
  GB: {
    nouns: ['Orwell', 'Stour', 'Anglia', 'Thames', 'Pennine', 'Solent'],
    endings: ['Ltd', '& Sons Ltd', 'plc'],
    cities: [
      city('Felixstowe', '+44 1394 6#####', 'IP11 #AA', 'Dock Road', 'Walton Avenue'),
      city('Ipswich', '+44 1473 2#####', 'IP3 #AA', 'Ransomes Way', 'Cliff Road'),
      city('Manchester', '+44 161 496 0###', 'M17 #AA', 'Trafford Park Road', 'Mosley Road'),
    ],
    sea: ['GBFXT', 'GBLGP', 'GBSOU'],
    air: ['GBLHR'],
    days: { PK: 24, GB: 0 },
  },
  AE: {
    nouns: ['Gulf', 'Oasis', 'Marina', 'Pearl Coast'],
    endings: ['LLC', 'FZE'],
    cities: [city('Dubai', '+971 4 N## ####', null, 'Al Quoz Road', 'Port Saeed Road')],
    sea: ['AEJEA'],
    air: ['AEDXB'],
    days: { PK: 3, GB: 22 },
  },
  NL: {
    nouns: ['Maas', 'Scheldt', 'Noordzee'],
    endings: ['B.V.', 'N.V.'],
    cities: [city('Rotterdam', '+31 10 N## ####', '30## AA', 'Waalhaven', 'Maasboulevard')],
    sea: ['NLRTM'],
    air: ['NLAMS'],
    days: { PK: 25, GB: 2 },
  },
  DE: {
    nouns: ['Hansa', 'Elbe', 'Alster'],
    endings: ['GmbH', 'KG'],
    cities: [city('Hamburg', '+49 40 N######', '20###', 'Hafenstrasse', 'Speicherweg')],
    sea: ['DEHAM'],
    air: ['DEFRA'],
    days: { PK: 27, GB: 3 },
  },
  BE: {
    nouns: ['Schelde', 'Brabant', 'Noorder'],
    endings: ['BV', 'NV'],
    cities: [city('Antwerp', '+32 3 N## ## ##', '20##', 'Noorderlaan', 'Kaaiweg')],
    sea: ['BEANR'],
    air: ['BEBRU'],
    days: { PK: 26, GB: 2 },
  },
  CN: {
    nouns: ['Huangpu', 'Pudong', 'Pearl River', 'Ningbo Bay'],
    endings: ['Co., Ltd', 'Trading Co.'],
    cities: [city('Shanghai', '+86 21 6### ####', '200###', 'Zhongshan Road', 'Yangshan Road')],
    sea: ['CNSHA', 'CNNGB', 'CNYTN'],
    air: ['CNPVG'],
    days: { PK: 18, GB: 34 },
  },
  SG: {
    nouns: ['Lion City', 'Straits', 'Merlion'],
    endings: ['Pte Ltd', 'LLP'],
    cities: [city('Singapore', '+65 6N## ####', '09####', 'Keppel Road', 'Pasir Panjang Road')],
    sea: ['SGSIN'],
    air: ['SGSIN'],
    days: { PK: 11, GB: 25 },
  },
  MY: {
    nouns: ['Klang Valley', 'Selangor', 'Melaka'],
    endings: ['Sdn Bhd', 'Bhd'],
    cities: [city('Port Klang', '+60 3 3N## ####', '42000', 'Jalan Pelabuhan', 'Jalan Kem')],
    sea: ['MYPKG'],
    air: ['MYKUL'],
    days: { PK: 12, GB: 24 },
  },
  LK: {
    nouns: ['Ceylon', 'Serendib', 'Kelani'],
    endings: ['(Pvt) Ltd', 'PLC'],
    cities: [city('Colombo', '+94 11 2N# ####', '00#00', 'Galle Road', 'Harbour Lane')],
    sea: ['LKCMB'],
    air: ['LKCMB'],
    days: { PK: 6, GB: 20 },
  },
  US: {
    nouns: ['Golden Gate', 'Great Lakes', 'Savannah', 'Pacific'],
    endings: ['Inc.', 'LLC'],
    cities: [
      city('New York', '+1 212 555 01##', '100##', 'Harbor Street', 'Pier Avenue'),
      city('Los Angeles', '+1 213 555 01##', '900##', 'Harbor Boulevard', 'Alameda Street'),
    ],
    sea: ['USLAX', 'USNYC'],
    air: ['USJFK'],
    days: { PK: 36, GB: 14 },
  },
  BR: {
    nouns: ['Santos', 'Paulista', 'Atlantica'],
    endings: ['Ltda', 'S.A.'],
    cities: [city('Santos', '+55 13 3N## ####', '11###-###', 'Avenida do Porto', 'Rua do Cais')],
    sea: ['BRSSZ'],
    air: ['BRGRU'],
    days: { PK: 40, GB: 20 },
  },
  ZA: {
    nouns: ['Cape', 'Zambezi', 'Natal'],
    endings: ['(Pty) Ltd', 'CC'],
    cities: [city('Durban', '+27 31 3N# ####', '40##', 'Point Road', 'Maydon Road')],
    sea: ['ZADUR'],
    air: ['ZAJNB'],
    days: { PK: 18, GB: 23 },
  },
  KE: {
    nouns: ['Rift Valley', 'Savanna', 'Kilindini'],
    endings: ['Ltd', 'Kenya Ltd'],
    cities: [city('Mombasa', '+254 41 2N# ####', '80100', 'Moi Avenue', 'Port Reitz Road')],
    sea: ['KEMBA'],
    air: ['KENBO'],
    days: { PK: 11, GB: 28 },
  },
  JP: {
    nouns: ['Sakura', 'Kanto', 'Minato'],
    endings: ['K.K.', 'Co., Ltd'],
    cities: [city('Yokohama', '+81 45 6## ####', '231-00##', 'Honmoku Dori', 'Kaigan Dori')],
    sea: ['JPYOK'],
    air: ['JPNRT'],
    days: { PK: 23, GB: 38 },
  },
  ES: {
    nouns: ['Iberia', 'Levante', 'Turia'],
    endings: ['S.L.', 'S.A.'],
    cities: [city('Valencia', '+34 96 3## ## ##', '460##', 'Calle del Puerto', 'Avenida de Francia')],
    sea: ['ESVLC'],
    air: ['ESMAD'],
    days: { PK: 20, GB: 6 },
  },
  TR: {
    nouns: ['Bosphorus', 'Anatolia', 'Marmara'],
    endings: ['A.Ş.', 'Ltd. Şti.'],
    cities: [city('Istanbul', '+90 212 N## ## ##', '34###', 'Liman Caddesi', 'Sahil Yolu')],
    sea: ['TRIST'],
    air: ['TRIST'],
    days: { PK: 17, GB: 12 },
  },
  AU: {
    nouns: ['Botany', 'Southern Cross', 'Murray'],
    endings: ['Pty Ltd', 'Ltd'],
    cities: [city('Sydney', '+61 2 9### ####', '20##', 'Foreshore Road', 'Botany Road')],
    sea: ['AUSYD'],
    air: ['AUSYD'],
    days: { PK: 27, GB: 42 },
  },
} as const satisfies Record<string, Country>

export type CountryId = keyof typeof countries
export const countryIds = keysOf(countries)
export const countryOf = (id: CountryId): Country => countries[id]

/** The forwarder's two offices: each job begins or ends at one of them. */
export const homes = ['PK', 'GB'] as const
export type Home = (typeof homes)[number]

/** Where lorries go from an office, by the place's code, and in how many days. */
export const roads: Record<Home, readonly { code: string; country: CountryId; days: number }[]> = {
  // Between the ports and the mills of the hinterland.
  PK: [{ code: 'PKLHE', country: 'PK', days: 2 }],
  GB: [
    { code: 'NLRTM', country: 'NL', days: 2 },
    { code: 'BEANR', country: 'BE', days: 2 },
    { code: 'DEHAM', country: 'DE', days: 3 },
    { code: 'ESVLC', country: 'ES', days: 4 },
  ],
}

export const portCodes = [...new Set(countryIds.flatMap(id => [...countries[id].sea, ...countries[id].air]))]
