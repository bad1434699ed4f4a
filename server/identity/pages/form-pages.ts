import { MINIMUM_PASSWORD_LENGTH } from '#contract/users.ts'
import { alertMarkup, checkboxMarkup, type Field, fieldsMarkup, type FormState } from './page-form.ts'
import { html, page } from './page-layout.ts'

export const emailField: Field = { name: 'email', label: 'Email', type: 'email', autocomplete: 'username' }

const signInFields: Field[] = [
  emailField,
  { name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password' },
]

export const newPasswordHint = `At least ${MINIMUM_PASSWORD_LENGTH} characters; three words work well.`

const codeFields: Field[] = [
  {
    name: 'code',
    label: 'Code',
    type: 'text',
    autocomplete: 'one-time-code',
    hint: 'The six digits in your authenticator app, or one of your recovery codes.',
  },
]

export const PASSWORD_HELP = '/identity/password'

export function signInPage(state: FormState): string {
  const body = html`${alertMarkup(state)}
<form method="post" action="${state.address}/sign-in" novalidate>
${fieldsMarkup(signInFields, state)}
${checkboxMarkup('remember', 'Keep me signed in', state)}
<div class="actions"><button class="primary" type="submit">Sign in</button></div>
</form>
<p class="after">New here? <a href="${state.address}/sign-up">Sign up</a><br>
<a href="${PASSWORD_HELP}">Forgot your password?</a></p>`
  return page({ title: 'Sign in', productName: state.productName, body })
}

/** The second step of a sign-in, for those who have set it up. */
export function codePage(state: FormState): string {
  const body = html`${alertMarkup(state)}
<form method="post" action="${state.address}/code" novalidate>
${fieldsMarkup(codeFields, state)}
<div class="actions"><button class="primary" type="submit">Sign in</button></div>
</form>
<p class="after"><a href="${state.address}">Sign in as somebody else</a></p>`
  return page({ title: 'Confirm that it is you', productName: state.productName, body })
}

export function expiredPage(productName: string): string {
  const body = html`
<p>This page was open for too long, or it was already used in another tab. Nothing is lost: start again.</p>
<p><a href="/login">Sign in</a> or <a href="/register">sign up</a></p>`
  return page({ title: 'Start again', productName, body })
}

/** `reason` is a sentence; the person can go back to the form and send it again. */
/** `reference`: by which the operator finds it in the log, for what nobody can mend by themselves. */
export function failedPage(productName: string, reason: string, reference?: string): string {
  const quoted = reference === undefined ? '' : html`<p>Reference: <code>${reference}</code></p>`
  const body = html`
<p class="alert" role="alert">${reason}</p>
${quoted}
<p>Go back and try again, or <a href="/login">start again</a>.</p>`
  return page({ title: 'That did not work', productName, body })
}
