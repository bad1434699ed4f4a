import type { PageText } from './page-text.ts'
import { NAMED, type Option, type Weighed } from './weighed.ts'

const PART =
  /\.(?:Name|BuildingName|BuildingNo|Street|City|County|PostCode|Country|NameAndAddress|Address|AddressLine|Block)$/
const NAME = /\.(?:Name|NameAndAddress|Block)$/
const BLOCK = /\.(?:NameAndAddress|Address|AddressLine|Block)$/
const CITY = /\.City$/
const PORT = /Port$/

const isPart = ({ field }: Option) => field.isOfGroup && !PORT.test(field.group) && PART.test(field.name)

type Address = Weighed[]

/**
 * What is asked, whatever speaks for the first of its choices. Name and address that stand together are one company's:
 * they are certain together or asked together, and an address of which a part is no value of the job is asked. A town
 * by itself may be a port as well: it is asked.
 */
export function doubtfulAddresses(
  weighed: readonly Weighed[],
  page: PageText,
  isCertain: (one: Weighed) => boolean,
): ReadonlySet<Weighed> {
  const doubtful = addressesOf(weighed, page).flatMap(address => {
    const [first, ...rest] = address
    // “Place of delivery: Birmingham, United Kingdom”: whose country it is says nobody.
    if (first && rest.length > 0 && isPlaceByLabel(first) && isCertain(first)) return rest
    const isLoneCity = address.length === 1 && CITY.test(first?.options[0]?.field.name ?? '')
    const isDoubtful = isLoneCity || !address.every(isCertain) || !isOfOne(address) || !isWhole(address, page)
    return isDoubtful ? address : []
  })
  return new Set(doubtful)
}

/** Whether a town is told as something else than a part of an address, such as a place of delivery. */
const isPlaceByLabel = ({ options: [first] }: Weighed) =>
  first !== undefined && !isPart(first) && !PORT.test(partyOf(first) ?? '') && first.label >= NAMED

/** Whether the likeliest of all parts is of the same party. */
const isOfOne = (address: Address) =>
  new Set(address.map(({ options: [first] }) => partyOf(first))).size === 1

/** The party or port that a field belongs to: the quotation's ports are the job's. */
const partyOf = (option: Option | undefined) =>
  QUOTED_PORT.exec(option?.field.name ?? '')?.[1] ?? option?.field.group
const QUOTED_PORT = /^Quote\.(\w+Port)$/

/** The places of a box that hold parts of addresses, those of one address together; a name begins another. */
function addressesOf(weighed: readonly Weighed[], page: PageText): Address[] {
  const addresses: Address[] = []
  for (const one of weighed) {
    if (!one.options.some(isPart) || one.isInLetterhead) continue
    const before = addresses.at(-1)
    const last = before?.at(-1)
    if (before && last && !isOnlyName(one) && last.box === one.box && isNext(last, one, page))
      before.push(one)
    else addresses.push([one])
  }
  return addresses
}

const isOnlyName = ({ options }: Weighed) =>
  options.filter(isPart).every(({ field }) => NAME.test(field.name))

const LONGEST_REST = 40

/** Whether what stands between two places is at most a few words of the same address, as a town that is another. */
function isNext(last: Weighed, { place: { start } }: Weighed, page: PageText): boolean {
  const between = page.text.slice(last.place.end, start)
  // “Huangpu Ltd of Shanghai” is a sentence.
  if (isOnlyName(last) && /[\p{L}\p{N}]/u.test(between)) return false
  return between.length <= LONGEST_REST && !/[:\t]/.test(between) && between.split('\n').length <= 3
}

/** Whether nothing of the address is left: no number before its street, no other town within, no country below. */
function isWhole(address: Address, page: PageText): boolean {
  const [first, last] = [address[0], address.at(-1)]
  if (!first || !last) return true
  const { text } = page
  const isBlock = (one: Weighed) => BLOCK.test(one.options[0]?.field.name ?? '')
  const isName = NAME.test(first.options[0]?.field.name ?? '')
  const before = text.slice(page.lineAt(first.place.start).start, first.place.start)
  if (!isName && before.length <= LONGEST_REST && /^[^\p{L}]*\d[^\p{L}]*$/u.test(before) && !isBlock(first))
    return false
  const gaps = address
    .slice(1)
    .map((one, index) => text.slice(address[index]?.place.end ?? 0, one.place.start))
  if (gaps.some(gap => /[\p{L}\p{N}]/u.test(gap))) return false
  if (isBlock(last)) return true
  const endOfLine = page.lineAt(last.place.end).end
  if (/^-?[\p{L}\p{N}]|^-\d/u.test(text.slice(last.place.end, Math.min(endOfLine, last.place.end + 3))))
    return false
  const below = endOfLine < text.length ? page.lineAt(endOfLine + 1) : { start: 0, end: 0 }
  const next = text.slice(below.start, below.end).trim()
  return address.length === 1 || !isCountry(next)
}

const COUNTRY_LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt']
let countries: ReadonlySet<string> | undefined

/** Whether a line is a country's name, in one of the languages of papers. */
function isCountry(line: string): boolean {
  if (line === '' || line.length > LONGEST_REST) return false
  countries ??= countryNames()
  return countries.has(line.toLowerCase())
}

function countryNames(): Set<string> {
  const letters = Array.from({ length: 26 }, (_, at) => String.fromCodePoint(65 + at))
  const codes = letters.flatMap(one => letters.map(other => one + other))
  return new Set(
    COUNTRY_LANGUAGES.flatMap(language => {
      const names = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' })
      return codes.flatMap(code => names.of(code)?.toLowerCase() ?? [])
    }),
  )
}
