/** What a pasted block of an address says. What it does not say is ''. */
export type ParsedAddress = {
  name: string
  contactName: string
  buildingNo: string
  buildingName: string
  street: string
  city: string
  county: string
  code: string
  countryId: string
  telephone: string
  mobile: string
  fax: string
  email: string
  website: string
}

type Country = { id: string; name: string }

/** How people write countries besides their names. */
const otherCountryNames: Readonly<Record<string, string>> = {
  uk: 'GB',
  england: 'GB',
  scotland: 'GB',
  wales: 'GB',
  'great britain': 'GB',
  usa: 'US',
  us: 'US',
  'united states of america': 'US',
  uae: 'AE',
  'pr china': 'CN',
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
    'fujian province,shandong province,hebei province,california,new york state,texas,florida,ontario,quebec'
  ).split(','),
)

const plain = (text: string) =>
  text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f.'’]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toLowerCase()

// What is left at the edges of a line when something was taken out of it.
const tidy = (text: string) => text.replaceAll(/\s+/g, ' ').replaceAll(/^[\s,;|·•–-]+|[\s,;|·•–-]+$/gu, '')

const NUMBER = String.raw`\(?\+?\(?\d[\d\s()./-]{4,}\d`
const labelled = (labels: string) =>
  new RegExp(
    String.raw`(?:^|[\s,;|])(?:${labels})\b(?:\s*(?:no|nr))?[.:\s]*(${NUMBER}(?:\s*[,/&]\s*${NUMBER})*)`,
    'iu',
  )
const numbers = {
  fax: labelled('telefax|fax|f'),
  mobile: labelled('mobile|mobil|mob|cell|cell phone|whatsapp|m|gsm'),
  telephone: labelled('telephone|telefon|telefone|tel|phone|ph|t|téléphone|tlf'),
}
const BARE_NUMBER = new RegExp(String.raw`^(\+${NUMBER})$`, 'u')
const EMAIL = /(?:\be-?mail|\bmail|(?<=^|\s)e)?\s*:?\s*([^\s@,;|<>:]+@[^\s@,;|<>]+\.[^\s@,;|<>.]+)/iu
const WEBSITE = /(?:\b(?:website|web|url|internet))?\s*:?\s*((?:https?:\/\/|www\.)[^\s,;|]+)/iu
const PERSON = /^(?:attn|attention|c\/o|contact|kind attn)\b[.:\s]+(.+)$/iu

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

const isState = (text: string) => /^[A-Z]{2,3}$/.test(text) || states.has(plain(text))
const STREET =
  /\d|\b(?:road|street|avenue|lane|park|estate|house|building|floor|tower|centre|center|plaza|box|block|zone|rd|st|ave)\b/iu

/** The parts of the last lines: a comma, or a dash with blanks, stands between them. */
const segmentsOf = (line: string) => line.split(/,\s*|\s+[-–]\s+/u).filter(part => part !== '')

/** Takes an address apart as people paste it, on lines or on one with commas. No word of it is lost. */
export function parseAddress(text: string, countries: readonly Country[]): ParsedAddress {
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
  }
  const given = text.split(/[\r\n\u2028\u2029]+/).filter(line => line.trim() !== '')
  const split = given.length === 1 ? (given[0] ?? '').split(/[,;|]\s+/) : given
  const lines = split.map(line => takeReachable(line, parsed)).filter(line => line !== '')
  parsed.name = lines.shift() ?? ''
  takeCountry(lines, countries, parsed)
  takeCity(lines, parsed)
  takeStreet(lines, parsed)
  return parsed
}

const add = (there: string, more: string) => (there === '' ? more : `${there}, ${more}`)

/** Takes e-mail addresses, websites, numbers and a person out of a line, and gives what is left of it. */
function takeReachable(line: string, parsed: ParsedAddress): string {
  let rest = line
  const take = (pattern: RegExp, field: keyof ParsedAddress) => {
    for (let found = pattern.exec(rest); found?.[1]; found = pattern.exec(rest)) {
      parsed[field] = add(parsed[field], tidy(found[1]))
      rest = `${rest.slice(0, found.index)} ${rest.slice(found.index + found[0].length)}`
    }
  }
  take(EMAIL, 'email')
  take(WEBSITE, 'website')
  take(numbers.fax, 'fax')
  take(numbers.mobile, 'mobile')
  take(numbers.telephone, 'telephone')
  rest = tidy(rest)
  if (BARE_NUMBER.test(rest)) take(BARE_NUMBER, 'telephone')
  if (parsed.contactName === '') take(PERSON, 'contactName')
  return tidy(rest)
}

/** The country stands alone at the end of the last line, or of its own line. */
function takeCountry(lines: string[], countries: readonly Country[], parsed: ParsedAddress): void {
  const line = lines.at(-1)
  if (line === undefined) return
  const ids = new Map([
    ...countries.map(({ id, name }) => [plain(name), id] as const),
    ...Object.entries(otherCountryNames),
  ])
  // The longest end of the line that names one, cut where a word begins.
  const cuts = [0, ...[...line.matchAll(/[\s,–-]+/gu)].map(gap => gap.index + gap[0].length)]
  const cut = cuts.find(start => ids.has(plain(line.slice(start))))
  if (cut === undefined) return
  const before = tidy(line.slice(0, cut))
  parsed.countryId = ids.get(plain(line.slice(cut))) ?? ''
  lines.pop()
  if (before !== '') lines.push(before)
}

/** City, post code and state stand at the end of what is left. */
function takeCity(lines: string[], parsed: ParsedAddress): void {
  if (lines.length > 1 && isState(lines.at(-1) ?? '')) parsed.county = lines.pop() ?? ''
  const segments = segmentsOf(lines.at(-1) ?? '')
  const taken = lines.length > 0 ? takeCityOf(segments, parsed) : true
  if (!taken) return
  lines.pop()
  if (segments.length > 0) lines.push(segments.join(', '))
  // The code stood on a line of its own.
  if (parsed.city === '' && lines.length > 0) {
    const before = segmentsOf(lines.pop() ?? '')
    if (before.length > 0 && (before.length > 1 || !STREET.test(before[0] ?? '')))
      parsed.city = before.pop() ?? ''
    if (before.length > 0) lines.push(before.join(', '))
  }
}

function takeCityOf(segments: string[], parsed: ParsedAddress): boolean {
  const last = segments.at(-1) ?? ''
  const coded = cityAndCode(last)
  if (coded) {
    segments.pop()
    parsed.code = coded.code
    parsed.city = coded.city
  } else if (!STREET.test(last)) {
    segments.pop()
    parsed.city = last
  } else return false
  // A state after its city, or with the code.
  const before = segments.at(-1)
  const ending = /^(?<city>.+)\s(?<state>[A-Z]{2})$/u.exec(parsed.city)?.groups
  if (parsed.city !== '' && isState(parsed.city) && (before === undefined || !/\d/.test(before))) {
    parsed.county = parsed.city
    parsed.city = segments.pop() ?? ''
  } else if (ending) {
    parsed.city = ending['city'] ?? ''
    parsed.county = ending['state'] ?? ''
  } else if (parsed.city === '' && before !== undefined && isState(before)) {
    parsed.county = segments.pop() ?? ''
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
  const isBox = /\b(?:box|no|sector|plot|phase|unit|bp|postfach)\.?\s*\S*$/iu.test(street)
  const found = first ?? (isBox ? undefined : last)
  parsed.buildingNo = found?.['no'] ?? ''
  parsed.street = found?.['street'] ?? street
}
