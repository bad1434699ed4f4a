import { countryOf, customsOf } from '#contract/country-customs.ts'
import { currentTimeZoneName } from '#contract/time-zones.ts'
import type { Company, CompanyInput } from '#contract/company.ts'
import { dateOrderOf } from '#web/ui/entry/country-date-order.ts'

/** What a company begins with. */
export type Beginning = Pick<Company, 'countryId' | 'currency' | 'timeZone' | 'dateOrder' | 'paperSize'>
export const beginningFields = ['countryId', 'currency', 'timeZone', 'dateOrder', 'paperSize'] as const

/** What the browser tells of where it is. */
export type Surroundings = { timeZone: string; language: string; currencies: readonly string[] }

function regionOf(language: string): string | undefined {
  try {
    return new Intl.Locale(language).region
  } catch {
    return undefined
  }
}

/**
 * What stands in the form: what the person has chosen, and beside it what most often goes with the country. Where a company
 * has a country already, what it has was chosen once, and is proposed again.
 */
export function beginningOf(
  stored: Beginning,
  chosen: Partial<Beginning>,
  { timeZone: clock, language, currencies }: Surroundings,
): Beginning {
  const { countryId: known, currency, timeZone, dateOrder, paperSize } = stored
  const had = { countryId: known, currency, timeZone, dateOrder, paperSize }
  if (known !== null) return { ...had, ...chosen }
  const browserZone = currentTimeZoneName(clock)
  const countryId =
    chosen.countryId === undefined ? countryOf(browserZone, regionOf(language)) : chosen.countryId
  const customs = countryId === null ? null : customsOf(countryId)
  if (countryId === null || customs === null) return { ...had, countryId, ...chosen }
  const { timeZones } = customs
  return {
    countryId,
    // What the browser cannot name could not be shown.
    currency: currencies.includes(customs.currency) ? customs.currency : currency,
    timeZone: timeZones.includes(browserZone) ? browserZone : (timeZones[0] ?? timeZone),
    dateOrder: dateOrderOf(countryId),
    paperSize: customs.paperSize,
    ...chosen,
  }
}

/** Of what stands in the form, what the company does not have yet. */
export function changeOf(stored: Beginning, values: Beginning): CompanyInput {
  return Object.fromEntries(
    beginningFields.filter(field => values[field] !== stored[field]).map(field => [field, values[field]]),
  ) as CompanyInput
}

/** "Anna Visser" of anna.visser@maas.example: what a colleague is called until somebody says otherwise. */
export function nameOfAddress(email: string): string {
  const [local = ''] = email.split(/[@+]/)
  return local
    .split(/[._-]+/)
    .filter(Boolean)
    .map(word => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')
}
