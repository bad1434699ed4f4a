import type { FastifyInstance } from 'fastify'
import type { Mailer } from '#server/mail/mailer.ts'
import { AppError } from '#server/errors.ts'
import { PASSWORD_HELP } from '#server/identity/pages/form-pages.ts'
import { emailText } from '#server/identity/forms.ts'
import { trustBrowser } from '#server/identity/browsers/known-browsers.ts'
import { notifyPerson } from '#server/identity/notices.ts'
import { originOf, sendPage, sendRefusal, serveForms, valuesOf } from '#server/identity/pages/page-server.ts'
import type { IdentityDependencies } from '#server/identity/dependencies.ts'
import {
  choosePasswordPage,
  forgottenPage,
  linkSentPage,
  linkSpentPage,
  passwordSavedPage,
} from '#server/identity/pages/password-pages.ts'
import { passwordMistake } from './password-rules.ts'
import { forgetBrowsers } from '#server/identity/store/browsers.ts'
import { noteSignIn, type Origin } from '#server/identity/store/events.ts'
import {
  createPasswordLink,
  LINK_MINUTES,
  subjectOfLink,
  redeemPasswordLink,
} from '#server/identity/store/links.ts'
import { findUserByEmail, findUserBySubject, type Pool } from '#server/identity/store/users.ts'
import { limitNetwork, limitPerson, clearPasswordAttempts } from '#server/identity/limits/attempt-limits.ts'

// Whoever keeps asking in somebody's name sends them a way in.
const BY_EARLIER_LINKS = ' Or use a link that was sent to this address within the last hour.'

export type LinkSender = { pool: Pool; publicUrl: string; productName: string; mailer: Mailer }

/**
 * Sends a link by which the person chooses a password, once, within an hour or `minutes`. `reason` is the
 * message's first sentence, which says why it comes.
 */
export async function sendPasswordLink(
  { pool, publicUrl, productName, mailer }: LinkSender,
  person: { subject: string; email: string; displayName: string },
  { reason, minutes = LINK_MINUTES }: { reason: string; minutes?: number },
): Promise<void> {
  const secret = await createPasswordLink(pool, person.subject, minutes)
  const hours = Math.round(minutes / 60)
  await mailer.send({
    to: person.email,
    subject: `Choose your password for ${productName}`,
    text: `${person.displayName},

${reason}

${publicUrl}${PASSWORD_HELP}/${secret}

The link works once, within ${hours === 1 ? 'an hour' : `${hours} hours`}. If you did not expect this message, you do not need to do anything: nobody can change your password without this link.
`,
  })
}

/** How a forgotten password is replaced: /identity/password, and /identity/password/{secret} from the mail. */
export async function passwordLinkRoutes(
  app: FastifyInstance,
  dependencies: IdentityDependencies,
): Promise<void> {
  const { pool, productName, passwords, publicUrl } = dependencies
  serveForms(app, productName)

  app.get(PASSWORD_HELP, async (_request, reply) =>
    sendPage(reply, 200, forgottenPage({ address: PASSWORD_HELP, productName, values: {}, mistakes: {} })),
  )

  async function sendIfKnown(email: string, origin: Origin): Promise<void> {
    const user = await findUserByEmail(pool, email)
    if (!user) return
    const reason = `Somebody, probably you, asked for a new password for ${productName}. Choose it here:`
    await sendPasswordLink(dependencies, user, { reason })
    await noteSignIn(pool, { subject: user.subject, outcome: 'password_link_sent', origin })
  }

  app.post(PASSWORD_HELP, async (request, reply) => {
    // A page of somebody else's cannot make messages leave by its visitors.
    const { origin: sender } = request.headers
    if (sender !== undefined && sender !== publicUrl)
      throw new AppError('bad_request', 'This form was not sent from this site.')
    const values = valuesOf(request)
    const state = { address: PASSWORD_HELP, productName, values }
    const typed = emailText.safeParse(values['email'] ?? '')
    if (!typed.success) {
      const mistakes = { email: 'This must be an e-mail address.' }
      return sendPage(reply, 400, forgottenPage({ ...state, mistakes }))
    }
    const email = typed.data
    const origin = originOf(request)
    const refusal =
      (await limitNetwork(pool, 'linkAddress', origin)) ??
      (await limitPerson(pool, 'link', email, BY_EARLIER_LINKS))
    if (refusal) return sendRefusal(reply, refusal, forgottenPage({ ...state, mistakes: refusal.mistakes }))
    // Not waited for: how long it takes would tell whether somebody has this address.
    dependencies.afterwards(sendIfKnown(email, origin), 'sending a password link')
    return sendPage(reply, 200, linkSentPage(productName, email))
  })

  type WithSecret = { Params: { secret: string } }

  app.get<WithSecret>(`${PASSWORD_HELP}/:secret`, async (request, reply) => {
    const { secret } = request.params
    const subject = await subjectOfLink(pool, secret)
    const user = subject && (await findUserBySubject(pool, subject))
    if (!user) return sendPage(reply, 400, linkSpentPage(productName))
    const state = { address: `${PASSWORD_HELP}/${secret}`, productName, values: {}, mistakes: {} }
    return sendPage(reply, 200, choosePasswordPage(state, user))
  })

  app.post<WithSecret>(`${PASSWORD_HELP}/:secret`, async (request, reply) => {
    const { secret } = request.params
    const subject = await subjectOfLink(pool, secret)
    const user = subject && (await findUserBySubject(pool, subject))
    if (!user) return sendPage(reply, 400, linkSpentPage(productName))
    const password = valuesOf(request)['password'] ?? ''
    const own = [user.email, user.displayName, user.company ?? '', productName]
    const mistake = await passwordMistake(password, own)
    if (mistake) {
      const state = { address: `${PASSWORD_HELP}/${secret}`, productName, values: {} }
      const markup = choosePasswordPage({ ...state, mistakes: { password: mistake } }, user)
      return sendPage(reply, 400, markup)
    }
    const origin = originOf(request)
    const passwordHash = await passwords.hash(password)
    if (!(await redeemPasswordLink(pool, { secret, passwordHash, origin })))
      return sendPage(reply, 400, linkSpentPage(productName))
    await dependencies.tokenWatch.look()
    await clearPasswordAttempts(pool, user.subject)
    await forgetBrowsers(pool, user.subject, origin.secrets)
    await trustBrowser(dependencies, { request, reply, subject: user.subject }, { signedIn: false })
    await noteSignIn(pool, { subject: user.subject, outcome: 'password_changed', origin })
    // Whoever chooses their first one has just asked for it, or was invited.
    if (user.passwordHash !== null) notifyPerson(dependencies, user, 'passwordChosen', origin)
    return sendPage(reply, 200, passwordSavedPage(productName))
  })
}
