import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ContactSort, listJobsOfOrganisation, listOrganisations } from '#contract/contact-list.ts'
import {
  createOrganisation,
  deleteOrganisation,
  exportOrganisations,
  findOrganisations,
  listCountries,
  removeOrganisationContact,
  updateOrganisation,
  type Organisation,
  type OrganisationInput,
} from '#contract/organisations.ts'
import { findSimilarOrganisations, lookUpOrganisations, type OrganisationChoice } from '#contract/lookups.ts'
import type { PartyRole } from '#contract/parties.ts'
import { MINIMUM_SEARCH_LENGTH } from '#contract/values.ts'
import type { SheetFormat } from '#contract/sheet-formats.ts'
import { call, callFile, callList } from '#web/lib/call.ts'
import { countText, nameOr } from '#web/lib/format.ts'
import { isProblem } from '#web/lib/problem.ts'
import { saveOver } from '#web/ui/form/save-over.ts'

/** Every query about contacts begins with this. */
export const organisationsKey = ['organisations'] as const

/** Organisations whose name or description holds the text; idle while it is too short. */
export function useOrganisationSearch(search: string) {
  return useQuery({
    queryKey: [...organisationsKey, 'found', search],
    queryFn: () => call(listOrganisations, { query: { search, limit: 100 } }),
    enabled: search.length >= MINIMUM_SEARCH_LENGTH,
  })
}

/** What puts a company on a job: its own id, its party's and its name. */
export type ChosenParty = { id: string; partyId: string; name: string }

/** Each organisation has exactly one party. */
export function chosenParty({ id, name, parties: [party] }: Organisation): ChosenParty {
  if (!party) throw new Error(`${nameOr(name)} cannot be added to a job. Reload the page and try again.`)
  return { id, partyId: party.id, name: nameOr(name) }
}

const choiceOf = ({ id, partyId, name, city, country, jobs, lastJob }: OrganisationChoice) => ({
  id,
  partyId,
  name: nameOr(name),
  detail: [
    [city, country].filter(Boolean).join(', '),
    lastJob ? `${countText(jobs, 'job')}, last ${lastJob.jobId} ${nameOr(lastJob.name)}` : '',
  ]
    .filter(Boolean)
    .join(' · '),
})
export type SimilarParty = ReturnType<typeof choiceOf>

/** Companies that a text may mean; '' for those last used in the role, or in any. */
export const partyLookup = (role?: PartyRole) => (search: string) => ({
  queryKey: [...organisationsKey, 'lookup', role, search],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const query = { ...(role && { role }), ...(search && { search }) }
    return (await call(lookUpOrganisations, { query, signal })).map(choiceOf)
  },
})

/** So many jobs, the open ones first, say well enough what a company is. */
const JOBS_FOR_ROLES = 50

/** The roles that an organisation has on its jobs. */
export const rolesQuery = (id: string) =>
  queryOptions({
    queryKey: [...organisationsKey, 'roles', id],
    queryFn: async ({ signal }): Promise<PartyRole[]> => {
      const jobs = await call(listJobsOfOrganisation, {
        params: { id },
        query: { limit: JOBS_FOR_ROLES },
        signal,
      })
      return [...new Set(jobs.flatMap(({ roles }) => roles))]
    },
  })

/** What a new company may be recognised by. */
export type Recognisable = Partial<
  Record<'name' | 'taxNumber' | 'telephone' | 'mobile' | 'email' | 'website', string>
>

const likenessWords = {
  taxNumber: 'same tax number',
  name: '',
  telephone: 'same telephone',
  domain: 'same e-mail or web domain',
} as const

