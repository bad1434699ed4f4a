import { countryName } from '#server/organisations/countries.ts'

export type Place = {
  buildingNo: string | null
  buildingName: string | null
  street: string | null
  city: string | null
  county: string | null
  code: string | null
  countryId: string | null
}

const trimmed = (place: Place): Place => ({
  buildingNo: place.buildingNo?.trim() ?? null,
  buildingName: place.buildingName?.trim() ?? null,
  street: place.street?.trim() ?? null,
  city: place.city?.trim() ?? null,
  county: place.county?.trim() ?? null,
  code: place.code?.trim() ?? null,
  countryId: place.countryId,
})

const present = (parts: readonly (string | null | undefined)[]) =>
  parts.filter((part): part is string => Boolean(part))

export const country = ({ countryId }: { countryId: string | null }) =>
  countryId ? (countryName(countryId) ?? countryId) : null

/** Where the number of a building stands behind its street, by the custom of the country: "Via Garibaldi 14". */
const NUMBER_BEHIND = new Set(
  (
    'AD AL AR AT AX BA BE BG BO BR BY CH CL CZ DE DK EC EE ES FI FO GL GR HR HU ID IS IT LI LT LV ME MK MX NL NO PE PL PT ' +
    'PY RO RS RU SE SI SJ SK SM TR UA UY VA XK'
  ).split(' '),
)

/**
 * The building's name with its number, and the street. Where the building has no name its number stands with the
 * street, unless that ends or begins with a number of its own there: "7" and "1 Haier Road" would be read as one.
 */
function buildingAndStreet({ buildingNo, buildingName, street, countryId }: Place): string[] {
  if (buildingName || !buildingNo || !street)
    return present([present([buildingNo, buildingName]).join(' '), street])
  const isBehind = NUMBER_BEHIND.has(countryId ?? '')
  const hasOwnNumber = (isBehind ? /\d\p{L}?$/u : /^\d+\p{L}?(?!\p{L})/u).test(street.trim())
  if (hasOwnNumber) return [buildingNo, street]
  return [isBehind ? `${street} ${buildingNo}` : `${buildingNo} ${street}`]
}

/**
 * Where street (A), city (C), county, state or province (S) and post code (Z) stand, by country, as far as it differs
 * from `CITY_THEN_CODE`. From the sheets that postal services publish through the Universal Postal Union ("Postal
 * addressing systems"), compared with the address formats of Google's libaddressinput, which gathers them in Latin
 * script. Where the two differ the sheet holds: "1001 Tirana", "0002 Yerevan" and, below "Mellieha", "MLH 2042". The signs between two values go with either that is missing.
 */
export const LAYOUTS: readonly (readonly [layout: string, countries: string])[] = [
  // "20457 Hamburg"
  [
    'A\nZ C\nS',
    'AD AL AM AR AT AX AZ BA BE BG BL BY CH CL CV CY CZ DE DK DO DZ EE EH ET FI FO FR GE GF GL GN GP GR GW HR HT IS ' +
      'KG KW LA LI LR LT LU MA MC MD ME MF MG MK MQ MY MZ NC NE NL NO PF PH PL PM PT PY RE RO RS SE SI SJ SK SM SN TJ ' +
      'TM TN UZ VA WF XK YT ZM',
  ],
  // "20121 Milano MI"
  ['A\nZ C S', 'IT UY'],
  // "28300 Aranjuez (Madrid)"
  ['A\nZ C (S)', 'ES'],
  // "02860 Ciudad de México, CDMX"
  ['A\nZ C, S', 'MX'],
  // "34437 Beyoğlu/İstanbul"
  ['A\nZ C/S', 'TR'],
  ['A\nZ-C\nS', 'GT SV'],
  // The post code on a line of its own, above the city.
  ['A\nZ\nC\nS', 'EC KZ MU OM'],
  ['A\nZ\nC, S', 'NI'],
  // "Long Beach, CA 90802"
  ['A\nC, S Z', 'AS CN FM GU MH MP PR PW SO TW US VI'],
  // "Vancouver BC V6B 1A1"
  ['A\nC S Z', 'AU CA CC CU CX NF'],
  ['A\nC, S, Z', 'CO'],
  ['A\nC Z, S', 'VE'],
  ['A\nC Z S', 'PG'],
  // "Karachi-74000"
  ['A\nC-Z\nS', 'BD PK'],
  ['A\nC, Z\nS', 'LV MM'],
  // "Salvador-BA", and "40301-110" below.
  ['A\nC-S\nZ', 'BR'],
  ['A\nC, S\nZ', 'HN IQ JP'],
  ['A\nC\nS Z', 'ID TH VN'],
  // "London", and "EC3N 4AB" on a line of its own, below the county where one is given.
  ['A\nC\nS\nZ', 'AF EG FK GB GG GI GS IE IM IO IR JE KE KR LK MN MT PN RU SD SH SZ TC UA ZA'],
  // "Budapest", the street, "1055"
  ['C\nA\nZ\nS', 'HU'],
]

/** "Singapore 546080" */
const CITY_THEN_CODE = 'A\nC Z\nS'

const layoutOf = new Map(
  LAYOUTS.flatMap(([layout, countries]) => countries.split(' ').map(id => [id, layout] as const)),
)

function linesOf(typed: Place): string[] {
  const place = trimmed(typed)
  const { city, county, code, countryId } = place
  const values: Record<string, string | null> = { C: city, S: county, Z: code }
  const layout = layoutOf.get(countryId ?? '') ?? CITY_THEN_CODE
  const lines = layout.split('\n').flatMap(line => {
    if (line === 'A') return buildingAndStreet(place)
    let written = ''
    for (const [, before = '', key = '', after = ''] of line.matchAll(/([^CSZ]*)([CSZ])(\)?)/g)) {
      const value = values[key]
      if (value) written += written === '' ? value : `${before}${value}${after}`
    }
    return [written]
  })
  return present([...lines, country(place)])
}

/** As it stands on an envelope, a line each; what is missing takes no line. */
export const addressLines = (place: Place): string => linesOf(place).join('\n')

const IN_ONE_LINE = ', '

/** "12 Marine House, Wharf Road, Karachi-74000, Sindh, Pakistan". */
export const addressInOneLine = (place: Place): string => linesOf(place).join(IN_ONE_LINE)

export const addressJoints: readonly string[] = [IN_ONE_LINE]

/** "Tel. +92 21 111 000 111   desk@harbour.example". */
export function contactLine(contact: {
  telephone: string | null
  mobile?: string | null
  email: string | null
}): string {
  const telephone = contact.telephone?.trim() || contact.mobile?.trim()
  return present([telephone && `Tel. ${telephone}`, contact.email?.trim()]).join('   ')
}
