import { createPort, findPorts, type Port } from '#contract/ports.ts'
import { invalid } from '#server/errors.ts'
import { countryName, isCountry } from '#server/organisations/countries.ts'
import { createOnce } from '#server/records/repeat.ts'
import { DEFAULT_LIMIT } from '#server/record-headers.ts'
import type { Api } from '#server/route.ts'
import { searchText } from '#server/search-text.ts'
import * as records from './records.ts'

export function portRoutes(api: Api): void {
  api.bindList(findPorts, async ({ db, accountId }, { params, query }) => {
    const { rows, total } = await records.findPorts(db, accountId, {
      text: searchText(params.searchText),
      offset: query.offset ?? 0,
      limit: query.limit ?? DEFAULT_LIMIT,
    })
    return { rows: rows.map(present), total }
  })

  api.bind(createPort, async ({ db, accountId }, { body, reply }) => {
    if (!body) {
      void reply.code(200)
      return present({ id: crypto.randomUUID(), name: null, code: null, description: null, countryId: null })
    }
    if (body.countryId && !isCountry(body.countryId))
      throw invalid('countryId', `“${body.countryId}” is not the code of a country.`)
    const port: records.PortRow = {
      id: body.id ?? crypto.randomUUID(),
      name: body.name,
      code: body.code || null,
      description: body.description || null,
      countryId: body.countryId || null,
    }
    const { stored, created } = await createOnce({
      what: 'A port',
      sent: body,
      insert: () => records.insertPort(db, accountId, port),
      load: async () => present((await records.getPort(db, accountId, port.id)) ?? port),
    })
    if (!created) void reply.code(200)
    return stored
  })
}

const present = (row: records.PortRow): Port => ({
  ...row,
  country: row.countryId ? (countryName(row.countryId) ?? row.countryId) : null,
})
