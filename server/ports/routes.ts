import { findUnsuitedPorts, lookUpPorts, portKinds, type PortChoice } from '#contract/lookups.ts'
import { kindForMode } from '#contract/port-rules.ts'
import { createPort, findPorts, type Port } from '#contract/ports.ts'
import { invalid } from '#server/errors.ts'
import { countryName, isCountry } from '#server/organisations/countries.ts'
import { createOnce } from '#server/records/repeat.ts'
import { DEFAULT_LIMIT } from '#server/record-headers.ts'
import type { Api } from '#server/route.ts'
import { foldText, searchText } from '#server/search-text.ts'
import * as records from './records.ts'
import {
  type FoundPort,
  findPorts as portsFound,
  lastUsedPorts,
  lookUpPorts as likeliestPorts,
} from './search-records.ts'
import { portsWithout } from './unsuited-records.ts'

const CHOICES = 8
const LAST_USED = 5

export function portRoutes(api: Api): void {
  api.bindList(findPorts, async ({ db, accountId }, { params, query }) => {
    const { rows, total } = await portsFound(db, accountId, {
      text: foldText(searchText(params.searchText)),
      offset: query.offset ?? 0,
      limit: query.limit ?? DEFAULT_LIMIT,
    })
    return { rows: rows.map(row => present(row)), total }
  })

  api.bind(lookUpPorts, async ({ db, accountId }, { query }) => {
    const { search, portType, mode, limit = CHOICES } = query
    const rows = search
      ? await likeliestPorts(db, accountId, { text: foldText(searchText(search)), mode, limit })
      : await lastUsedPorts(db, accountId, { portType, mode, limit: Math.min(limit, LAST_USED) })
    return rows.map(presentChoice)
  })

  api.bind(findUnsuitedPorts, async ({ db, accountId }, { query }) => {
    const kind = kindForMode(query.mode)
    if (kind === null) return []
    const rows = await portsWithout(db, accountId, { ids: query.ports, functionDigit: functionOf[kind] })
    return rows.map(row => ({ ...row, lacks: kind }))
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

const present = ({ id, name, code, description, countryId }: records.PortRow): Port => ({
  id,
  name,
  code,
  description,
  countryId,
  country: countryId ? (countryName(countryId) ?? countryId) : null,
})

const functionOf = { seaport: '1', airport: '4', depot: '6' } as const

const presentChoice = (row: FoundPort): PortChoice => ({
  ...present(row),
  iata: row.iata,
  kinds: portKinds.filter(kind => row.functions?.includes(functionOf[kind])),
  alias: row.alias,
  otherMode: row.otherMode,
})
