import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { roles } from './permissions.ts'
import { date, id, idParams, instant, requiredText } from './values.ts'

/** What a program calls the API with, instead of a person's sign-in. */
export const apiToken = z.object({
  id,
  name: z.string(),
  role: z.enum(roles),
  createdBy: z.string().nullable(),
  createdAt: instant,
  /** null: never. */
  expiresAt: instant.nullable(),
  lastUsedAt: instant.nullable(),
})
export type ApiToken = z.infer<typeof apiToken>

const path = '/api/apitoken'
const tag = 'API tokens'

export const listApiTokens = endpoint({
  method: 'GET',
  path,
  summary: 'The tokens by which programs call the API for this company',
  tag,
  access: 'users:manage',
  reply: z.array(apiToken),
})

export const createApiToken = endpoint({
  method: 'POST',
  path,
  summary: 'Make a token for a program; the reply alone holds it, since only its hash is kept',
  tag,
  access: 'users:manage',
  body: z.object({
    name: requiredText(200),
    role: z.enum(roles),
    /** The last day on which it is good, to its end where the company is; without one it does not expire. */
    expiresOn: date.nullish(),
  }),
  reply: apiToken.extend({ token: z.string() }),
  status: 201,
})

export const revokeApiToken = endpoint({
  method: 'DELETE',
  path: `${path}/:id`,
  summary: 'Take a token back; it is refused from the next call on',
  tag,
  access: 'users:manage',
  params: idParams,
  status: 204,
})