/** Companies of which a new one may be a second entry. */
export const similarQuery = (wanted: Recognisable) =>
  queryOptions({
    queryKey: [...organisationsKey, 'similar', wanted],
    queryFn: async ({ signal }): Promise<readonly SimilarParty[]> => {
      const found = await call(findSimilarOrganisations, { query: wanted, signal })
      return found.map(one => ({
        ...choiceOf(one),
        detail: [
          one.city,
          one.country,
          one.jobs > 0 && countText(one.jobs, 'job'),
          ...one.alike.map(way => likenessWords[way]),
        ]
          .filter(Boolean)
          .join(', '),
      }))
    },
    // Whoever asks is about to make one.
    staleTime: 0,
  })

export type ContactPage = { search: string; sort: ContactSort; offset: number; limit: number }

export function useOrganisations({ search, sort, offset, limit }: ContactPage) {
  return useQuery({
    queryKey: [...organisationsKey, 'page', search, sort, offset, limit],
    queryFn: () => callList(listOrganisations, { query: { ...(search && { search }), sort, offset, limit } }),
    placeholderData: keepPreviousData,
  })
}

/** The list of contacts as a file. */
export const contactsFile = (search: string, format: SheetFormat) =>
  callFile(exportOrganisations, { body: { format, ...(search && { search }) } })

export const organisationQuery = (id: string) =>
  queryOptions({
    queryKey: [...organisationsKey, 'one', id],
    queryFn: async ({ signal }): Promise<Organisation> => {
      const found = await call(findOrganisations, { params: { idOrSearch: id }, signal })
      const one = Array.isArray(found) ? found[0] : found
      if (!one) throw new Error('This contact does not exist or was deleted.')
      return one
    },
  })

export function useOrganisation(id: string | null) {
  return useQuery({ ...organisationQuery(id ?? ''), enabled: id !== null })
}

/** What is asked of the contact that is open is not waited for: whether it looks like another, what was merged into it. */
const isOfMany = ({ queryKey: [, kind] }: { queryKey: readonly unknown[] }) =>
  kind !== 'one' && kind !== 'similar' && kind !== 'roles' && kind !== 'merges' && kind !== 'defaults'

/** Both keep the single record fresh at once and let the lists reload. */
function useStored<Input>(save: (input: Input) => Promise<Organisation>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: save,
    onSuccess: async stored => {
      client.setQueryData(organisationQuery(stored.id).queryKey, stored)
      await client.invalidateQueries({ queryKey: organisationsKey, predicate: isOfMany })
    },
    // What the screen shows is gone.
    onError: async error => {
      if (isProblem(error, 'not_found') || isProblem(error, 'changed_meanwhile'))
        await client.invalidateQueries({ queryKey: organisationsKey })
    },
  })
}

export const useCreateOrganisation = () =>
  useStored((body: OrganisationInput) => call(createOrganisation, { body }))

export type OrganisationChange = { change: OrganisationInput & { id: string }; version: number }

/** Refused with 412 when somebody saved since `version`. */
export const useUpdateOrganisation = () =>
  useStored(({ change, version }: OrganisationChange) =>
    saveOver(change, version, over => call(updateOrganisation, { body: change, ifMatch: over })),
  )

type PersonChange = { change: OrganisationInput & { id: string }; version?: number }

/** Adds one of the people at a company, or changes one: refused with 412 when the company was saved since `version`. */
export const useSaveFurtherContact = () =>
  useStored(({ change, version }: PersonChange) =>
    version === undefined
      ? call(updateOrganisation, { body: change })
      : saveOver(change, version, over => call(updateOrganisation, { body: change, ifMatch: over })),
  )

export const useRemoveContact = () =>
  useStored((linkId: string) => call(removeOrganisationContact, { params: { id: linkId } }))

/** Refused with in_use while a job names the company. */
export function useDeleteOrganisation() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(deleteOrganisation, { params: { id } }),
    onSuccess: () =>
      client.invalidateQueries({
        queryKey: organisationsKey,
        predicate: query => query.queryKey[1] !== 'one',
      }),
  })
}

export function useCountries() {
  return useQuery({
    queryKey: ['countries'],
    queryFn: () => call(listCountries),
    staleTime: Number.POSITIVE_INFINITY,
  })
}
