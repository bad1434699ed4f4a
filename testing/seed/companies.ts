import type { Dice } from './dice.ts'
import { filled } from './dice.ts'
import { type Goods, madeElsewhere, madeInPakistan, traders } from './goods.ts'
import { type CountryId, countryIds, countryOf } from './places.ts'

const people: readonly string[] = [
  ...['Amina Siddiqui', 'Tariq Mehmood', 'James Porter', 'Helen Marsh', 'Wei Zhang', 'Mei Lin', 'Omar Farsi'],
  ...['Katrin Vogel', 'Joost de Vries', 'Maria Santos', 'Thabo Nkosi', 'Grace Mwangi', 'Kenji Mori'],
]
const descriptions = ['Customer since 2019', 'Regular shipper', 'Credit 30 days', 'Cash customer'] as const

export type SeedCompany = ReturnType<typeof companyOf> & { country: CountryId; goods: readonly Goods[] }

/** Names are told apart: each is given once. */
export type Names = Set<string>

type Wanted = { name: string; description: string; country: CountryId }

/** A company as a forwarder's address book holds it: address, post code and telephone are of its city. */
function companyOf(dice: Dice, accountId: string, { name, description, country }: Wanted) {
  const id = crypto.randomUUID()
  const city = dice.of(countryOf(country).cities)
  const mailbox = name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z]+/g, '')
  return {
    partyId: crypto.randomUUID(),
    organisation: { account_id: accountId, id, name, description, contact_name: dice.of(people) },
    contact: {
      account_id: accountId,
      id: crypto.randomUUID(),
      link_id: crypto.randomUUID(),
      organisation_id: id,
      building_no: String(dice.whole(1, 240)),
      street: dice.of(city.streets),
      city: city.name,
      post_code: city.postCode === null ? null : filled(dice, city.postCode),
      country_id: country,
      telephone: filled(dice, city.telephone),
      email: `shipping@${mailbox}.example`,
    },
  }
}

/** "Indus Textiles (Pvt) Ltd": a name that nobody has yet, with a further word where all of these are taken. */
function nameIn(dice: Dice, names: Names, country: CountryId, business: string): string {
  const { nouns, endings, cities } = countryOf(country)
  for (let tries = 0; ; tries += 1) {
    const place = tries < 12 ? '' : `${dice.of(cities).name} `
    const further = tries < 24 ? '' : `${filled(dice, 'A A')} `
    const name = `${further}${dice.of(nouns)} ${place}${business} ${dice.of(endings)}`
    if (names.has(name)) continue
    names.add(name)
    return name
  }
}

/** A company that makes something, or one that buys everything and ships nothing. */
type Business = 'makes' | 'makes what flies' | 'buys'

function customer(
  dice: Dice,
  accountId: string,
  names: Names,
  { country, does }: { country: CountryId; does: Business },
): SeedCompany {
  const trades = country === 'PK' ? madeInPakistan : madeElsewhere
  const fitting = Object.keys(trades).filter(
    trade => does === 'makes' || trades[trade]?.some(({ fliesToo }) => fliesToo),
  )
  const business = dice.of(does === 'buys' ? traders : fitting)
  const name = nameIn(dice, names, country, business)
  const wanted = { name, description: dice.of(descriptions), country }
  return { ...companyOf(dice, accountId, wanted), country, goods: trades[business] ?? [] }
}

export function agent(dice: Dice, accountId: string, names: Names, country: CountryId): SeedCompany {
  const name = nameIn(dice, names, country, dice.of(['Shipping Agencies', 'Logistics', 'Forwarding']))
  return { ...companyOf(dice, accountId, { name, description: 'Agent', country }), country, goods: [] }
}

export function carrier(dice: Dice, accountId: string, name: string): SeedCompany {
  const country = dice.of(['GB', 'PK', 'AE'] as const)
  return { ...companyOf(dice, accountId, { name, description: 'Carrier', country }), country, goods: [] }
}

/** Of every country one that makes something and one that buys; of the others, six of ten are near the two offices. */
export function customers(dice: Dice, accountId: string, names: Names, count: number): SeedCompany[] {
  return Array.from({ length: count }, (_, index) => {
    const ofEach = countryIds[Math.floor(index / 2)]
    const country = ofEach ?? (dice.chance(0.4) ? 'PK' : dice.chance(0.33) ? 'GB' : dice.of(countryIds))
    // Whatever goes from a country by air has somebody who ships it.
    const does = index % 2 === 1 ? 'buys' : ofEach ? 'makes what flies' : 'makes'
    return customer(dice, accountId, names, { country, does })
  })
}
