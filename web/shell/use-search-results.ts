import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { LinkProps } from '@tanstack/react-router'
import { jobStatuses, labelOf } from '#contract/choices.ts'
import {
  MAX_COUNTED,
  type SearchedField,
  searchedFieldLabels,
  searchEverything,
  type SearchReply,
} from '#contract/search.ts'
import { call } from '#web/lib/call.ts'
import { nameOr, numberText } from '#web/lib/format.ts'
import { isSearchable } from '#web/lib/searchable.ts'

export type SearchResult = {
  id: string
  title: string
  detail: string
  link: Pick<LinkProps, 'to' | 'search' | 'hash'>
}
/** `label` is empty for the way to all that was found, which needs none. */
export type SearchResultGroup = { label: string; found: SearchResult[] }

/** What answers to the text, in groups; the answers to an earlier text stand while the next are on their way. */
export function useSearchResults(text: string) {
  const { data, error, isFetching, isPlaceholderData } = useQuery({
    queryKey: ['search', text],
    queryFn: ({ signal }) => call(searchEverything, { query: { text }, signal }),
    enabled: isSearchable(text),
    placeholderData: keepPreviousData,
  })
  return {
    groups: isSearchable(text) && data ? groupsOf(data, text) : [],
    isLoading: isFetching,
    isOutdated: isPlaceholderData,
    /** What is found answers to this very text. */
    isAnswered: isSearchable(text) && data !== undefined && !isPlaceholderData,
    error,
  }
}

const joined = (...parts: (string | null)[]) => parts.filter(Boolean).join(' · ')

/** These stand in the line of a job whatever was looked for. */
const alwaysShown: readonly SearchedField[] = ['name', 'consignee', 'mbl', 'hbl']

function matchText({ matched }: SearchReply['jobs'][number]): string | null {
  if (!matched || alwaysShown.includes(matched.field)) return null
  return `${searchedFieldLabels[matched.field]}: ${matched.value}`
}

const allInTheList = (count: number) =>
  count < MAX_COUNTED
    ? `Show all ${numberText(count)} in the list`
    : `Show all (${numberText(MAX_COUNTED)} or more) in the list`

function groupsOf(
  { jobs, jobCount, contacts, documents, templates }: SearchReply,
  text: string,
): SearchResultGroup[] {
  const groups: SearchResultGroup[] = [
    {
      label: 'Jobs',
      found: jobs.map(job => ({
        id: job.id,
        title: `${job.jobId} ${nameOr(job.name)}`,
        detail: joined(matchText(job), labelOf(jobStatuses, job.statusId), job.consignee, job.mbl, job.hbl),
        link: { to: '/webapp/shipment', search: { id: job.id } },
      })),
    },
    {
      label: 'Contacts',
      found: contacts.map(one => ({
        id: one.id,
        title: nameOr(one.name),
        detail: one.description ?? '',
        link: { to: '/webapp/contact', search: { id: one.id } },
      })),
    },
    {
      label: 'Documents',
      found: documents.map(one => ({
        id: one.id,
        title: one.name,
        detail: `Job ${one.jobId}`,
        link: { to: '/webapp/shipment/document', search: { id: one.shipmentId }, hash: one.id },
      })),
    },
    {
      label: 'Document Templates',
      found: templates.map(one => ({
        id: one.id,
        title: one.name,
        detail: one.description ?? '',
        link: { to: '/webapp/documenttemplates', hash: one.id },
      })),
    },
    {
      label: '',
      found:
        jobCount > 1
          ? [
              {
                id: 'list',
                title: allInTheList(jobCount),
                detail: '',
                link: { to: '/webapp', search: { search: text } },
              },
            ]
          : [],
    },
  ]
  return groups.filter(group => group.found.length > 0)
}
