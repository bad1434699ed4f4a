import type { Mail } from '#server/mail/mailer.ts'

const LONGEST_NAME = 80
// An address of a page or a mailbox, or what a mail program makes a link of: "example.com", "www.…", "a@b".
const LIKE_A_LINK = /[\p{L}\p{N}-]\.\p{L}{2,}|\p{L}:\/|www\.|@/iu
// Control characters, and those that turn the direction of writing.
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}]/u

// A telephone number, or an address of four numbers.
const LIKE_A_NUMBER = /\p{Nd}(?:[\s()+/-]*\p{Nd}){5}|\p{Nd}\.\p{Nd}+\.\p{Nd}/u

/** What a reader takes for a full stop, a slash or an at sign, whatever it is, and however it is set apart. */
const asRead = (name: string): string =>
  name
    .normalize('NFKC')
    .replaceAll(/[[\](){}<>]/g, '')
    .replaceAll(/[。․‧·]/g, '.')
    .replaceAll(/\s+\.\s*(?=\p{L})/gu, '.')
    .replaceAll(/\s*([:/@])\s*/g, '$1')

/** A name as strangers may be sent it: null where it could be a message or a link of its own. */
export function safeName(name: string | null): string | null {
  if (name === null || name.length > LONGEST_NAME || UNPRINTABLE.test(name)) return null
  const read = asRead(name)
  const isOwnMessage = LIKE_A_LINK.test(read) || read.includes(':') || LIKE_A_NUMBER.test(read)
  return isOwnMessage ? null : name.trim() || null
}

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
  const inviter = safeName(by) ?? 'Somebody'
  const where = safeName(company) ?? 'a company'
  return {
    to,
    subject: `${inviter} invites you to ${where} on ${productName}`,
    text: `${inviter} invites you to join ${where} on ${productName}.

Open this link to join as ${to}. You will see whose company it is and can accept or decline:

${link}

The link works for ${days} days. After that, ask for another.

If you do not know ${by === null || safeName(by) === null ? 'who this could be' : inviter} or ${where}, do nothing: nobody joins a company without accepting.
`,
  }
}
