import type { Mail } from '#server/mail/mailer.ts'

/** Tells a person that a program may act in their name from now on, which outlives their sign-ins. */
export const tokenMail = (
  { email }: { email: string },
  { productName, publicUrl }: { productName: string; publicUrl: string },
): Mail => ({
  to: email,
  subject: `An API token was made in your name on ${productName}`,
  text: `Somebody who was signed in as you made an API token on ${productName}. Anyone who has it can work in your company with your rights until its last day, or until an Administrator revokes it. A new password does not end it, except the first one that is chosen by e-mail where nobody had confirmed this address before.

Your company's API tokens: ${publicUrl}/webapp/users

If it was not you, revoke the token there, choose a new password (${publicUrl}/identity/password), and tell an Administrator of your company.
`,
})
