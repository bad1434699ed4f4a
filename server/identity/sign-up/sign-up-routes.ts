import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { errors } from 'oidc-provider'
import type { Mistakes } from '#server/identity/pages/page-form.ts'
import { originOf, sendPage, sendRefusal, type Values, valuesOf } from '#server/identity/pages/page-server.ts'
import type { IdentityDependencies } from '#server/identity/dependencies.ts'
import { INVITATION_PARAMETER, policyOfPath, SIGN_UP_POLICY } from '#server/identity/provider/policies.ts'
import {
  beginSignUp,
  CODE_MINUTES,
  finishSignUp,
  hasSignedUp,
  pendingSignUp,
  sendAnotherCode,
  type SignUpVisit,
} from './sign-up.ts'
import { signUpCodePage, signUpPage, signUpRefusedPage } from '#server/identity/pages/sign-up-pages.ts'
import { signUpRestriction } from './sign-up-rules.ts'
import { mayFoundByLink } from '#server/identity/store/users.ts'

/** What the steps share with the other pages of a sign-in under way. */
export type Interaction = {
  of: (
    request: FastifyRequest,
    reply: FastifyReply,
  ) => Promise<{ uid: string; params: Record<string, unknown> }>
  addressOf: (request: FastifyRequest) => string
  finish: (
    request: FastifyRequest,
    reply: FastifyReply,
    login: { subject: string; remember: boolean; amr: string[] },
  ) => Promise<FastifyReply>
  /** Back to the application, which shows why. */
  fail: (request: FastifyRequest, reply: FastifyReply, reason: string) => Promise<FastifyReply>
}

type SignUpSteps = { showForm(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> }

/** …/sign-up, …/verify, …/another-code and …/refused. */
export function signUpRoutes(
  app: FastifyInstance,
  dependencies: IdentityDependencies,
  interaction: Interaction,
): SignUpSteps {
  const { productName, pool } = dependencies
  const { of: interactionOf, addressOf } = interaction
  const at = (step: string) => `/identity/:policy/interaction/:uid/${step}`

  async function visitOf(request: FastifyRequest, reply: FastifyReply): Promise<SignUpVisit> {
    const { uid, params } = await interactionOf(request, reply)
    const secret = params[INVITATION_PARAMETER]
    return { uid, secret: typeof secret === 'string' ? secret : undefined, origin: originOf(request) }
  }

  /** The same for a form that makes a sign-in; null where it was sent before, and the sign-in under way ended with that. */
  async function unfinishedVisitOf(
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<SignUpVisit | null> {
    try {
      return await visitOf(request, reply)
    } catch (error) {
      const { uid } = request.params as { uid: string }
      if (error instanceof errors.SessionNotFound && (await hasSignedUp(dependencies, uid))) return null
      throw error
    }
  }

  async function formMarkup(
    request: FastifyRequest,
    { secret }: SignUpVisit,
    values: Values,
    mistakes: Mistakes = {},
  ): Promise<string> {
    const address = addressOf(request)
    const switches = policyOfPath(address) === SIGN_UP_POLICY
    const isWelcome = secret !== undefined && (await mayFoundByLink(pool, secret))
    return signUpPage(
      { address, productName, values, mistakes },
      switches ? '/login' : address,
      isWelcome ? null : signUpRestriction(dependencies.signUp),
    )
  }

  const codeMarkup = (request: FastifyRequest, email: string, mistakes: Mistakes = {}) =>
    signUpCodePage({ address: addressOf(request), productName, values: {}, mistakes }, email, CODE_MINUTES)

  const showForm: SignUpSteps['showForm'] = async (request, reply) => {
    const visit = await visitOf(request, reply)
    return sendPage(reply, 200, await formMarkup(request, visit, {}))
  }

  app.get(at('sign-up'), showForm)

  app.post(at('sign-up'), async (request, reply) => {
    const visit = await unfinishedVisitOf(request, reply)
    if (visit === null) return reply.redirect('/login', 303)
    const values = valuesOf(request)
    const outcome = await beginSignUp(dependencies, values, visit)
    const address = addressOf(request)
    if ('refused' in outcome)
      return sendPage(reply, 403, signUpRefusedPage(productName, outcome.refused, `${address}/refused`))
    if ('mistakes' in outcome)
      return sendRefusal(reply, outcome, await formMarkup(request, visit, values, outcome.mistakes))
    if ('sentTo' in outcome) return reply.redirect(`${address}/verify`, 303)
    const remember = values['remember'] === 'yes'
    return interaction.finish(request, reply, { subject: outcome.subject, remember, amr: ['pwd'] })
  })

  app.get(at('verify'), async (request, reply) => {
    const { uid } = await visitOf(request, reply)
    const user = await pendingSignUp(dependencies, uid)
    if (!user) return reply.redirect(`${addressOf(request)}/sign-up`, 303)
    return sendPage(reply, 200, codeMarkup(request, user.email))
  })

  app.post(at('verify'), async (request, reply) => {
    const visit = await unfinishedVisitOf(request, reply)
    if (visit === null) return reply.redirect('/login', 303)
    const user = await pendingSignUp(dependencies, visit.uid)
    if (!user) return reply.redirect(`${addressOf(request)}/sign-up`, 303)
    const outcome = await finishSignUp(dependencies, visit, { user, code: valuesOf(request)['code'] ?? '' })
    if ('mistakes' in outcome)
      return sendRefusal(reply, outcome, codeMarkup(request, user.email, outcome.mistakes))
    return interaction.finish(request, reply, { subject: outcome.subject, remember: false, amr: ['pwd'] })
  })

  app.post(at('another-code'), async (request, reply) => {
    const visit = await visitOf(request, reply)
    const user = await pendingSignUp(dependencies, visit.uid)
    if (!user) return reply.redirect(`${addressOf(request)}/sign-up`, 303)
    const refusal = await sendAnotherCode(dependencies, visit, user.email)
    if (refusal) return sendRefusal(reply, refusal, codeMarkup(request, user.email, refusal.mistakes))
    return reply.redirect(`${addressOf(request)}/verify`, 303)
  })

  // A reload asks for the address that the form was sent to.
  app.get(at('another-code'), async (request, reply) => reply.redirect(`${addressOf(request)}/verify`, 303))

  app.get(at('refused'), async (request, reply) => {
    await interactionOf(request, reply)
    return interaction.fail(
      request,
      reply,
      signUpRestriction(dependencies.signUp) ?? 'Signing up is not possible here.',
    )
  })

  return { showForm }
}
