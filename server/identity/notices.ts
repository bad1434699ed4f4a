import { PASSWORD_HELP } from '#server/identity/pages/form-pages.ts'
import type { IdentityDependencies } from './dependencies.ts'
import { browserInWords } from '#server/identity/pages/browser-words.ts'
import { countAttempt } from '#server/identity/store/limits.ts'
import type { Origin } from '#server/identity/store/events.ts'

/** What a person is notified of by e-mail: the subject line and the first sentence. */
const notices = {
  passwordChanged: ['Your password was changed', 'Your password was changed under My account.'],
  passwordChosen: [
    'Your password was changed',
    'A new password was chosen with a link that was sent to this address.',
  ],
  secondFactorOn: [
    'Your authenticator app is on',
    'An authenticator app was set up for you. You will be asked for its codes when you sign in.',
  ],
  secondFactorOff: [
    'Your authenticator app is off',
    'Your authenticator app was turned off. You now sign in with your password alone.',
  ],
  recoveryCodes: [
    'You have new recovery codes',
    'New recovery codes were made for you. The earlier ones no longer work.',
  ],
  newBrowser: ['Signed in from a new browser', 'You signed in from a browser that you had not used before.'],
} as const satisfies Record<string, readonly [subject: string, sentence: string]>

export type Notice = keyof typeof notices

type Sender = Pick<IdentityDependencies, 'pool' | 'publicUrl' | 'productName' | 'mailer' | 'afterwards'>

const inUtc = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })

type Person = { subject: string; email: string }

/**
 * Tells a person by e-mail what has become of their sign-in. Not waited for, and at most twenty times an hour:
 * what happened stands, whether or not the message can be sent.
 */
export function notifyPerson(
  sender: Sender,
  person: Person,
  notice: Notice,
  { address, userAgent }: Origin,
): void {
  const [title, sentence] = notices[notice]
  const text = `${sentence}

When: ${inUtc.format(new Date())} UTC
Browser: ${browserInWords(userAgent)}
Network address: ${address}

If this was you, you do not need to do anything.

If this was not you, choose a new password here, and tell your Administrator:
`
  begin(sender, person, title, text)
}

/** `by`: the Administrator's name, where it can be sent. From where they did it is theirs, and not told. */
export type PasswordSetNotice = { by: string | null; endedSecondFactor: boolean }

/** The same, of a password that an Administrator gave them. */
export function notifyPasswordSet(
  sender: Sender,
  person: Person,
  { by, endedSecondFactor }: PasswordSetNotice,
): void {
  const giver = by === null ? 'An Administrator of your company' : `${by}, an Administrator of your company,`
  const factor = endedSecondFactor ? ', and your authenticator app is turned off' : ''
  const text = `${giver} gave you a new password. Your earlier sign-ins have ended${factor}.

When: ${inUtc.format(new Date())} UTC

If you did not expect this, ask your Administrator, and choose a password of your own here:
`
  begin(sender, person, 'You were given a new password', text)
}

const begin = (sender: Sender, person: Person, title: string, text: string): void =>
  sender.afterwards(send(sender, person, title, text), 'telling a person of a change of their sign-in')

async function send(
  { pool, publicUrl, productName, mailer }: Sender,
  { subject, email }: Person,
  title: string,
  text: string,
): Promise<void> {
  const { wait } = await countAttempt(pool, 'notice', subject)
  if (wait > 0) return
  await mailer.send({
    to: email,
    subject: `${title} – ${productName}`,
    text: `${text}
${publicUrl}${PASSWORD_HELP}
`,
  })
}
