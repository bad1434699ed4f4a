import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { roles } from './permissions.ts'
import { date, id, idParams, instant, nameText } from './values.ts'

/** What a program calls the API with, instead of a person's sign-in. */
export const apiToken = z.object({
  id,
  name: z.string(),
  role: z.enum(roles),
  /** What it may do at this moment: no more than the person responsible for it; null: nothing any more. */
  actsAs: z.enum(roles).nullable(),
  createdBy: z.string().nullable(),
  /** For whom it acts, and with whose access it ends: its maker, or the Administrator who kept it. */
  responsible: z.object({ id, displayName: z.string() }).nullable(),
  createdAt: instant,
  expiresAt: instant,
  /** It was made before tokens expired, and ends at `expiresAt` unless an Administrator keeps it. */
  toReview: z.boolean(),
  lastUsedAt: instant.nullable(),
})
export type ApiToken = z.infer<typeof apiToken>

/** How long a token is good when nothing is said, and by how much an Administrator extends it. */
export const TOKEN_DAYS = 90
/** However it is asked for. */
export const LONGEST_TOKEN_DAYS = 730

const path = '/api/apitoken'
const tag = 'API tokens'

export const listApiTokens = endpoint({
  method: 'GET',
  path,
  summary: 'The tokens with which programs call the API for this company',
  tag,
  access: 'users:manage',
  alwaysAnswered: true,
  reply: z.array(apiToken),
})

export const createApiToken = endpoint({
  method: 'POST',
  path,
  summary: 'Create a token for a program; only this reply contains it, since only its hash is kept',
  tag,
  access: 'users:manage',
  body: z.object({
    name: nameText(200),
    role: z.enum(roles),
    /** The last day on which it is good, to its end where the company is; 90 days ahead by default. */
    expiresOn: date.nullish(),
  }),
  reply: apiToken.extend({ token: z.string() }),
  status: 201,
})

export const keepApiToken = endpoint({
  method: 'POST',
  path: `${path}/:id/keep`,
  summary: 'Extend a token by 90 days; the caller becomes the person responsible for it',
  tag,
  access: 'users:manage',
  params: idParams,
  reply: apiToken,
})

export const revokeApiToken = endpoint({
  method: 'DELETE',
  path: `${path}/:id`,
  summary: 'Revoke a token; it is refused from the next call on',
  tag,
  access: 'users:manage',
  alwaysAnswered: true,
  params: idParams,
  status: 204,
})
