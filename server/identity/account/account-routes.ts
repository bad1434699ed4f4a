import { createHash, randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Session } from 'oidc-provider'
import type { SignInOutcome } from '#contract/sign-ins.ts'
import { AppError } from '#server/errors.ts'
import {
  changeName,
  changePassword,
  newSecondFactor,
  verifyBothFactors,
  verifyCurrentPassword,
  requireVerifiedAddress,
  enableSecondFactor,
} from './account.ts'
import {
  type AccountForm,
  accountFormPage,
  accountForms,
  accountPage,
  confirmSecondFactorPage,
  recoveryCodesPage,
  signedOutEverywherePage,
} from '#server/identity/pages/account-pages.ts'
import { trustBrowser } from '#server/identity/browsers/known-browsers.ts'
import { type Notice, notifyPerson } from '#server/identity/notices.ts'
import type { Mistakes } from '#server/identity/pages/page-form.ts'
import {
  originOf,
  type Refusal,
  sendPage,
  sendRefusal,
  serveForms,
  valuesOf,
} from '#server/identity/pages/page-server.ts'
import type { IdentityDependencies } from '#server/identity/dependencies.ts'
import { ACCOUNT_CLIENT_ID, ACCOUNT_PAGE, SIGN_IN_POLICY } from '#server/identity/provider/policies.ts'
import { forgetBrowsers } from '#server/identity/store/browsers.ts'
import { noteSignIn } from '#server/identity/store/events.ts'
import {
  countRecoveryCodes,
  endSecondFactor,
  findSecondFactor,
  renewRecoveryCodes,
} from '#server/identity/store/second-factor.ts'
import { endSession, endSessions, listSessions } from '#server/identity/store/sessions.ts'
import { findUserBySubject, type IdentityUser } from '#server/identity/store/users.ts'

const doneWords: Record<string, string> = {
  name: 'Your name was changed.',
  password: 'Your password was changed.',
  session: 'The session was ended.',
  'second-factor-off': 'The authenticator app is off.',
}

type Visit = { request: FastifyRequest; reply: FastifyReply; session: Session; user: IdentityUser }

