type Plain = string | number | boolean | null | undefined

/** '/api/item/:id' with its parameters filled in and the query behind it; what is not set is left out. */
export function addressOf(path: string, params: unknown, query: unknown): string {
  const given = (params ?? {}) as Record<string, Plain>
  const filled = path.replace(/:(\w+)/g, (_, name: string) => {
    const value = given[name]
    if (value === undefined || value === null || value === '') {
      throw new Error(`The address ${path} needs a value for '${name}'.`)
    }
    return encodeURIComponent(String(value))
  })
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries((query ?? {}) as Record<string, Plain>)) {
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value))
  }
  const text = search.toString()
  return text ? `${filled}?${text}` : filled
}
