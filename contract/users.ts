import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { roles } from './permissions.ts'
import { id, requiredText } from './values.ts'

export const user = z.object({
  id,
  displayName: z.string(),
  role: z.enum(roles),
  /** `issuerAssignedId` of an identity is the e-mail address. */
  identities: z.array(z.object({ signInType: z.string(), issuer: z.string(), issuerAssignedId: z.string() })),
})
export type User = z.infer<typeof user>

/** Who is signed in, and for which company. */
export const membership = z.object({
  user: z.object({ id, displayName: z.string(), email: z.string(), role: z.enum(roles) }),
  account: z.object({ id, name: z.string(), currency: z.string() }),
})
export type Membership = z.infer<typeof membership>

export const register = endpoint({
  method: 'POST',
  path: '/api/register',
  summary: 'Make the company account of the signed-in identity; answers the one it has if there is one',
  tag: 'Users',
  access: 'identity',
  reply: membership,
})

export const getMembership = endpoint({
  method: 'GET',
  path: '/api/register',
  summary: 'Who is signed in, and for which company',
  tag: 'Users',
  access: 'users:read',
  reply: membership,
})

export const listUsers = endpoint({
  method: 'GET',
  path: '/api/register/getusers',
  summary: 'The people of the company account',
  tag: 'Users',
  access: 'users:read',
  reply: z.array(user),
})

export const MINIMUM_PASSWORD_LENGTH = 8

export const addUser = endpoint({
  method: 'POST',
  path: '/api/register/adduser',
  summary: 'Add a colleague, who can sign in at once',
  tag: 'Users',
  access: 'users:add',
  body: z.object({
    displayName: requiredText(200),
    email: z.email('This must be an e-mail address.').max(320),
    password: z
      .string()
      .min(MINIMUM_PASSWORD_LENGTH, `At least ${MINIMUM_PASSWORD_LENGTH} characters.`)
      .max(200, 'At most 200 characters.'),
  }),
  reply: user,
  status: 201,
})
