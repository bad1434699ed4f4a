import type { DateOrder } from '#contract/date-orders.ts'

/** Languages in which a month that comes first is a custom of the country and no gap in the locale's data. */
const monthFirstLanguages = ['en', 'es', 'fil']

const orders: Readonly<Record<string, DateOrder>> = {
  'day month year': 'dmy',
  'month day year': 'mdy',
  'year month day': 'ymd',
}

/** How a country writes dates, by its ISO 3166 alpha-2; null where the browser does not know. */
export function dateOrderOf(country: string): DateOrder | null {
  if (!/^[a-z]{2}$/i.test(country)) return null
  const { language } = new Intl.Locale(`und-${country}`).maximize()
  const writer = new Intl.DateTimeFormat(`${language}-${country}`, {
    calendar: 'gregory',
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
  })
  // A country that the browser knows nothing of falls back to another one's order.
  const known = new Intl.Locale(writer.resolvedOptions().locale)
  if (known.language !== language) return null
  const order =
    orders[
      writer
        .formatToParts(0)
        .map(part => part.type)
        .filter(type => type === 'day' || type === 'month' || type === 'year')
        .join(' ')
    ] ?? null
  const isCustom = known.region === country.toUpperCase() && monthFirstLanguages.includes(language)
  return order === 'mdy' && !isCustom ? null : order
}
