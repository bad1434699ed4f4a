const written = /^(\d{4})[-/. ]?(\d{1,2})[-/. ]?(\d{1,2})$/

/** What a person typed as a calendar date, yyyy-MM-dd; null for what is none, such as 2026-02-30. */
export function calendarDate(typed: string): string | null {
  const parts = written.exec(typed.trim())
  if (!parts) return null
  const [year, month, day] = parts.slice(1).map(Number) as [number, number, number]
  const date = new Date(Date.UTC(year, month - 1, day))
  const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day && year >= 1900
  return isReal ? date.toISOString().slice(0, 10) : null
}
