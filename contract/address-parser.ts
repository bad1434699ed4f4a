import { add, findInLine, type Reachable, type TaxNumber, taxNumberText, tidy } from './address-numbers.ts'
import { entriesOf } from './typed-objects.ts'
import { hasLegalForm, isLegalForm, isSameCompany } from './company-words.ts'

/** What a pasted block of an address says. What it does not say is ''. */
export type ParsedAddress = Reachable & {
  name: string
  buildingNo: string
  buildingName: string
  street: string
  city: string
  county: string
  code: string
  countryId: string
  taxNumber: string
  /** What belongs to none of the fields, line by line. */
  notRead: string[]
}

// A longer one is no line of an address, and would take long to look through.
const LONGEST_LINE = 1000

type Country = { id: string; name: string }

/** How people write countries besides their names. */
const otherCountryNames: Readonly<Record<string, string>> = {
  uk: 'GB',
  gb: 'GB',
  england: 'GB',
  scotland: 'GB',
  wales: 'GB',
  'northern ireland': 'GB',
  'great britain': 'GB',
  usa: 'US',
  us: 'US',
  'united states of america': 'US',
  uae: 'AE',
  'pr china': 'CN',
  'p r china': 'CN',
  prc: 'CN',
  'peoples republic of china': 'CN',
  deutschland: 'DE',
  holland: 'NL',
  'the netherlands': 'NL',
  nederland: 'NL',
  turkey: 'TR',
  turkiye: 'TR',
  brasil: 'BR',
  espana: 'ES',
  italia: 'IT',
  korea: 'KR',
  'south korea': 'KR',
  'viet nam': 'VN',
  vietnam: 'VN',
  ksa: 'SA',
  'hong kong sar': 'HK',
}

const states = new Set(
  (
    'maharashtra,gujarat,tamil nadu,karnataka,kerala,punjab,haryana,west bengal,uttar pradesh,telangana,rajasthan,' +
    'andhra pradesh,madhya pradesh,delhi ncr,sindh,balochistan,khyber pakhtunkhwa,guangdong,zhejiang,jiangsu,fujian,' +
    'shandong,hebei,henan,hubei,hunan,sichuan,liaoning,guangdong province,zhejiang province,jiangsu province,' +
    'fujian province,shandong province,hebei province,california,new york state,texas,florida,ontario,quebec,' +
    'england,scotland,wales,northern ireland,suffolk,norfolk,essex,kent,surrey,sussex,east sussex,west sussex,devon,' +
    'cornwall,dorset,somerset,cumbria,middlesex,merseyside,tyne and wear,greater manchester,west midlands,' +
    'west yorkshire,south yorkshire,north yorkshire'
  ).split(','),
)

const plain = (text: string) =>
  text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f.'’]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toLowerCase()

const FLOOR = '(?:[A-Z]{1,2}\\d[A-Z\\d]? ?\\d[A-Z]{2}|[A-Z]\\d[A-Z] ?\\d[A-Z]\\d)'
const codePatterns = [
  // City, then a British or Canadian code; a Dutch or a numbered one before its city; a numbered one after it.
  new RegExp(`^(?<city>.*?)[\\s,]*\\b(?<code>${FLOOR})$`, 'u'),
  /^(?<code>\d{4} ?[A-Z]{2})\s+(?<city>\D+)$/u,
  /^(?<code>〒?\d{3}-\d{4})\s*(?<city>.*)$/u,
  /^(?<code>(?:[A-Z]{1,2}-)?\d{4,6})\s+(?<city>\D+)$/u,
  /^(?<city>\D*?)[\s,–-]*(?<code>〒?\d{5}-\d{3,4}|\d{3}-\d{4}|\d{3} \d{3}|\d{4,6})$/u,
]

type Found = { city: string; code: string }

function cityAndCode(segment: string): Found | null {
  for (const pattern of codePatterns) {
    const groups = pattern.exec(segment)?.groups
    if (groups) return { city: tidy(groups['city'] ?? ''), code: groups['code'] ?? '' }
  }
  return null
}

const isState = (text: string) =>
  /^[A-Z]{2,3}$/.test(text) || /^\p{L}{3,}shire$/iu.test(text) || states.has(plain(text))
const STREET_WORD =
  /\b(?:road|street|avenue|lane|park|estate|house|building|floor|tower|centre|center|plaza|box|block|zone|rd|st|ave)\b/iu
