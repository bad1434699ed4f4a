import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { jobStatuses, labelOf } from '#contract/choices.ts'
import { listJobs } from '#contract/jobs.ts'
import { listOrganisations } from '#contract/organisations.ts'
import { MINIMUM_SEARCH_LENGTH } from '#contract/values.ts'
import { call } from '#web/lib/call.ts'
import { nameOr } from '#web/lib/format.ts'

export type Found = {
  id: string
  title: string
  detail: string
  link: { to: '/webapp/shipment' | '/webapp/contact'; search: { id: string } }
}

const MOST = 8
const isLongEnough = (text: string) => text.length >= MINIMUM_SEARCH_LENGTH
const isWholeNumber = (text: string) => /^\d+$/.test(text)

/** A whole number of any length finds the job of that id; anything else needs three characters. */
export const isSearchable = (text: string) => isLongEnough(text) || isWholeNumber(text)

/** Jobs and contacts that answer to the text, a few of each. */
export function useFound(text: string) {
  const jobs = useQuery({
    queryKey: ['jobs', 'found', text],
    queryFn: ({ signal }) => call(listJobs, { query: { search: text, limit: MOST }, signal }),
    enabled: isSearchable(text),
    placeholderData: keepPreviousData,
  })
  const contacts = useQuery({
    queryKey: ['organisations', 'search-box', text],
    queryFn: ({ signal }) => call(listOrganisations, { query: { search: text, limit: MOST }, signal }),
    enabled: isLongEnough(text),
    placeholderData: keepPreviousData,
  })
  const foundJobs: Found[] = (isSearchable(text) ? (jobs.data ?? []) : []).map(job => ({
    id: job.id,
    title: `${job.jobId} ${nameOr(job.name)}`,
    detail: labelOf(jobStatuses, job.statusId),
    link: { to: '/webapp/shipment', search: { id: job.id } },
  }))
  const foundContacts: Found[] = (isLongEnough(text) ? (contacts.data ?? []) : []).map(organisation => ({
    id: organisation.id,
    title: nameOr(organisation.name),
    detail: organisation.description ?? '',
    link: { to: '/webapp/contact', search: { id: organisation.id } },
  }))
  return {
    groups: [
      { label: 'Jobs', found: foundJobs },
      { label: 'Contacts', found: foundContacts },
    ],
    isLoading: jobs.isFetching || contacts.isFetching,
    error: jobs.error ?? contacts.error,
  }
}
