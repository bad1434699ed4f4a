import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { linkSecret } from './links.ts'
import { roles } from './permissions.ts'
import { membership } from './users.ts'
import { id, idParams, instant } from './values.ts'

const tag = 'Joining a company'

/** An invitation as the person sees it who may accept or decline it. */
export const waitingInvitation = z.object({
  id,
  /** The company's name. */
  company: z.string(),
  /** Who invites; null: nobody who is known any more. */
  invitedBy: z.string().nullable(),
  /** The address that was invited. */
  email: z.string(),
  role: z.enum(roles),
  invitedAt: instant,
})
export type WaitingInvitation = z.infer<typeof waitingInvitation>

const withSecret = z.object({ secret: linkSecret.optional() })

export const listInvitations = endpoint({
  method: 'GET',
  path: '/api/register/invitation',
  summary:
    'The invitations for the signed-in identity, found by its verified e-mail address or by the secret in an invitation’s link',
  tag,
  access: 'identity',
  query: withSecret,
  reply: z.array(waitingInvitation),
})

/** Refused with `in_use` for somebody who is in a company with others: they leave it first. */
export const acceptInvitation = endpoint({
  method: 'POST',
  path: '/api/register/invitation/:id/accept',
  summary: 'Accept an invitation and join its company; the person’s own company is kept',
  tag,
  access: 'identity',
  params: idParams,
  query: withSecret,
  reply: membership,
})

export const declineInvitation = endpoint({
  method: 'POST',
  path: '/api/register/invitation/:id/decline',
  summary: 'Decline an invitation; the company’s Administrators see it',
  tag,
  access: 'identity',
  params: idParams,
  query: withSecret,
  status: 204,
})

/** Refused with `in_use` for the last Administrator while others are in the company. */
export const leaveCompany = endpoint({
  method: 'POST',
  path: '/api/register/leave',
  summary: 'Leave the company, and return to one’s own if there is one',
  tag,
  access: 'identity',
  status: 204,
})

/** What a link at /join/SECRET is for. */
export const joinLink = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('invitation'),
    company: z.string(),
    invitedBy: z.string().nullable(),
    email: z.string(),
    role: z.enum(roles),
    /** Where a person who has no password yet chooses one before signing in; null: sign in or up. */
    choosePasswordAt: z.string().nullable(),
  }),
  /** Lets its holder found a company: sign up or in, then POST /api/register with the secret. */
  z.object({ kind: z.literal('company') }),
])
export type JoinLink = z.infer<typeof joinLink>

/** 404 for a link that is unknown, used, or too old. */
export const getJoinLink = endpoint({
  method: 'GET',
  path: '/api/join/:secret',
  summary: 'What a link to join or to register a company is for',
  tag,
  access: 'public',
  params: z.object({ secret: linkSecret }),
  reply: joinLink,
})

export const sendVerification = endpoint({
  method: 'POST',
  path: '/api/register/verification',
  summary: 'Send a six-digit code to one’s own e-mail address; it works for ten minutes',
  tag,
  access: 'identity',
  reply: z.object({ email: z.string(), goodUntil: instant }),
})

/** Refused with `invalid_input` at `code` for a wrong one; after five wrong ones another code must be sent. */
export const verifyAddress = endpoint({
  method: 'PUT',
  path: '/api/register/verification',
  summary: 'Confirm one’s e-mail address with the code that was sent to it',
  tag,
  access: 'identity',
  body: z.object({
    code: z
      .string()
      .trim()
      .regex(/^\d{6}$/, 'Enter the six digits of the code.'),
  }),
  status: 204,
})