const STREET = new RegExp(`\\d|${STREET_WORD.source}`, 'iu')
const HOUSE_NUMBER = /^\d+[A-Z]?(?:[-/]\w+)?,?\s/iu
const PART_OF_BUILDING =
  /^(?:unit|flat|suite|plot|floor|shop|office|warehouse|p\.?\s?o\.?\s?box|no\.?)\s*(?:no\.?\s*)?#?\d/iu
/** A street before its town without a comma. */
const STREET_AND_TOWN = new RegExp(`^(?<street>\\d.*${STREET_WORD.source})\\.?\\s+(?<town>\\D+)$`, 'iu')
const ADDRESS_LABEL = /^(?:address|addr?|adresse|anschrift)\s*[.:：]\s*/iu

/** The parts of the last lines: a comma, or a dash with blanks, stands between them. */
const segmentsOf = (line: string) => line.split(/,\s*|\s+[-–]\s+/u).filter(part => part !== '')

const partsOf = (line: string) => withLegalForms(line.split(/[,;|]\s+/))

/** “Star Co.” and “Ltd.”, which a comma parted, are one name. */
function withLegalForms(parts: readonly string[]): string[] {
  const form = parts.findIndex((part, place) => place > 0 && !isLegalForm(part))
  const end = form < 0 ? parts.length : form
  return [parts.slice(0, end).join(', '), ...parts.slice(end)]
}

/**
 * Takes an address apart as people paste it, on lines or on one with commas. No word of it is lost. Where the company's
 * name is known, the first line is its name only if it says the same; otherwise it is address.
 */
export function parseAddress(text: string, countries: readonly Country[], knownName = ''): ParsedAddress {
  const parsed: ParsedAddress = {
    name: '',
    contactName: '',
    buildingNo: '',
    buildingName: '',
    street: '',
    city: '',
    county: '',
    code: '',
    countryId: '',
    telephone: '',
    mobile: '',
    fax: '',
    email: '',
    website: '',
    taxNumber: '',
    notRead: [],
  }
  const all = text.split(/[\r\n\u2028\u2029]+/).filter(line => line.trim() !== '')
  const given = all.filter(line => line.length <= LONGEST_LINE)
  parsed.notRead.push(...all.filter(line => line.length > LONGEST_LINE))
  const lines = addressLines(given.length === 1 ? partsOf(given[0] ?? '') : given, parsed)
  if (isName(lines, knownName)) parsed.name = lines.shift() ?? ''
  takeCountry(lines, countries, parsed)
  takeCity(lines, parsed)
  takeStreet(lines, parsed)
  return parsed
}

/** The lines that are address, once numbers, e-mail addresses and the like are in their fields. */
function addressLines(given: readonly string[], parsed: ParsedAddress): string[] {
  const taxNumbers: TaxNumber[] = []
  const restOf = (line: string) => {
    const found = findInLine(line)
    for (const [field, value] of entriesOf(found.reachable)) parsed[field] = add(parsed[field], value)
    taxNumbers.push(...found.taxNumbers)
    if (found.notRead) parsed.notRead.push(found.notRead)
    return found.rest.replace(ADDRESS_LABEL, '')
  }
  const restsOf = (lines: readonly string[]) => lines.map(restOf).filter(line => line !== '')
  const rests = restsOf(given)
  // One line of address above lines of numbers.
  const lines = rests.length === 1 && given.length > 1 ? restsOf(partsOf(rests[0] ?? '')) : rests
  parsed.taxNumber = taxNumberText(taxNumbers)
  return lines
}

function isName(lines: readonly string[], knownName: string): boolean {
  const first = lines[0] ?? ''
  if (knownName.trim() !== '') return isSameCompany(first, knownName)
  const isStreet = PART_OF_BUILDING.test(first) || (HOUSE_NUMBER.test(first) && STREET_WORD.test(first))
  return !isStreet || hasLegalForm(first)
}

