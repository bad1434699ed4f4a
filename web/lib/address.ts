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

const guid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The id that an address names; what is no id is no id of anything, and the address loses it. */
export function withId({ id }: Record<string, unknown>): { id?: string } {
  return typeof id === 'string' && guid.test(id) ? { id: id.toLowerCase() } : {}
}
