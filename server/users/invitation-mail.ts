import type { Mail } from '#server/mail/mailer.ts'

const LONGEST_NAME = 80
// An address of a page or a mailbox, or what a mail program makes a link of: "example.com", "www.…", "a@b".
const LIKE_A_LINK = /[\p{L}\p{N}-]\.\p{L}{2,}|\p{L}:\/|www\.|@/iu
// Control characters, and those that turn the direction of writing.
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}]/u

/** A name as strangers may be sent it: null where it could be a message or a link of its own. */
export const harmless = (name: string | null): string | null =>
  name === null || name.length > LONGEST_NAME || LIKE_A_LINK.test(name) || UNPRINTABLE.test(name)
    ? null
    : name.trim() || null

type Invitation = {
  to: string
  by: string | null
  company: string
  link: string
  days: number
  productName: string
}

/** Says who invites and to what, and nothing that anybody typed for the purpose. */
export function invitationMail({ to, by, company, link, days, productName }: Invitation): Mail {
  const inviter = harmless(by) ?? 'Somebody'
  const where = harmless(company) ?? 'a company'
  return {
    to,
    subject: `${inviter} invites you to ${where} on ${productName}`,
    text: `${inviter} invites you to join ${where} on ${productName}.

Open this link to join as ${to}. You see whose company it is, and accept or decline:

${link}

The link works for ${days} days. After that, ask for another.

If you do not know ${by === null || harmless(by) === null ? 'who this could be' : inviter} or ${where}, do nothing: nobody joins a company without accepting.
`,
  }
}
