/** Random choices that are the same for the same seed, so that two runs make the same jobs. */
export type Dice = {
  whole(from: number, to: number): number
  of<T>(list: readonly T[]): T
  chance(share: number): boolean
}

// Mulberry32: small, fast, and good enough to spread names over jobs.
export function dice(seed: number): Dice {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const whole = (from: number, to: number) => from + Math.floor(next() * (to - from + 1))
  return {
    whole,
    of: list => list[whole(0, list.length - 1)] as (typeof list)[number],
    chance: share => next() < share,
  }
}

export const nouns = [
  'Indus',
  'Chenab',
  'Ravi',
  'Makran',
  'Orwell',
  'Stour',
  'Anglia',
  'Thames',
  'Clifton',
  'Saddar',
  'Lyari',
  'Keamari',
  'Gulf',
  'Oasis',
  'Marina',
  'Falcon',
  'Pearl',
  'Lion City',
  'Straits',
  'Bosphorus',
  'Anatolia',
  'Hansa',
  'Elbe',
  'Maas',
  'Scheldt',
  'Huangpu',
  'Pudong',
  'Pearl River',
  'Formosa',
  'Han River',
  'Sakura',
  'Pacific',
  'Golden Gate',
  'Great Lakes',
  'Savannah',
  'Andes',
  'Santos',
  'Cape',
  'Zambezi',
  'Rift Valley',
  'Nile',
  'Atlas',
  'Iberia',
  'Adria',
] as const

export const trades = [
  'Textiles',
  'Garments',
  'Sports Goods',
  'Surgical Instruments',
  'Rice Mills',
  'Leather',
  'Home Furnishings',
  'Foods',
  'Spices',
  'Auto Parts',
  'Machinery',
  'Electronics',
  'Chemicals',
  'Ceramics',
  'Paper',
  'Furniture',
  'Medical Supplies',
  'Toys',
  'Steel',
  'Plastics',
  'Trading',
  'Imports',
  'Exports',
  'Wholesale',
] as const

export const companyEndings = [
  'Ltd',
  '(Pvt) Ltd',
  'LLC',
  'GmbH',
  'B.V.',
  'Co.',
  'Inc.',
  'Pte Ltd',
  'S.A.',
  '& Sons',
] as const

export const carriers = [
  'Blue Anchor Line',
  'Meridian Container Line',
  'Northern Star Shipping',
  'Trident Ocean Carriers',
  'Coral Sea Lines',
  'Crescent Shipping',
  'Atlantic Bridge Line',
  'Silk Route Airways Cargo',
  'Horizon Air Cargo',
  'Overland Express',
] as const

export const commodities = [
  'Cotton yarn',
  'Denim fabric',
  'Bed linen',
  'Footballs',
  'Surgical scissors',
  'Basmati rice',
  'Leather gloves',
  'Onyx tiles',
  'Dried fruit',
  'Mangoes',
  'Brake pads',
  'Pump sets',
  'Circuit boards',
  'Soda ash',
  'Bathroom ceramics',
  'Copier paper',
  'Oak tables',
  'Syringes',
  'Wooden toys',
  'Steel coils',
  'PVC granules',
  'Green tea',
  'Sesame seeds',
] as const

export const vessels = [
  'Ocean Meridian',
  'Indus Pride',
  'Felixstowe Bridge',
  'Karachi Express',
  'Baltic Dawn',
  'Coral Empress',
  'Star of Suez',
  'Northern Light',
  'Crescent Bay',
  'Golden Horizon',
  'Pacific Heron',
  'Elbe Trader',
  'Straits Voyager',
  'Cape Guardian',
] as const

export const people = [
  'Amina Qureshi',
  'Bilal Ahmed',
  'Sara Khan',
  'James Porter',
  'Ellen Marsh',
  'Wei Zhang',
  'Mei Lin',
  'Ahmed Al Farsi',
  'Katrin Vogel',
  'Joost de Vries',
  'Maria Santos',
  'Thabo Nkosi',
  'Grace Mwangi',
  'Kenji Mori',
  'Ines Alvarez',
] as const

export const streets = [
  'Harbour Road',
  'Dock Street',
  'Station Road',
  'Mill Lane',
  'Trade Avenue',
  'Quay Side',
  'M. A. Jinnah Road',
] as const
export const cities: readonly (readonly [city: string, countryId: string])[] = [
  ['Karachi', 'PK'],
  ['Lahore', 'PK'],
  ['Sialkot', 'PK'],
  ['Felixstowe', 'GB'],
  ['Ipswich', 'GB'],
  ['Manchester', 'GB'],
  ['Dubai', 'AE'],
  ['Rotterdam', 'NL'],
  ['Hamburg', 'DE'],
  ['Shanghai', 'CN'],
  ['Singapore', 'SG'],
  ['New York', 'US'],
  ['Santos', 'BR'],
  ['Durban', 'ZA'],
  ['Mombasa', 'KE'],
  ['Yokohama', 'JP'],
  ['Valencia', 'ES'],
  ['Istanbul', 'TR'],
]

export const seaPorts = [
  'PKKHI',
  'PKBQM',
  'GBFXT',
  'GBLGP',
  'GBSOU',
  'AEJEA',
  'NLRTM',
  'DEHAM',
  'BEANR',
  'CNSHA',
  'CNNGB',
  'CNYTN',
  'SGSIN',
  'MYPKG',
  'LKCMB',
  'INNSA',
  'USLAX',
  'USNYC',
  'BRSSZ',
  'ZADUR',
  'KEMBA',
  'JPYOK',
  'ESVLC',
  'TRIST',
  'EGPSD',
  'AUSYD',
] as const
export const airports = [
  'PKKHI',
  'PKLHE',
  'GBLHR',
  'AEDXB',
  'NLAMS',
  'DEFRA',
  'CNPVG',
  'SGSIN',
  'USJFK',
  'JPNRT',
  'TRIST',
  'ZAJNB',
] as const
