import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { errors, type Provider } from 'oidc-provider'
import { AppError } from '#server/errors.ts'
import { expiredPage, failedPage, type FormState, signInPage, signUpPage } from './form-pages.ts'
import { type Outcome, signIn, signUp } from './forms.ts'
import { pageHeaders } from './page-layout.ts'
import type { Passwords } from './passwords.ts'
import { policyOfPath, SIGN_UP_POLICY } from './policies.ts'
import type { Pool } from './store-users.ts'

export type InteractionParts = {
  provider: Provider
  pool: Pool
  passwords: Passwords
  productName: string
}

type Values = Record<string, string>
type Show = (address: string, values: Values, mistakes?: FormState['mistakes']) => string

const FORM_LIMIT = 16 * 1024

// B2C's own code for it, which the application knows.
const CANCELLED = 'AADB2C90091: The user has cancelled entering self-asserted information.'

function addressOf(request: FastifyRequest): string {
  return request.url.split('?')[0]?.split('/').slice(0, 5).join('/') ?? ''
}

const sendPage = (reply: FastifyReply, status: number, markup: string) =>
  reply.code(status).headers(pageHeaders()).send(markup)

/** The pages that people see, and the forms that they send: /interaction/{uid}, …/sign-in, …/sign-up, …/cancel. */
export async function interactionRoutes(app: FastifyInstance, parts: InteractionParts): Promise<void> {
  const { provider, pool, passwords, productName } = parts

  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: FORM_LIMIT },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )

  /** The authorization that this browser, by its cookie, and this address both belong to. */
  async function interactionOf(request: FastifyRequest, reply: FastifyReply) {
    const details = await provider.interactionDetails(request.raw, reply.raw)
    const { uid } = request.params as { uid: string }
    if (details.uid !== uid) throw new errors.SessionNotFound('the cookie belongs to another interaction')
    return details
  }

  // Whoever fills a form in wants a page, and not the API's problem+json.
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    if (error instanceof errors.SessionNotFound) return sendPage(reply, 400, expiredPage(productName))
    if (error instanceof AppError)
      return sendPage(reply, error.status, failedPage(productName, error.message))
    const status = error.statusCode ?? 500
    if (status < 500) return sendPage(reply, status, failedPage(productName, error.message))
    request.log.error({ err: error }, 'sign-in: unexpected failure')
    return sendPage(reply, status, failedPage(productName, 'Something failed on our side. It was logged.'))
  })

  const showSignIn: Show = (address, values, mistakes = {}) =>
    signInPage({ address, productName, values, mistakes })

  const showSignUp: Show = (address, values, mistakes = {}) => {
    const switches = policyOfPath(address) === SIGN_UP_POLICY
    return signUpPage({ address, productName, values, mistakes }, switches ? '/login' : address)
  }

  app.get('/identity/:policy/interaction/:uid', async (request, reply) => {
    const { params } = await interactionOf(request, reply)
    const address = addressOf(request)
    const show = policyOfPath(address) === SIGN_UP_POLICY ? showSignUp : showSignIn
    return sendPage(reply, 200, show(address, { email: params.login_hint ?? '' }))
  })

  app.get('/identity/:policy/interaction/:uid/sign-up', async (request, reply) => {
    await interactionOf(request, reply)
    return sendPage(reply, 200, showSignUp(addressOf(request), {}))
  })

  // A reload, or the back button, asks for the address that a form was sent to.
  for (const step of ['sign-in', 'cancel'])
    app.get(`/identity/:policy/interaction/:uid/${step}`, async (request, reply) =>
      reply.redirect(addressOf(request), 303),
    )

  function form(step: string, submit: (values: Values) => Promise<Outcome>, show: Show): void {
    app.post(`/identity/:policy/interaction/:uid/${step}`, async (request, reply) => {
      await interactionOf(request, reply)
      const values = (request.body ?? {}) as Values
      const outcome = await submit(values)
      if ('mistakes' in outcome)
        return sendPage(reply, 400, show(addressOf(request), values, outcome.mistakes))
      const next = await provider.interactionResult(request.raw, reply.raw, {
        login: { accountId: outcome.subject, amr: ['pwd'], remember: true },
      })
      return reply.redirect(next, 303)
    })
  }

  form('sign-in', values => signIn(pool, passwords, values), showSignIn)
  form('sign-up', values => signUp(pool, passwords, values), showSignUp)

  app.post('/identity/:policy/interaction/:uid/cancel', async (request, reply) => {
    await interactionOf(request, reply)
    const next = await provider.interactionResult(request.raw, reply.raw, {
      error: 'access_denied',
      error_description: CANCELLED,
    })
    return reply.redirect(next, 303)
  })
}
