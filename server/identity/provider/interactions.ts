import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { errors } from 'oidc-provider'
import { codePage, signInPage } from '#server/identity/pages/form-pages.ts'
import { type Outcome, signIn } from '#server/identity/forms.ts'
import type { FormState, Mistakes } from '#server/identity/pages/page-form.ts'
import {
  originOf,
  sendPage,
  sendRefusal,
  serveForms,
  type Values,
  valuesOf,
} from '#server/identity/pages/page-server.ts'
import type { IdentityDependencies } from '#server/identity/dependencies.ts'
import { policyOfPath, SIGN_UP_POLICY } from './policies.ts'
import { recordSignInBrowser } from '#server/identity/browsers/known-browsers.ts'
import { checkCode } from '#server/identity/passwords/second-factor.ts'
import { signUpRoutes } from '#server/identity/sign-up/sign-up-routes.ts'
import { noteSignIn, type Origin } from '#server/identity/store/events.ts'
import { StateStore } from '#server/identity/store/state.ts'

type Show = (address: string, values: Values, mistakes?: FormState['mistakes']) => string
type Submit = (values: Values, origin: Origin) => Promise<Outcome>

// B2C's own code for it, which the application knows.
const CANCELLED = 'AADB2C90091: The user has cancelled entering self-asserted information.'

const CODE_MINUTES = 10

function addressOf(request: FastifyRequest): string {
  return request.url.split('?')[0]?.split('/').slice(0, 5).join('/') ?? ''
}

/** The pages of a sign-in under way: /interaction/{uid}, …/sign-in, …/code, …/sign-up, …/cancel. */
export async function interactionRoutes(
  app: FastifyInstance,
  dependencies: IdentityDependencies,
): Promise<void> {
  const { pool, productName } = dependencies
  // Who has given the right password and owes a code, by interaction.
  const halfway = new StateStore(pool, 'SecondFactor')
  serveForms(app, productName)

  /** The authorization that this browser, by its cookie, and this address both belong to. */
  async function interactionOf(request: FastifyRequest, reply: FastifyReply) {
    const details = await dependencies.provider().interactionDetails(request.raw, reply.raw)
    const { uid } = request.params as { uid: string }
    if (details.uid !== uid) throw new errors.SessionNotFound('the cookie belongs to another interaction')
    return details
  }

  const showSignIn: Show = (address, values, mistakes = {}) =>
    signInPage({ address, productName, values, mistakes })

  const showCode = (address: string, mistakes: Mistakes = {}) =>
    codePage({ address, productName, values: {}, mistakes })

  app.get('/identity/:policy/interaction/:uid', async (request, reply) => {
    const { params } = await interactionOf(request, reply)
    const address = addressOf(request)
    if (policyOfPath(address) === SIGN_UP_POLICY) return signUp.showForm(request, reply)
    return sendPage(
      reply,
      200,
      showSignIn(address, { email: typeof params.login_hint === 'string' ? params.login_hint : '' }),
    )
  })

  app.get('/identity/:policy/interaction/:uid/code', async (request, reply) => {
    const { uid } = await interactionOf(request, reply)
    if (!(await halfway.find(uid))) return reply.redirect(addressOf(request), 303)
    return sendPage(reply, 200, showCode(addressOf(request)))
  })

  // A reload, or the back button, asks for the address that a form was sent to.
  for (const step of ['sign-in', 'cancel'])
    app.get(`/identity/:policy/interaction/:uid/${step}`, async (request, reply) =>
      reply.redirect(addressOf(request), 303),
    )

  /** `remember`: the session outlives the browser being closed. */
  async function finish(
    request: FastifyRequest,
    reply: FastifyReply,
    login: { subject: string; remember: boolean; amr: string[] },
  ) {
    const { subject: accountId, remember, amr } = login
    await recordSignInBrowser(dependencies, { request, reply, subject: accountId })
    const next = await dependencies
      .provider()
      .interactionResult(request.raw, reply.raw, { login: { accountId, amr, remember } })
    return reply.redirect(next, 303)
  }

  const signUp = signUpRoutes(app, dependencies, { of: interactionOf, addressOf, finish, fail })

  function form(step: string, submit: Submit, show: Show): void {
    app.post(`/identity/:policy/interaction/:uid/${step}`, async (request, reply) => {
      const { uid } = await interactionOf(request, reply)
      const values = valuesOf(request)
      const outcome = await submit(values, originOf(request))
      if ('mistakes' in outcome)
        return sendRefusal(reply, outcome, show(addressOf(request), values, outcome.mistakes))
      const { subject, needsCode } = outcome
      const remember = values['remember'] === 'yes'
      if (!needsCode) return finish(request, reply, { subject, remember, amr: ['pwd'] })
      await halfway.upsert(uid, { accountId: subject, remember }, CODE_MINUTES * 60)
      return reply.redirect(`${addressOf(request)}/code`, 303)
    })
  }

  form('sign-in', (values, origin) => signIn(dependencies, values, origin), showSignIn)

  app.post('/identity/:policy/interaction/:uid/code', async (request, reply) => {
    const { uid } = await interactionOf(request, reply)
    const pending = await halfway.find(uid)
    if (!pending) return reply.redirect(addressOf(request), 303)
    const subject = String(pending['accountId'])
    const origin = originOf(request)
    const proof = await checkCode(dependencies, { subject, code: valuesOf(request)['code'] ?? '', origin })
    if (typeof proof === 'object')
      return sendRefusal(reply, proof, showCode(addressOf(request), proof.mistakes))
    await halfway.destroy(uid)
    const outcome = proof === 'app' ? 'signed_in' : 'signed_in_by_recovery_code'
    await noteSignIn(pool, { subject, outcome, origin })
    return finish(request, reply, {
      subject,
      remember: pending['remember'] === true,
      amr: ['pwd', 'otp', 'mfa'],
    })
  })

  async function fail(request: FastifyRequest, reply: FastifyReply, reason: string) {
    const next = await dependencies.provider().interactionResult(request.raw, reply.raw, {
      error: 'access_denied',
      error_description: reason,
    })
    return reply.redirect(next, 303)
  }

  app.post('/identity/:policy/interaction/:uid/cancel', async (request, reply) => {
    await interactionOf(request, reply)
    return fail(request, reply, CANCELLED)
  })
}
