import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { organisation } from './organisations.ts'
import { partyRoles } from './parties.ts'
import { calendarDate, id, idParams, paging } from './values.ts'

export const contactSorts = ['name', '-name', 'openJobs', '-openJobs'] as const
export type ContactSort = (typeof contactSorts)[number]

const rolesOnJobs = z.array(z.enum(partyRoles))

export const listedOrganisation = organisation.extend({
  /** Those that it has on any job, in the order of `partyRoles`. */
  roles: rolesOnJobs,
  /** Its jobs that are In Progress or have no status, each once. */
  openJobs: z.int(),
})
export type ListedOrganisation = z.infer<typeof listedOrganisation>

export const listOrganisations = endpoint({
  method: 'GET',
  path: '/api/organisation',
  summary: "The company account's contacts, by name, each with its roles and the number of its open jobs",
  tag: 'Organisations',
  access: 'organisations:read',
  query: z.object({
    search: z.string().max(200).optional(),
    sort: z.enum(contactSorts).optional(),
    ...paging,
  }),
  reply: z.array(listedOrganisation),
})

export const organisationJob = z.object({
  id,
  jobId: z.int(),
  name: z.string().nullable(),
  /** Those of the organisation on this job. */
  roles: rolesOnJobs,
  statusId: z.int().nullable(),
  etd: calendarDate.nullable(),
  eta: calendarDate.nullable(),
  loadingPort: z.string().nullable(),
  dischargePort: z.string().nullable(),
  destinationPort: z.string().nullable(),
})
export type OrganisationJob = z.infer<typeof organisationJob>

export const listJobsOfOrganisation = endpoint({
  method: 'GET',
  path: '/api/organisation/:id/jobs',
  summary:
    'The jobs on which an organisation has a role, the open ones (In Progress or with no status) first, then by Job Id, the newest first',
  tag: 'Organisations',
  access: 'jobs:read',
  params: idParams,
  query: z.object(paging),
  reply: z.array(organisationJob),
})
