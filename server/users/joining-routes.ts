import type { FastifyRequest } from 'fastify'
import * as joining from '#contract/joining.ts'
import { getMembership, type Membership, register } from '#contract/users.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import { type Api, type AsUser, identityOf } from '#server/route.ts'
import * as addresses from './address-commands.ts'
import { ownAddressIsVerified } from './address-records.ts'
import { enterCompany, type FoundingDependencies } from './founding-commands.ts'
import * as companies from './joining-commands.ts'
import { ownCompany } from './joining-records.ts'
import * as records from './records.ts'

export type JoiningDependencies = FoundingDependencies &
  addresses.AddressDependencies &
  companies.LinkDependencies & {
    /** undefined: no mail server is configured, and nobody needs to prove an address. */
    invitationMailer: Mailer | undefined
  }

/** What people do about the companies that they are in: found, join, decline and leave them. */
export function joiningRoutes(api: Api, dependencies: JoiningDependencies): void {
  const { database } = dependencies

  const visitorOf = (request: FastifyRequest, secret?: string): companies.Visitor => ({
    identity: identityOf(request),
    secret,
    origin: originOf(request),
  })

  const membershipOf = async (request: FastifyRequest, asUser: AsUser): Promise<Membership> => {
    const visitor = visitorOf(request)
    const invitations = await companies.pendingInvitations(database, visitor)
    return asUser(async session => {
      const { user, ...rest } = await records.getMembership(session)
      const emailVerified = await ownAddressIsVerified(session.db)
      return {
        ...rest,
        user: {
          ...user,
          emailVerified,
          emailProofNeeded: !emailVerified && dependencies.invitationMailer !== undefined,
        },
        invitations: invitations.length,
        ownCompany: await ownCompany(session.db, visitor.identity.subject, session.accountId),
      }
    })
  }

  api.bindWithoutTransaction(register, async (asUser, { request, body }) => {
    await enterCompany(dependencies, { ...visitorOf(request, body?.secret), own: body?.own === true })
    return membershipOf(request, asUser)
  })

  api.bindWithoutTransaction(getMembership, (asUser, { request }) => membershipOf(request, asUser))

  api.bindWithoutTransaction(joining.getJoinLink, (_asUser, { params }) =>
    companies.readLink(dependencies, params.secret),
  )

  api.bindWithoutTransaction(joining.listInvitations, (_asUser, { request, query }) =>
    companies.pendingInvitations(database, visitorOf(request, query.secret)),
  )

  api.bindWithoutTransaction(joining.acceptInvitation, async (asUser, { request, params, query }) => {
    await companies.accept(database, visitorOf(request, query.secret), params.id)
    return membershipOf(request, asUser)
  })

  api.bindWithoutTransaction(joining.declineInvitation, async (_asUser, { request, params, query }) => {
    await companies.decline(database, visitorOf(request, query.secret), params.id)
  })

  api.bindWithoutTransaction(joining.leaveCompany, async (_asUser, { request }) => {
    await companies.leave(database, visitorOf(request))
  })

  api.bindWithoutTransaction(joining.sendVerification, (_asUser, { request }) =>
    addresses.sendCode(dependencies, identityOf(request), originOf(request)),
  )

  api.bindWithoutTransaction(joining.verifyAddress, async (_asUser, { request, body }) => {
    await addresses.verifyAddress(dependencies, identityOf(request), body.code)
  })
}

const originOf = (request: FastifyRequest) => ({
  address: request.ip,
  userAgent: request.headers['user-agent'],
})
