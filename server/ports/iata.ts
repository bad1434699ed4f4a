/**
 * The IATA code of an airport. It is the last three letters of its UN/LOCODE unless the list says another (UN/LOCODE
 * Manual, column IATA). null for what is no airport, and where no list says that the place is one.
 */
export function iataCode({
  code,
  functions,
  iata,
}: {
  code: string | null
  functions: string | null
  iata: string | null
}): string | null {
  const own = code?.toUpperCase() ?? ''
  // A company's own airport that was entered under its IATA code.
  if (/^[A-Z]{3}$/.test(own)) return own
  if (!functions?.includes('4')) return null
  const found = iata ?? own.slice(2)
  return /^[A-Z]{3}$/.test(found) ? found : null
}