/** What signed-in people do for themselves: /identity/account, …/name, …/password, …/second-factor and so on. */
export async function accountRoutes(app: FastifyInstance, dependencies: IdentityDependencies): Promise<void> {
  const { pool, publicUrl, productName } = dependencies
  serveForms(app, productName)

  app.addHook('preHandler', async request => {
    // A page of somebody else's cannot send a form here in the person's name.
    if (request.method === 'POST' && request.headers.origin !== publicUrl)
      throw new AppError('bad_request', 'This form was not sent from this site.')
  })

  /** Signs in at this provider for these pages alone; the code that comes back is for nobody. */
  function signInAddress(): string {
    const query = new URLSearchParams({
      client_id: ACCOUNT_CLIENT_ID,
      response_type: 'code',
      redirect_uri: publicUrl + ACCOUNT_PAGE,
      scope: 'openid',
      code_challenge: createHash('sha256').update(randomBytes(32)).digest('base64url'),
      code_challenge_method: 'S256',
    })
    return `/identity/${SIGN_IN_POLICY}/oauth2/v2.0/authorize?${query.toString()}`
  }

  const withUser =
    (handle: (visit: Visit) => Promise<FastifyReply>) =>
    async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const provider = dependencies.provider()
      const { raw } = request
      // The cookie's flags depend on what the browser sees, not on what a proxy passes on.
      raw.headers['x-forwarded-proto'] = publicUrl.split(':')[0] ?? 'https'
      const session = await provider.Session.get(provider.createContext(raw, reply.raw))
      const user = session.accountId ? await findUserBySubject(pool, session.accountId) : undefined
      const query = request.query as Record<string, string>
      if (!user && (query['code'] ?? query['error']))
        throw new AppError(
          'bad_request',
          'This browser did not keep the sign-in cookie. Allow cookies for this site.',
        )
      return user ? handle({ request, reply, session, user }) : reply.redirect(signInAddress(), 303)
    }

  const note = ({ request, user }: Visit, outcome: SignInOutcome) =>
    noteSignIn(pool, { subject: user.subject, outcome, origin: originOf(request) })

  const done = (reply: FastifyReply, what: keyof typeof doneWords) =>
    reply.redirect(`${ACCOUNT_PAGE}?done=${what}`, 303)

  const formMarkup = (
    step: string,
    form: AccountForm,
    values: Record<string, string>,
    mistakes: Mistakes = {},
  ) => accountFormPage(form, { address: `${ACCOUNT_PAGE}/${step}`, productName, values, mistakes })

  const tell = ({ request, user }: Visit, notice: Notice) =>
    notifyPerson(dependencies, user, notice, originOf(request))

  app.get(
    ACCOUNT_PAGE,
    withUser(async ({ request, reply, session, user }) => {
      const query = request.query as Record<string, string>
      if (query['code']) return reply.redirect(ACCOUNT_PAGE, 303)
      const factor = await findSecondFactor(pool, user.subject)
      const facts = {
        name: user.displayName,
        email: user.email,
        secondFactor: Boolean(factor?.since),
        recoveryCodes: await countRecoveryCodes(pool, user.subject),
        sessions: await listSessions(pool, user.subject, session.uid),
        done: doneWords[query['done'] ?? ''],
      }
      return sendPage(reply, 200, accountPage(productName, facts))
    }),
  )

  const formOf: Record<string, (user: IdentityUser) => Promise<AccountForm>> = {
    name: async () => accountForms.name,
    password: async () => accountForms.password,
    'second-factor': async ({ subject }) =>
      (await findSecondFactor(pool, subject))?.since
        ? accountForms.endSecondFactor
        : accountForms.startSecondFactor,
    'recovery-codes': async () => accountForms.recoveryCodes,
    'sign-out': async () => accountForms.signOut,
  }
  for (const [step, form] of Object.entries(formOf))
    app.get(
      `${ACCOUNT_PAGE}/${step}`,
      withUser(async ({ reply, user }) =>
        sendPage(reply, 200, formMarkup(step, await form(user), { name: user.displayName })),
      ),
    )

  /** Binds what a form does: it answers how to reply, or why not; then the form is shown again. */
  function post(step: string, handle: (visit: Visit) => Promise<Refusal | (() => FastifyReply)>): void {
    app.post(
      `${ACCOUNT_PAGE}/${step}`,
      withUser(async visit => {
        const { request, reply, user } = visit
        const outcome = await handle(visit)
        if (typeof outcome === 'function') return outcome()
        const form = await formOf[step]?.(user)
        if (!form) return reply.redirect(ACCOUNT_PAGE, 303)
        return sendRefusal(reply, outcome, formMarkup(step, form, valuesOf(request), outcome.mistakes))
      }),
    )
  }

  post('name', async visit => {
    const { request, user } = visit
    const refusal = await changeName(dependencies, user, valuesOf(request)['name'] ?? '', originOf(request))
    if (refusal) return refusal
    await note(visit, 'name_changed')
    return () => done(visit.reply, 'name')
  })

  post('password', async visit => {
    const { request, reply, session, user } = visit
    const origin = originOf(request)
    const refusal = await changePassword(dependencies, user, valuesOf(request), origin)
    if (refusal) return refusal
    await endSessions(pool, user.subject, session.uid)
    await dependencies.tokenWatch.look()
    await forgetBrowsers(pool, user.subject, origin.secrets)
    await trustBrowser(dependencies, { request, reply, subject: user.subject }, { signedIn: true })
    await note(visit, 'password_changed')
    tell(visit, 'passwordChanged')
    return () => done(reply, 'password')
  })

  post('second-factor', async visit => {
    const { request, reply, user } = visit
    const isOn = Boolean((await findSecondFactor(pool, user.subject))?.since)
    const prove = isOn ? verifyBothFactors : verifyCurrentPassword
    const refusal = await prove(dependencies, user, valuesOf(request), originOf(request))
    if (refusal) return refusal
    if (isOn) {
      await endSecondFactor(pool, user.subject)
      await note(visit, 'second_factor_off')
      tell(visit, 'secondFactorOff')
      return () => done(reply, 'second-factor-off')
    }
    const unproven = await requireVerifiedAddress(dependencies, user)
    if (unproven) return unproven
    const factor = await newSecondFactor(dependencies, user)
    return () => sendPage(reply, 200, confirmMarkup(factor))
  })

  const confirmMarkup = (factor: { address: string; secret: string }, mistakes: Mistakes = {}) =>
    confirmSecondFactorPage(
      { address: `${ACCOUNT_PAGE}/second-factor/code`, productName, values: {}, mistakes },
      factor,
    )

  // A reload asks for the address that the form was sent to.
  app.get(`${ACCOUNT_PAGE}/second-factor/code`, async (_request, reply) =>
    reply.redirect(`${ACCOUNT_PAGE}/second-factor`, 303),
  )

  app.post(
    `${ACCOUNT_PAGE}/second-factor/code`,
    withUser(async visit => {
      const { request, reply, user } = visit
      const outcome = await enableSecondFactor(
        dependencies,
        user,
        valuesOf(request)['code'] ?? '',
        originOf(request),
      )
      if (outcome === 'nothing to confirm') return reply.redirect(ACCOUNT_PAGE, 303)
      if ('refusal' in outcome)
        return sendRefusal(reply, outcome.refusal, confirmMarkup(outcome.factor, outcome.refusal.mistakes))
      await note(visit, 'second_factor_on')
      tell(visit, 'secondFactorOn')
      return sendPage(reply, 200, recoveryCodesPage(productName, outcome.codes))
    }),
  )

  post('recovery-codes', async visit => {
    const { request, reply, user } = visit
    if (!(await findSecondFactor(pool, user.subject))?.since) return () => reply.redirect(ACCOUNT_PAGE, 303)
    const refusal = await verifyCurrentPassword(dependencies, user, valuesOf(request), originOf(request))
    if (refusal) return refusal
    const codes = await renewRecoveryCodes(pool, user.subject)
    await note(visit, 'recovery_codes_renewed')
    tell(visit, 'recoveryCodes')
    return () => sendPage(reply, 200, recoveryCodesPage(productName, codes))
  })

  app.get(`${ACCOUNT_PAGE}/sessions`, async (_request, reply) => reply.redirect(ACCOUNT_PAGE, 303))

  app.post(
    `${ACCOUNT_PAGE}/sessions`,
    withUser(async visit => {
      const { request, reply, session, user } = visit
      const uid = (valuesOf(request)['session'] ?? '').replaceAll('\0', '')
      if (await endSession(pool, user.subject, { uid, current: session.uid })) {
        await dependencies.tokenWatch.look()
        await note(visit, 'session_ended')
      }
      return done(reply, 'session')
    }),
  )

  post('sign-out', async visit => {
    await endSessions(pool, visit.user.subject)
    await dependencies.tokenWatch.look()
    await forgetBrowsers(pool, visit.user.subject, originOf(visit.request).secrets)
    await note(visit, 'signed_out_everywhere')
    return () => sendPage(visit.reply, 200, signedOutEverywherePage(productName))
  })
}
