import { type Dice, dice } from '#testing/seed/dice.ts'
import { countries, families, fancies, places, publicMail, trades } from './words.ts'

/** A company as somebody enters it. */
export type Company = {
  name: string
  telephone: string | null
  email: string | null
  website: string | null
  city: string | null
  countryId: string
}

/** What it is called apart from its legal form, which no other is; `key` says so in small letters. */
export type Made = Company & { stem: string; trade: string; form: string; key: string }

const plain = (text: string) =>
  text
    .normalize('NFKD')
    .replaceAll(/[^a-zA-Z0-9]/g, '')
    .toLowerCase()

const DIGITS = [...'0123456789']

/** How companies are called: after families, places, or fancy words, alone or two together. */
function stemOf(random: Dice): string {
  const [first, second] = [
    random.of([families, families, fancies, places]),
    random.of([families, fancies, places]),
  ]
  const one = random.of(first)
  if (random.chance(0.12))
    return `${random.of(['M. A.', 'S. K.', 'A. R.', 'H. M.', 'J. B.', 'Z.', 'N. H.'])} ${random.of(families)}`
  if (random.chance(0.2)) return `${one} & ${random.of(families)}`
  return random.chance(0.6) ? `${one} ${random.of(second)}` : one
}

/** Different companies, the same for the same seed. `taken` are the keys of those that there are already. */
export function makeCompanies(count: number, seed: number, taken: ReadonlySet<string> = new Set()): Made[] {
  const random = dice(seed)
  return different(count, taken, number => made(stemOf(random), random, number))
}

/** Different companies that are called after others, and trade in something else. */
export function makeNeighbours(companies: readonly Made[], count: number, seed: number): Made[] {
  const random = dice(seed)
  const taken = new Set(companies.map(({ key }) => key))
  return different(count, taken, number => made(random.of(companies).stem, random, number))
}

function different(count: number, taken: ReadonlySet<string>, make: (number: number) => Made): Made[] {
  const all = new Map<string, Made>()
  for (let number = 0; all.size < count; number += 1) {
    const one = make(number)
    if (!taken.has(one.key)) all.set(one.key, one)
  }
  return [...all.values()]
}

function made(stem: string, random: Dice, number: number): Made {
  const [trade, country] = [random.of(trades), random.of(countries)]
  const form = random.of(country.forms)
  const domain = `${plain(stem)}${random.chance(0.6) ? plain(trade).slice(0, 8) : ''}${number}.${country.top}`
  const digits = Array.from({ length: country.digits }, () => random.of(DIGITS)).join('')
  return {
    stem,
    trade,
    form,
    key: `${stem} ${trade}`.toLowerCase(),
    name: `${stem} ${trade} ${form}`.trim(),
    telephone: random.chance(0.8) ? `+${country.dial} ${random.of(country.area)} ${digits}` : null,
    email: random.chance(0.8) ? `info@${random.chance(0.6) ? domain : random.of(publicMail)}` : null,
    website: random.chance(0.4) ? `www.${domain}` : null,
    city: random.of(places),
    countryId: country.id,
  }
}
