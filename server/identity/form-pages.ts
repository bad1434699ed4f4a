import { MINIMUM_PASSWORD_LENGTH } from '#contract/users.ts'
import { Html, html, page } from './page-layout.ts'

/** Messages by field name; '' holds what concerns the whole form. */
export type Mistakes = Record<string, string>

export type FormState = {
  /** The interaction's own address; the forms post below it. */
  address: string
  productName: string
  values: Record<string, string>
  mistakes: Mistakes
}

type Field = { name: string; label: string; type: string; autocomplete: string; hint?: string }

const email: Field = { name: 'email', label: 'Email', type: 'email', autocomplete: 'username' }

const signInFields: Field[] = [
  email,
  { name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password' },
]

const signUpFields: Field[] = [
  email,
  { name: 'name', label: 'Name', type: 'text', autocomplete: 'name' },
  { name: 'company', label: 'Company', type: 'text', autocomplete: 'organization' },
  {
    name: 'password',
    label: 'Password',
    type: 'password',
    autocomplete: 'new-password',
    hint: `At least ${MINIMUM_PASSWORD_LENGTH} characters.`,
  },
]

function fieldMarkup(field: Field, state: FormState, focused: boolean): Html {
  const mistake = state.mistakes[field.name]
  // A password is never sent back into the page.
  const value = field.type === 'password' ? '' : (state.values[field.name] ?? '')
  const note = mistake ?? field.hint
  const attributes = new Html(
    [
      mistake === undefined ? '' : ' aria-invalid="true"',
      note === undefined ? '' : ` aria-describedby="${field.name}-note"`,
      focused ? ' autofocus' : '',
    ].join(''),
  )
  return html`<div class="field">
<label for="${field.name}">${field.label}</label>
<input id="${field.name}" name="${field.name}" type="${field.type}" value="${value}" autocomplete="${field.autocomplete}"${attributes}>
${note === undefined ? new Html('') : html`<p class="${mistake === undefined ? 'hint' : 'error'}" id="${field.name}-note">${note}</p>`}
</div>`
}

function fieldsMarkup(fields: Field[], state: FormState): Html {
  const first =
    fields.find(field => state.mistakes[field.name] !== undefined) ??
    fields.find(field => !state.values[field.name])
  return new Html(fields.map(field => fieldMarkup(field, state, field === first).text).join('\n'))
}

const alertMarkup = (state: FormState) =>
  state.mistakes[''] === undefined
    ? new Html('')
    : html`<p class="alert" role="alert">${state.mistakes['']}</p>`

export function signInPage(state: FormState): string {
  const body = html`${alertMarkup(state)}
<form method="post" action="${state.address}/sign-in" novalidate>
${fieldsMarkup(signInFields, state)}
<div class="actions"><button class="primary" type="submit">Sign in</button></div>
</form>
<p class="after">New here? <a href="${state.address}/sign-up">Sign up</a></p>`
  return page({ title: 'Sign in', productName: state.productName, body })
}

/** `signInAddress` is where somebody goes who has signed up before. */
export function signUpPage(state: FormState, signInAddress: string): string {
  const body = html`${alertMarkup(state)}
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

export function expiredPage(productName: string): string {
  const body = html`
<p>This page was open for too long, or it was used already in another tab. Nothing is lost: start again.</p>
<p><a href="/login">Sign in</a> or <a href="/register">sign up</a></p>`
  return page({ title: 'Start again', productName, body })
}

/** `reason` is a sentence; the person can go back to the form and send it again. */
export function failedPage(productName: string, reason: string): string {
  const body = html`
<p class="alert" role="alert">${reason}</p>
<p>Go back and try again, or <a href="/login">start again</a>.</p>`
  return page({ title: 'That did not work', productName, body })
}
