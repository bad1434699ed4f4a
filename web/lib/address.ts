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

export const isRecordId = (text: string) => guid.test(text)

/** What an address names as its record, kept though it may be no id at all: the screen is to say so. */
export function withId({ id }: Record<string, unknown>): { id?: string } {
  return typeof id === 'string' || typeof id === 'number' ? { id: String(id).toLowerCase() } : {}
}
