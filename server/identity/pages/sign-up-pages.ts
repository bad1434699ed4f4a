import { emailField, newPasswordHint } from './form-pages.ts'
import { alertMarkup, type Field, fieldsMarkup, type FormState } from './page-form.ts'
import { Html, html, page } from './page-layout.ts'

const signUpFields: Field[] = [
  emailField,
  { name: 'name', label: 'Name', type: 'text', autocomplete: 'name' },
  { name: 'company', label: 'Company', type: 'text', autocomplete: 'organization' },
  {
    name: 'password',
    label: 'Password',
    type: 'password',
    autocomplete: 'new-password',
    hint: newPasswordHint,
  },
]

const codeFields: Field[] = [
  {
    name: 'code',
    label: 'Code',
    type: 'text',
    autocomplete: 'one-time-code',
    numeric: true,
    hint: 'Six digits. Check your spam folder too.',
  },
]

/** `signInAddress` is where somebody goes who has signed up before; `note` says for whom signing up is. */
export function signUpPage(state: FormState, signInAddress: string, note: string | null): string {
  const body = html`${alertMarkup(state)}
${note === null ? new Html('') : html`<p>${note}</p>`}
<form method="post" action="${state.address}/sign-up" novalidate>
${fieldsMarkup(signUpFields, state)}
<div class="actions">
<button class="primary" type="submit">Sign up</button>
<button type="submit" formaction="${state.address}/cancel">Cancel</button>
</div>
</form>
<p class="after">Signed up before? <a href="${signInAddress}">Sign in</a></p>`
  return page({ title: 'Sign up', productName: state.productName, body })
}

/** Says the same whether or not the address signs in already: its owner learns that by the message. */
export function signUpCodePage(state: FormState, email: string, minutes: number): string {
  const body = html`${alertMarkup(state)}
<p role="status">We sent a six-digit code to ${email}. It works for ${String(minutes)} minutes.</p>
<form method="post" action="${state.address}/verify" novalidate>
${fieldsMarkup(codeFields, state)}
<div class="actions">
<button class="primary" type="submit">Continue</button>
<button type="submit" formaction="${state.address}/another-code">Send another code</button>
</div>
</form>
<p class="after"><a href="${state.address}/sign-up">Use another address</a></p>`
  return page({ title: 'Confirm your e-mail address', productName: state.productName, body })
}

/** `refusedAddress` leads back to the application, which shows the reason. */
export function signUpRefusedPage(productName: string, reason: string, refusedAddress: string): string {
  const body = html`
<p class="alert" role="alert">${reason}</p>
<p class="after"><a href="${refusedAddress}">Back to ${productName}</a></p>`
  return page({ title: 'Not everybody can sign up here', productName, body })
}
