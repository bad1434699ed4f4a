import type { FastifyRequest } from 'fastify'
import * as joining from '#contract/joining.ts'
import { getMembership, type Membership, register } from '#contract/users.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import { type Api, type AsUser, identityOf } from '#server/route.ts'
import * as addresses from './address-commands.ts'
import { ownAddressIsVerified } from './address-records.ts'
import { enterCompany, type FoundingParts } from './founding-commands.ts'
import * as companies from './joining-commands.ts'
import { ownCompany } from './joining-records.ts'
import * as records from './records.ts'

export type JoiningParts = FoundingParts &
  addresses.AddressParts &
  companies.LinkParts & {
    /** undefined: no mail server is configured, and nobody needs to prove an address. */
    invitationMailer: Mailer | undefined
  }

/** What people do about the companies that they are in: found, join, decline and leave them. */
export function joiningRoutes(api: Api, parts: JoiningParts): void {
  const { database } = parts

  const visitorOf = (request: FastifyRequest, secret?: string): companies.Visitor => ({
    identity: identityOf(request),
    secret,
    origin: originOf(request),
  })

  const membershipOf = async (request: FastifyRequest, asUser: AsUser): Promise<Membership> => {
    const visitor = visitorOf(request)
    const invitations = await companies.waitingFor(database, visitor)
    return asUser(async session => {
      const { user, ...rest } = await records.getMembership(session)
      const emailVerified = await ownAddressIsVerified(session.db)
      return {
        ...rest,
        user: {
          ...user,
          emailVerified,
          emailProofNeeded: !emailVerified && parts.invitationMailer !== undefined,
        },
        invitations: invitations.length,
        ownCompany: await ownCompany(session.db, visitor.identity.subject, session.accountId),
      }
    })
  }

  api.bindFree(register, async (asUser, { request, body }) => {
    await enterCompany(parts, { ...visitorOf(request, body?.secret), own: body?.own === true })
    return membershipOf(request, asUser)
  })

  api.bindFree(getMembership, (asUser, { request }) => membershipOf(request, asUser))

  api.bindFree(joining.getJoinLink, (_asUser, { params }) => companies.lookAtLink(parts, params.secret))

  api.bindFree(joining.listInvitations, (_asUser, { request, query }) =>
    companies.waitingFor(database, visitorOf(request, query.secret)),
  )

  api.bindFree(joining.acceptInvitation, async (asUser, { request, params, query }) => {
    await companies.accept(database, visitorOf(request, query.secret), params.id)
    return membershipOf(request, asUser)
  })

  api.bindFree(joining.declineInvitation, async (_asUser, { request, params, query }) => {
    await companies.decline(database, visitorOf(request, query.secret), params.id)
  })

  api.bindFree(joining.leaveCompany, async (_asUser, { request }) => {
    await companies.leave(database, visitorOf(request))
  })

  api.bindFree(joining.sendVerification, (_asUser, { request }) =>
    addresses.sendCode(parts, identityOf(request), originOf(request)),
  )

  api.bindFree(joining.proveAddress, async (_asUser, { request, body }) => {
    await addresses.proveAddress(parts, identityOf(request), body.code)
  })
}

const originOf = (request: FastifyRequest) => ({
  address: request.ip,
  userAgent: request.headers['user-agent'],
})
