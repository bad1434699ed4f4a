import {
  createOrganisation,
  deleteOrganisation,
  findOrganisations,
  listCountries,
  removeOrganisationContact,
  updateOrganisation,
} from '#contract/organisations.ts'
import { listJobsOfOrganisation, listOrganisations } from '#contract/contact-list.ts'
import {
  compareOrganisations,
  listOrganisationMerges,
  mergeOrganisations,
  undoOrganisationMerge,
} from '#contract/contact-merges.ts'
import {
  listDefaultParties,
  listDefaultRoles,
  removeDefaultParty,
  setDefaultParty,
} from '#contract/default-parties.ts'
import { findSimilarOrganisations, lookUpOrganisations } from '#contract/lookups.ts'
import { id } from '#contract/values.ts'
import { DEFAULT_LIMIT, setListHeaders } from '#server/record-headers.ts'
import type { Api } from '#server/route.ts'
import { searchText } from '#server/search-text.ts'
import * as commands from './commands.ts'
import { countries, countryName } from './countries.ts'
import * as defaults from './default-commands.ts'
import { lastUsedOrganisations, likeliestOrganisations } from './lookup-records.ts'
import * as merges from './merge-commands.ts'
import * as lists from './list-records.ts'
import * as records from './records.ts'
import { similarOrganisations } from './similar-records.ts'

const CHOICES = 8
const LAST_USED = 5
const SIMILAR = 5

export function organisationRoutes(api: Api): void {
  api.bindList(listOrganisations, ({ db, accountId }, { query }) =>
    lists.listOrganisations(db, accountId, {
      search: query.search === undefined ? undefined : searchText(query.search),
      sort: query.sort ?? 'name',
      offset: query.offset ?? 0,
      limit: query.limit ?? DEFAULT_LIMIT,
    }),
  )

  api.bind(lookUpOrganisations, async ({ db, accountId }, { query }) => {
    const { search, role, limit = CHOICES } = query
    const rows = search
      ? await likeliestOrganisations(db, accountId, { text: searchText(search), role, limit })
      : await lastUsedOrganisations(db, accountId, { role, limit: Math.min(limit, LAST_USED) })
    return rows.map(withCountry)
  })

  api.bind(findSimilarOrganisations, async ({ db, accountId }, { query: { limit = SIMILAR, ...wanted } }) => {
    const rows = await similarOrganisations(db, accountId, wanted, limit)
    return rows.map(withCountry)
  })

  api.bind(findOrganisations, async (session, { params, query, request, reply }) => {
    const wanted = id.safeParse(params.idOrSearch)
    if (wanted.success) return commands.findOrganisation(session, wanted.data)
    const { rows, total } = await records.findOrganisations(session.db, session.accountId, {
      search: searchText(params.idOrSearch),
      offset: query.offset ?? 0,
      limit: query.limit ?? DEFAULT_LIMIT,
    })
    setListHeaders(request, reply, rows.length, total)
    return rows
  })

  api.bindList(listJobsOfOrganisation, (session, { params, query }) =>
    commands.jobsOf(session, params.id, query),
  )

  api.bindCreate(createOrganisation, (session, { body }) => commands.addOrganisation(session, body))

  api.bind(updateOrganisation, (session, { body, ifMatch }) =>
    commands.changeOrganisation(session, body, ifMatch),
  )

  api.bind(deleteOrganisation, async (session, { params }) => {
    await commands.removeOrganisation(session, params.id)
    return undefined
  })

  api.bind(removeOrganisationContact, (session, { params }) => commands.removeContact(session, params.id))

  api.bind(compareOrganisations, (session, { params, query }) =>
    merges.compare(session, [params.id, query.with]),
  )

  api.bindCreate(mergeOrganisations, (session, { body }) => merges.merge(session, body))

  api.bind(listOrganisationMerges, (session, { params }) => merges.listMerges(session, params.id))

  api.bind(undoOrganisationMerge, (session, { params }) => merges.undoMerge(session, params.id))

  api.bind(listDefaultParties, (session, { params }) => defaults.listDefaults(session, params.id))

  api.bind(listDefaultRoles, (session, { params }) => defaults.listRolesByDefault(session, params.id))

  api.bindCreate(setDefaultParty, (session, { body }) => defaults.setDefault(session, body))

  api.bind(removeDefaultParty, (session, { params }) => defaults.removeDefault(session, params.id))

  api.bind(listCountries, async () => [...countries()])
}

const withCountry = <Row extends { countryId: string | null }>(row: Row) => ({
  ...row,
  country: row.countryId && (countryName(row.countryId) ?? row.countryId),
})
