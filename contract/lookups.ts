import { z } from 'zod'
import { transportModes } from './choices.ts'
import { endpoint } from './endpoint.ts'
import { otherJob } from './jobs.ts'
import { partyRoles } from './parties.ts'
import { port, portTypes } from './ports.ts'
import { id } from './values.ts'

const MOST_CHOICES = 20

/** Without a text, at least three characters long, a lookup answers what was last used. */
const lookup = {
  search: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(MOST_CHOICES).optional(),
}

const transportMode = z.coerce
  .number()
  .int()
  .min(0)
  .max(transportModes.length - 1)
  .describe(transportModes.map(({ value, label }) => `${value}: ${label}`).join(', '))

/** What a field shows of an organisation, and needs to put it on a job. */
export const organisationChoice = z.object({
  id,
  partyId: id,
  name: z.string().nullable(),
  /** Of its address. */
  city: z.string().nullable(),
  countryId: z.string().nullable(),
  country: z.string().nullable(),
  email: z.string().nullable(),
  /** How many jobs name it, and the newest of them. */
  jobs: z.int(),
  lastJob: otherJob.nullable(),
})
export type OrganisationChoice = z.infer<typeof organisationChoice>

export const lookUpOrganisations = endpoint({
  method: 'GET',
  path: '/api/organisation/lookup',
  summary:
    'The organisations that a text may mean, the likeliest first; without a text the five last used in the role',
  tag: 'Organisations',
  access: 'organisations:read',
  query: z.object({ ...lookup, role: z.enum(partyRoles).optional() }),
  reply: z.array(organisationChoice),
})

/** By what a new organisation is like one that is there already. */
export const likenesses = ['taxNumber', 'name', 'telephone', 'domain'] as const

export const similarOrganisation = organisationChoice.extend({
  /** The same tax number; the same name apart from its form and a slip in spelling; the same telephone; the same domain of e-mail or website. */
  alike: z.array(z.enum(likenesses)),
})
export type SimilarOrganisation = z.infer<typeof similarOrganisation>

export const findSimilarOrganisations = endpoint({
  method: 'GET',
  path: '/api/organisation/similar',
  summary:
    'The organisations of which one with this name, tax number, telephone, e-mail or website may be a second entry, the likeliest first',
  tag: 'Organisations',
  access: 'organisations:read',
  query: z.object({
    name: z.string().max(500).optional(),
    taxNumber: z.string().max(100).optional(),
    telephone: z.string().max(100).optional(),
    mobile: z.string().max(100).optional(),
    email: z.string().max(320).optional(),
    website: z.string().max(2000).optional(),
    limit: lookup.limit,
  }),
  reply: z.array(similarOrganisation),
})

export const portKinds = ['seaport', 'airport', 'depot'] as const

export const portChoice = port.extend({
  /** Of an airport. */
  iata: z.string().nullable(),
  /** Nothing is known of most ports of a company's own. */
  kinds: z.array(z.enum(portKinds)),
  /** The other name by which it was found. */
  alias: z.string().nullable(),
  /** It does not suit the mode that was asked for, and nothing that was found does. */
  otherMode: z.boolean(),
})
export type PortChoice = z.infer<typeof portChoice>

export const lookUpPorts = endpoint({
  method: 'GET',
  path: '/api/port/lookup',
  summary:
    'The ports that a text may mean, the likeliest first; without a text the five last used at the place of a job',
  tag: 'Ports',
  access: 'ports:read',
  query: z.object({
    ...lookup,
    portType: z.enum(portTypes).optional(),
    /** Airports alone for Air, seaports and inland depots for Sea. */
    mode: transportMode.optional(),
  }),
  reply: z.array(portChoice),
})

/** As many as a job has places. */
const MOST_PORTS = 4

const portList = z
  .string()
  .max(200, 'At most 200 characters.')
  .transform(list => list.split(','))
  .pipe(z.array(id).max(MOST_PORTS, `At most ${MOST_PORTS} ports.`))

/** A port at which cargo cannot be loaded or discharged in a mode of transport. */
export const unsuitedPort = z.object({
  id,
  name: z.string().nullable(),
  lacks: z.enum(['seaport', 'airport']),
  /** The only port of the same place that serves the mode. */
  instead: z.object({ id, name: z.string() }).nullable(),
})
export type UnsuitedPort = z.infer<typeof unsuitedPort>

export const findUnsuitedPorts = endpoint({
  method: 'GET',
  path: '/api/port/unsuited',
  summary:
    'Which of up to four ports are known to be no seaport (by sea) or no airport (by air), after UN/LOCODE; nothing is said of ports of which it is not known, nor by road',
  tag: 'Ports',
  access: 'ports:read',
  query: z.object({ ports: portList.describe('Their ids, separated by commas'), mode: transportMode }),
  reply: z.array(unsuitedPort),
})

/** The last first, no more than five of each. */
export const lastUsed = z.object({
  /** Of items. */
  packingModes: z.array(z.int()),
  /** Of charges: ISO 4217. */
  currencies: z.array(z.string()),
  /** Of the parties of jobs: ISO 3166-1 alpha-2. */
  countries: z.array(z.string()),
  masters: z.array(otherJob),
})
export type LastUsed = z.infer<typeof lastUsed>

export const getLastUsed = endpoint({
  method: 'GET',
  path: '/api/last-used',
  summary: 'What the newest jobs of the company use: packing modes, currencies, countries, master jobs',
  tag: 'Jobs',
  access: 'jobs:read',
  reply: lastUsed,
})
