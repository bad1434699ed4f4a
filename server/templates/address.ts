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

const present = (parts: readonly (string | null | undefined)[]) =>
  parts.filter((part): part is string => Boolean(part))

export const country = ({ countryId }: { countryId: string | null }) =>
  countryId ? (countryName(countryId) ?? countryId) : null

const building = ({ buildingNo, buildingName }: Place) => present([buildingNo, buildingName]).join(' ')

/** "20457 Hamburg": the post code stands before the city. */
const CODE_FIRST = new Set(
  (
    'AD AL AM AR AT AX BA BE BG BY CH CL CY CZ DE DK DZ EE ES FI FO FR GE GF GL GP GR HR HU IS LI LT LU MA MC MD ' +
    'ME MK MQ MX MY NL NO PH PL PT RE RO RS SE SI SK SM SN TN TR VA'
  ).split(' '),
)

/** "Long Beach, CA 90802": city, state or province and post code share a line. */
const STATE_THEN_CODE = new Set(['US', 'CA', 'AU', 'PR', 'GU'])

/** "20121 Milano MI": the province follows the city. */
const CODE_CITY_PROVINCE = new Set(['IT'])

/** "London", and "EC3N 4AB" on a line of its own, after the county where one is given. */
const CODE_LAST = new Set(['GB', 'IE', 'GG', 'IM', 'JE', 'GI', 'MT'])

/**
 * City, county and post code in the order that the country's post asks for, by the addressing sheets that the Universal
 * Postal Union publishes for its members ("Universal POST*CODE DataBase: addressing systems"). Countries that are
 * not named write the city before its post code.
 */
function town({ city, county, code, countryId }: Place): { lines: string[]; inOneLine: string[] } {
  const joined = (separator: string, ...parts: (string | null | undefined)[]) =>
    present(parts).join(separator)
  const both = (...lines: string[]) => ({ lines: lines.filter(Boolean), inOneLine: lines.filter(Boolean) })
  const id = countryId ?? ''
  if (STATE_THEN_CODE.has(id)) return both(joined(', ', city, joined(' ', county, code)))
  if (CODE_CITY_PROVINCE.has(id)) return both(joined(' ', code, city, county))
  if (CODE_FIRST.has(id)) return both(joined(' ', code, city), county ?? '')
  if (CODE_LAST.has(id)) return both(city ?? '', county ?? '', code ?? '')
  return {
    lines: both(city ?? '', county ?? '', code ?? '').lines,
    inOneLine: both(joined(' ', city, code), county ?? '').lines,
  }
}

/** As it stands on an envelope, a line each; what is missing takes no line. */
export const addressLines = (place: Place): string =>
  present([building(place), place.street, ...town(place).lines, country(place)]).join('\n')

/** "12 Marine House, Wharf Road, Karachi 74000, Sindh, Pakistan". */
export const addressInOneLine = (place: Place): string =>
  present([building(place), place.street, ...town(place).inOneLine, country(place)]).join(', ')

/** "Tel. +92 21 111 000 111   desk@harbour.example". */
export function contactLine(contact: {
  telephone: string | null
  mobile?: string | null
  email: string | null
}): string {
  const telephone = contact.telephone || contact.mobile
  return present([telephone && `Tel. ${telephone}`, contact.email]).join('   ')
}
