import { PASSWORD_HELP } from './form-pages.ts'
import type { IdentityParts } from './parts.ts'
import { browserInWords } from './browser-words.ts'
import { countAttempt } from './store-limits.ts'
import type { Origin } from './store-events.ts'

/** What a person is told of by e-mail, in the subject line and as the first sentence. */
const notices = {
  passwordChanged: ['Your password was changed', 'Your password was changed under My account.'],
  passwordChosen: [
    'Your password was changed',
    'A new password was chosen for you by a link that was sent to this address.',
  ],
  passwordSet: [
    'You were given a new password',
    'An Administrator of your company gave you a new password. Your earlier sign-ins have ended, and an authenticator app is turned off.',
  ],
  secondFactorOn: [
    'Your authenticator app is on',
    'An authenticator app was set up for you. Its codes are asked for when you sign in.',
  ],
  secondFactorOff: [
    'Your authenticator app is off',
    'Your authenticator app was turned off. Your password alone signs you in now.',
  ],
  recoveryCodes: [
    'You have new recovery codes',
    'New recovery codes were made for you. The earlier ones no longer work.',
  ],
  newBrowser: ['Signed in from a new browser', 'You signed in from a browser that you had not used before.'],
} as const satisfies Record<string, readonly [subject: string, sentence: string]>

export type Notice = keyof typeof notices

type Sender = Pick<IdentityParts, 'pool' | 'publicUrl' | 'productName' | 'mailer' | 'afterwards'>

const inUtc = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })

/**
 * Tells a person by e-mail what has become of their sign-in. Not waited for, and at most twenty times an hour:
 * what happened stands, whether or not the message can be sent.
 */
export function tellPerson(
  sender: Sender,
  person: { subject: string; email: string },
  notice: Notice,
  origin: Origin,
): void {
  sender.afterwards(send(sender, person, notice, origin), 'telling a person of a change of their sign-in')
}

async function send(
  { pool, publicUrl, productName, mailer }: Sender,
  { subject, email }: { subject: string; email: string },
  notice: Notice,
  { address, userAgent }: Origin,
): Promise<void> {
  const { wait } = await countAttempt(pool, 'notice', subject)
  if (wait > 0) return
  const [title, sentence] = notices[notice]
  await mailer.send({
    to: email,
    subject: `${title} – ${productName}`,
    text: `${sentence}

When: ${inUtc.format(new Date())} UTC
Browser: ${browserInWords(userAgent)}
Network address: ${address}

If this was you, you need do nothing.

If this was not you, choose a new password here, and tell your Administrator:

${publicUrl}${PASSWORD_HELP}
`,
  })
}
