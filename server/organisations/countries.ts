// The names alone: the package's own entry reads all its 78 languages.
import english from 'i18n-iso-countries/langs/en.json' with { type: 'json' }

export type Country = { id: string; name: string }

// The standard's long forms where bills of lading and people say something shorter.
const tradeNames: Readonly<Record<string, string>> = {
  BN: 'Brunei',
  CD: 'Congo (Democratic Republic)',
  CG: 'Congo (Republic)',
  CI: "Côte d'Ivoire",
  CN: 'China',
  FK: 'Falkland Islands',
  FM: 'Micronesia',
  GM: 'Gambia',
  IR: 'Iran',
  LA: 'Laos',
  MD: 'Moldova',
  MF: 'Saint Martin',
  MK: 'North Macedonia',
  PS: 'Palestine',
  RU: 'Russia',
  SX: 'Sint Maarten',
  SY: 'Syria',
  SZ: 'Eswatini',
  TW: 'Taiwan',
  TZ: 'Tanzania',
  US: 'United States',
  VA: 'Vatican City',
  VG: 'British Virgin Islands',
  VI: 'US Virgin Islands',
}

function readCountries(): readonly Country[] {
  const given: Readonly<Record<string, string | string[]>> = english.countries
  return Object.entries(given)
    .map(([id, name]) => ({ id, name: tradeNames[id] ?? [name].flat()[0] ?? id }))
    .sort((a, b) => a.name.localeCompare(b.name, 'en'))
}

const all = readCountries()
const names = new Map(all.map(country => [country.id, country.name]))

/** Every country and territory of ISO 3166-1 (and Kosovo, XK) under its common English name, by name. */
export function countries(): readonly Country[] {
  return all
}

/** Whether `id` is an alpha-2 code in capitals. */
export function isCountry(id: string): boolean {
  return names.has(id)
}

export function countryName(id: string): string | undefined {
  return names.get(id)
}