/** The country stands alone at the end of the last line, or of its own line; what follows its own line is no address. */
function takeCountry(lines: string[], countries: readonly Country[], parsed: ParsedAddress): void {
  const ids = new Map([
    ...countries.map(({ id, name }) => [plain(name), id] as const),
    ...Object.entries(otherCountryNames),
  ])
  const own = lines.findLastIndex((line, place) => place > 0 && ids.has(plain(line)))
  if (own > 0) parsed.notRead.push(...lines.splice(own + 1))
  const line = lines.at(-1)
  if (line === undefined) return
  // The longest end of the line that names one, cut where a word begins.
  const cuts = [0, ...[...line.matchAll(/[\s,–-]+/gu)].map(gap => gap.index + gap[0].length)]
  const cut = cuts.find(start => ids.has(plain(line.slice(start))))
  if (cut === undefined) return
  const before = tidy(line.slice(0, cut))
  parsed.countryId = ids.get(plain(line.slice(cut))) ?? ''
  lines.pop()
  if (before !== '') lines.push(before)
}

const addCounty = (parsed: ParsedAddress, county: string) => {
  parsed.county = add(county, parsed.county)
}

/** City, post code and state stand at the end of what is left. */
function takeCity(lines: string[], parsed: ParsedAddress): void {
  while (lines.length > 1 && isState(lines.at(-1) ?? '')) addCounty(parsed, lines.pop() ?? '')
  if (lines.length === 0) return
  const segments = segmentsOf(lines.at(-1) ?? '')
  if (!takeCityOf(segments, parsed)) return
  lines.pop()
  if (segments.length > 0) lines.push(segments.join(', '))
  // The code, or the state with it, stood on a line of its own.
  if (parsed.city === '') parsed.city = townAtTheEnd(lines)
  if (isState(parsed.city)) {
    const town = townAtTheEnd(lines)
    if (town !== '') {
      addCounty(parsed, parsed.city)
      parsed.city = town
    }
  }
}

/** Takes a town off the end of the lines; '' where a street stands there. */
function townAtTheEnd(lines: string[]): string {
  const segments = segmentsOf(lines.at(-1) ?? '')
  if (segments.length === 0 || STREET.test(segments.at(-1) ?? '')) return ''
  lines.pop()
  const town = segments.pop() ?? ''
  if (segments.length > 0) lines.push(segments.join(', '))
  return town
}

function takeCityOf(segments: string[], parsed: ParsedAddress): boolean {
  const last = segments.at(-1) ?? ''
  if (isState(last) && cityAndCode(segments.at(-2) ?? '')) {
    addCounty(parsed, segments.pop() ?? '')
    return takeCityOf(segments, parsed)
  }
  const coded = cityAndCode(last)
  if (coded) {
    const run = STREET_AND_TOWN.exec(coded.city)?.groups
    segments.pop()
    if (run) segments.push(run['street'] ?? '')
    parsed.code = coded.code
    parsed.city = run?.['town'] ?? coded.city
  } else if (!STREET.test(last)) {
    segments.pop()
    parsed.city = last
  } else return false
  // A state after its city, or with the code.
  const before = segments.at(-1)
  const ending = /^(?<city>.+)\s(?<state>[A-Z]{2})$/u.exec(parsed.city)?.groups
  if (parsed.city !== '' && isState(parsed.city) && (before === undefined || !/\d/.test(before))) {
    addCounty(parsed, parsed.city)
    parsed.city = segments.pop() ?? ''
  } else if (ending) {
    parsed.city = ending['city'] ?? ''
    addCounty(parsed, ending['state'] ?? '')
  } else if (parsed.city === '' && before !== undefined && isState(before)) {
    addCounty(parsed, segments.pop() ?? '')
    parsed.city = segments.pop() ?? ''
  } else if (parsed.city === '' && before !== undefined && !STREET.test(before))
    parsed.city = segments.pop() ?? ''
  return true
}

/** The last line is the street; what stands above it names the building. */
function takeStreet(lines: string[], parsed: ParsedAddress): void {
  const street = lines.pop() ?? ''
  parsed.buildingName = lines.join(', ')
  const first = /^(?<no>\d+(?:[-/]\w+|[A-Za-z])?),?\s+(?<street>\D.*)$/u.exec(street)?.groups
  const last = /^(?<street>[^\d,]+)\s(?<no>\d+(?:\s?[A-Za-z]|[-/]\d+)?)$/u.exec(street)?.groups
  const isBox =
    /\b(?:box|no|sector|plot|phase|unit|bp|postfach|tower|floor|building|block|area|warehouse)\.?\s*\S*$/iu.test(
      street,
    )
  const found = first ?? (isBox ? undefined : last)
  parsed.buildingNo = found?.['no'] ?? ''
  parsed.street = found?.['street'] ?? street
}
