import { type Dice, dice } from '#testing/seed/dice.ts'
import { type Company, type Made, makeCompanies } from './companies.ts'

/** A second entry of a company, and how it differs from the first. */
export type Double = Company & { of: Made; how: string }

const LETTERS = [...'abcdefghiklmnoprstuy']

/** One slip of the fingers in a word that is long enough for it to be a slip. */
function mistyped(name: string, random: Dice): string {
  const words = name.split(' ')
  const long = words.flatMap((word, index) => (/^\p{L}{5,}$/u.test(word) ? [index] : []))
  if (long.length === 0) return name.toLowerCase()
  const index = random.of(long)
  const word = words[index] ?? ''
  const at = random.whole(1, word.length - 2)
  words[index] = random.of([
    word.slice(0, at) + word.slice(at + 1),
    word.slice(0, at) + word.charAt(at) + word.slice(at),
    word.slice(0, at) + random.of(LETTERS) + word.slice(at + 1),
    word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2),
  ])
  return words.join(' ')
}

const abbreviations: Readonly<Record<string, string>> = {
  Trading: 'Trdg.',
  Enterprises: 'Ent.',
  International: 'Intl.',
  Industries: 'Ind.',
  Manufacturing: 'Mfg',
  Brothers: 'Bros.',
  Engineering: 'Engg',
  Services: 'Svcs',
  Technologies: 'Tech',
  Pharmaceuticals: 'Pharma',
  Instruments: 'Instr.',
  Supplies: 'Supp.',
  Products: 'Prods',
  Exports: 'Exp.',
  Logistics: 'Log.',
  Associates: 'Assoc.',
  Chemicals: 'Chem.',
}
const abbreviated = (trade: string) =>
  trade
    .split(' ')
    .map(word => abbreviations[word] ?? (word.length > 6 ? `${word.slice(0, 4)}.` : word))
    .join(' ')

const otherForm = (form: string) =>
  /pvt|private/i.test(form) ? 'Ltd' : /^(ltd|limited)/i.test(form) ? 'Co. Ltd.' : form.replaceAll(/[.,]/g, '')

/** The number as people of the country write it. */
const atHome = (number: string) => number.replace(/^\+\d+ 0?(\d+) (\d{3})(\d+)$/, '(0$1) $2-$3')
const fromAbroad = (number: string) => number.replace('+', '00').replaceAll(' ', '-')

const ascii = (text: string) =>
  text
    .replaceAll('ä', 'ae')
    .replaceAll('ö', 'oe')
    .replaceAll('ü', 'ue')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')

type Variation = (first: Made, random: Dice, other: string) => Partial<Company> | null

/** How people enter a company that they do not see is there; null where this one cannot be entered so. */
const variations: Readonly<Record<string, Variation>> = {
  'no legal form': ({ stem, trade, form }) => (form ? { name: `${stem} ${trade}` } : null),
  'another legal form': ({ stem, trade, form }) => ({ name: `${stem} ${trade} ${otherForm(form)}` }),
  capitals: ({ name }, random) => ({ name: random.chance(0.7) ? name.toUpperCase() : name.toLowerCase() }),
  punctuation: ({ name }, random) => ({
    name: random.of([
      name.replaceAll('.', ''),
      name.replaceAll('&', 'and'),
      `${name}.`,
      name.replaceAll(' ', '  '),
      name.replaceAll('-', ' '),
      name.replaceAll('-', ''),
      `M/s ${name}`,
    ]),
  }),
  abbreviations: ({ stem, trade, form }) => ({ name: `${stem} ${abbreviated(trade)} ${form}` }),
  'a typing error': ({ stem, trade, form }, random) => ({
    name: `${mistyped(`${stem} ${trade}`, random)} ${form}`,
  }),
  'a typing error and no legal form': ({ stem, trade }, random) => ({
    name: mistyped(`${stem} ${trade}`, random).toUpperCase(),
  }),
  'order of words': ({ stem, trade, form }) =>
    trade.includes(' ') || stem.includes('&') ? null : { name: `${trade} ${stem} ${form}` },
  accents: ({ name }) => (ascii(name) === name ? null : { name: ascii(name) }),
  'words joined': ({ stem, trade, form }) =>
    /^\S+ [^\s&]+$/.test(stem) && !stem.includes('.')
      ? { name: `${stem.replace(' ', '')} ${trade} ${form}` }
      : null,
  'telephone only': ({ telephone }, random, other) =>
    telephone
      ? { name: other, telephone: random.of([atHome, fromAbroad, (same: string) => same])(telephone) }
      : null,
  'domain only': ({ website, email }, random, other) =>
    website
      ? { name: other, email: `${random.of(['sales', 'ops', 'a.khan'])}@${website.replace('www.', '')}` }
      : email && !/gmail|yahoo|hotmail|outlook|gmx|cyber|qq|163/.test(email)
        ? { name: other, website: `https://${email.replace(/.*@/, '')}/` }
        : null,
}

/** Second entries of some of the companies; they know nothing of the first but what varies. */
export function makeDoubles(companies: readonly Made[], count: number, seed: number): Double[] {
  const random = dice(seed)
  const others = makeCompanies(count, seed + 1, new Set(companies.map(({ key }) => key)))
  const kinds = Object.entries(variations)
  const doubles: Double[] = []
  while (doubles.length < count) {
    const first = random.of(companies)
    const [how, vary] = random.of(kinds)
    const varied = vary(first, random, others[doubles.length]?.name ?? '')
    if (!varied || varied.name === first.name) continue
    const { countryId, city } = first
    doubles.push({
      of: first,
      how,
      name: first.name,
      telephone: null,
      email: null,
      website: null,
      city,
      countryId,
      ...varied,
    })
  }
  return doubles
}
