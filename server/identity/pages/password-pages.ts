import { newPasswordHint, PASSWORD_HELP } from './form-pages.ts'
import { alertMarkup, type Field, fieldsMarkup, type FormState } from './page-form.ts'
import { html, page } from './page-layout.ts'

const emailFields: Field[] = [{ name: 'email', label: 'Email', type: 'email', autocomplete: 'username' }]

const passwordFields = (isFirst: boolean): Field[] => [
  {
    name: 'password',
    label: isFirst ? 'Password' : 'New password',
    type: 'password',
    autocomplete: 'new-password',
    hint: newPasswordHint,
  },
]

export function forgottenPage(state: FormState): string {
  const body = html`${alertMarkup(state)}
<p>Enter the e-mail address that you sign in with. You will get a link for choosing a new password.</p>
<form method="post" action="${state.address}" novalidate>
${fieldsMarkup(emailFields, state)}
<div class="actions"><button class="primary" type="submit">Send the link</button></div>
</form>
<p class="after"><a href="/login">Sign in</a></p>`
  return page({ title: 'Forgot your password?', productName: state.productName, body })
}

/** Says the same whether or not anybody has the address. */
export function linkSentPage(productName: string, email: string): string {
  const body = html`
<p role="status">If ${email} has a sign-in here, a message with a link is on its way. The link works once, within
an hour. Check your spam folder too, or ask the operator of this service.</p>
<p class="after"><a href="/login">Sign in</a></p>`
  return page({ title: 'Check your e-mail', productName, body })
}

const ENDED_SIGN_INS = ' You will be signed out everywhere else.'
const ENDED_BY_FIRST_PROOF =
  ' Nobody has confirmed this address before, so API tokens that were made with this sign-in end too, and invitations that were sent with it and not accepted.'

export function choosePasswordPage(
  state: FormState,
  {
    email,
    emailVerified,
    passwordHash,
  }: { email: string; emailVerified: boolean; passwordHash: string | null },
): string {
  const isFirst = passwordHash === null
  const ended = emailVerified ? ENDED_SIGN_INS : `${ENDED_SIGN_INS}${ENDED_BY_FIRST_PROOF}`
  const body = html`${alertMarkup(state)}
<p>For ${email}.${isFirst ? '' : ended}</p>
<form method="post" action="${state.address}" novalidate>
<input type="email" name="email" value="${email}" autocomplete="username" hidden>
${fieldsMarkup(passwordFields(isFirst), state)}
<div class="actions"><button class="primary" type="submit">Save the password</button></div>
</form>`
  return page({
    title: isFirst ? 'Choose a password' : 'Choose a new password',
    productName: state.productName,
    body,
  })
}

export function linkSpentPage(productName: string): string {
  const body = html`
<p class="alert" role="alert">This link has already been used, or it is too old.</p>
<p><a href="${PASSWORD_HELP}">Ask for a new link</a> or <a href="/login">sign in</a>.</p>`
  return page({ title: 'This link no longer works', productName, body })
}

export function passwordSavedPage(productName: string): string {
  const body = html`
<p role="status">Your password was saved.</p>
<p><a href="/login">Sign in</a> with it.</p>`
  return page({ title: 'Password saved', productName, body })
}
