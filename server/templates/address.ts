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

const present = (parts: readonly (string | null | undefined)[]) => parts.filter(Boolean)

export const country = ({ countryId }: { countryId: string | null }) =>
  countryId ? (countryName(countryId) ?? countryId) : null

const building = ({ buildingNo, buildingName }: Place) => present([buildingNo, buildingName]).join(' ')

/** As it stands on an envelope, a line each; what is missing takes no line. */
export function addressLines(place: Place): string {
  const { street, city, county, code } = place
  return present([building(place), street, city, county, code, country(place)]).join('\n')
}

/** "12 Marine House, Wharf Road, Karachi 74000, Sindh, Pakistan". */
export function addressInOneLine(place: Place): string {
  const { street, city, county, code } = place
  const town = present([city, code]).join(' ')
  return present([building(place), street, town, county, country(place)]).join(', ')
}

/** "Tel. +92 21 111 000 111   desk@harbour.example". */
export function contactLine(contact: {
  telephone: string | null
  mobile?: string | null
  email: string | null
}): string {
  const telephone = contact.telephone || contact.mobile
  return present([telephone && `Tel. ${telephone}`, contact.email]).join('   ')
}
