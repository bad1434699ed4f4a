import { z } from 'zod'
import { dateOrders } from './date-orders.ts'
import { endpoint } from './endpoint.ts'
import { paperSizes } from './paper-sizes.ts'
import { allPermissions, roleAdjustments, roles } from './permissions.ts'
import { linkSecret } from './links.ts'
import { id, idParams, instant, nameText, version } from './values.ts'

export const user = z.object({
  id,
  displayName: z.string(),
  role: z.enum(roles),
  /** False: an Administrator has taken this person's access away. */
  active: z.boolean(),
  /**
   * Whether this person is in the company. 'invited': listed, and has not accepted yet; 'declined' and 'left': by
   * their own choice, and may be invited again; 'unknown': has joined, and a provider elsewhere does not know them.
   */
  signIn: z.enum(['ready', 'invited', 'declined', 'left', 'unknown']),
  version,
  /** `issuerAssignedId` of an identity is the e-mail address. */
  identities: z.array(z.object({ signInType: z.string(), issuer: z.string(), issuerAssignedId: z.string() })),
})
export type User = z.infer<typeof user>

/** Who is signed in, and for which company. */
export const membership = z.object({
  user: z.object({
    id,
    displayName: z.string(),
    email: z.string(),
    role: z.enum(roles),
    /** Whether this person has proved that the address is theirs. */
    emailVerified: z.boolean(),
    /** True: what sends e-mails is refused with `email_unverified` until the address is proved. */
    emailProofNeeded: z.boolean(),
  }),
  account: z.object({
    id,
    name: z.string(),
    currency: z.string(),
    /** IANA name of the zone whose day is the company's; null: not set yet, and it is UTC's. */
    timeZone: z.string().nullable(),
    /** ISO 3166-1 alpha-2 of the company's address. */
    country: z.string().nullable(),
    /** How a date such as 03/04/2026 is read; null: as the country writes it. */
    dateOrder: z.enum(dateOrders).nullable(),
    paperSize: z.enum(paperSizes),
  }),
  /** What this person may do here. */
  permissions: z.array(z.enum(allPermissions)),
  /** How many invitations to other companies wait for this person. */
  invitations: z.int(),
  /** The name of this person's own company, which is kept while they are in this one; null where there is none. */
  ownCompany: z.string().nullable(),
})
export type Membership = z.infer<typeof membership>

export const register = endpoint({
  method: 'POST',
  path: '/api/register',
  summary: 'Create the company account of the signed-in identity, or answer the one it has',
  tag: 'Users',
  access: 'identity',
  body: z
    .object({
      /** Found a company of one's own though an invitation waits. */
      own: z.boolean().optional(),
      /** The secret of a link that lets its holder found a company. */
      secret: linkSecret.optional(),
    })
    // Fastify gives null for a call without a body.
    .nullish(),
  reply: membership,
})

export const getMembership = endpoint({
  method: 'GET',
  path: '/api/register',
  summary: 'Who is signed in, and for which company',
  tag: 'Users',
  access: 'users:read',
  alwaysAnswered: true,
  reply: membership,
})

export const listUsers = endpoint({
  method: 'GET',
  path: '/api/register/getusers',
  summary: 'The people of the company account',
  tag: 'Users',
  access: 'users:read',
  alwaysAnswered: true,
  reply: z.array(user),
})

export const MINIMUM_PASSWORD_LENGTH = 12

const password = z
  .string()
  .min(MINIMUM_PASSWORD_LENGTH, `At least ${MINIMUM_PASSWORD_LENGTH} characters.`)
  .max(200, 'At most 200 characters.')

export const addUser = endpoint({
  method: 'POST',
  path: '/api/register/adduser',
  summary:
    'Add a colleague, who is listed at once and joins by accepting the invitation at their first sign-in',
  tag: 'Users',
  access: 'users:add',
  body: z.object({
    displayName: nameText(200),
    email: z.email('This must be an e-mail address.').max(320),
    /**
     * What a new person signs in with. Ignored for a person who signs in here already, and where people sign in with
     * a provider that keeps their passwords.
     */
    password: password.optional(),
    /** Not above one's own; Staff by default. */
    role: z.enum(roles).optional(),
  }),
  reply: user,
  status: 201,
})

/** How somebody comes to their invitation: by a message that is on its way, or by a link to be handed over. */
export const invitation = z.object({
  email: z.string(),
  /** null: a message with the link is on its way. Else no mail server is configured, and this is the link. */
  link: z.string().nullable(),
  goodUntil: instant,
})
export type Invitation = z.infer<typeof invitation>

export const inviteUser = endpoint({
  method: 'POST',
  path: '/api/register/invite',
  summary: 'Invite a colleague, who joins with a link sent by e-mail',
  tag: 'Users',
  access: 'users:add',
  body: z.object({
    displayName: nameText(200),
    email: z.email('This must be an e-mail address.').max(320),
    /** Not above one's own; Staff by default. */
    role: z.enum(roles).optional(),
  }),
  reply: z.object({ user, invitation }),
  status: 201,
})

export const resendInvitation = endpoint({
  method: 'POST',
  path: '/api/register/user/:id/invite',
  summary: 'Send a new link to a person who has not joined yet; it replaces the earlier one',
  tag: 'Users',
  access: 'users:manage',
  params: idParams,
  reply: invitation,
})

export const updateUser = endpoint({
  method: 'PUT',
  path: '/api/register/user',
  summary:
    "Change a colleague's role, or remove and restore their access; losing access or a higher role ends their API tokens",
  tag: 'Users',
  access: 'users:manage',
  alwaysAnswered: true,
  body: z.object({
    id,
    role: z.enum(roles).optional(),
    active: z.boolean().optional(),
    /** Where the change takes access or a higher role away: the ids of this person's API tokens that go on, under the caller. */
    keepTokens: z.array(id).max(1000).optional(),
  }),
  reply: user,
})

export const setUserPassword = endpoint({
  method: 'PUT',
  path: '/api/register/user/:id/password',
  summary: 'Set a new password for a colleague, which signs them out everywhere',
  tag: 'Users',
  access: 'users:manage',
  params: idParams,
  body: z.object({ password }),
  status: 204,
})

/** What Staff and Viewers may do in this company beside the product's own table. */
export const rolePermissions = z.object({ adjustments: roleAdjustments, version })
export type RolePermissions = z.infer<typeof rolePermissions>

export const getRolePermissions = endpoint({
  method: 'GET',
  path: '/api/register/permissions',
  summary: 'Where this company’s role permissions differ from the defaults',
  tag: 'Users',
  access: 'users:read',
  reply: rolePermissions,
})

export const updateRolePermissions = endpoint({
  method: 'PUT',
  path: '/api/register/permissions',
  summary: 'Set where the permissions of Staff and Viewers differ from the defaults',
  tag: 'Users',
  access: 'users:manage',
  body: z.object({ adjustments: roleAdjustments }),
  reply: rolePermissions,
})
