import { encode } from 'uqr'
import { browserInWords } from './browser-words.ts'
import { newPasswordHint } from './form-pages.ts'
import { alertMarkup, type Field, fieldsMarkup, type FormState } from './page-form.ts'
import { Html, html, page } from './page-layout.ts'
import { ACCOUNT_PAGE } from '#server/identity/provider/policies.ts'
import type { SessionFacts } from '#server/identity/store/sessions.ts'

export type AccountFacts = {
  name: string
  email: string
  secondFactor: boolean
  recoveryCodes: number
  sessions: readonly SessionFacts[]
  /** What was just done, as a sentence. */
  done: string | undefined
}

const row = (label: string, value: string, action: Html) => html`<div class="fact">
<dt>${label}</dt><dd>${value}</dd><dd class="act">${action}</dd>
</div>`

const link = (step: string, text: string) => html`<a href="${ACCOUNT_PAGE}/${step}">${text}</a>`

const inUtc = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })
const moment = (at: Date) => `${inUtc.format(at)} UTC`

function sessionMarkup({ uid, isThis, signedInAt, usedAt, address, userAgent }: SessionFacts) {
  const browser = browserInWords(userAgent)
  const used = usedAt === null ? 'not known' : moment(usedAt)
  return html`<li>
<p class="browser"><strong>${browser}</strong>${isThis ? html` <span class="tag">This browser</span>` : new Html('')}</p>
<p class="hint">Network address ${address ?? 'not known'}</p>
<p class="hint">Signed in ${moment(signedInAt)}</p>
<p class="hint">Last used ${used}</p>
${
  isThis
    ? new Html('')
    : html`<form method="post" action="${ACCOUNT_PAGE}/sessions">
<input type="hidden" name="session" value="${uid}">
<button type="submit" aria-label="End this session: ${browser}, signed in ${moment(signedInAt)}">End this session</button>
</form>`
}
</li>`
}

export function accountPage(productName: string, facts: AccountFacts): string {
  const codes = `${facts.recoveryCodes} recovery ${facts.recoveryCodes === 1 ? 'code' : 'codes'} left`
  const body = html`${facts.done === undefined ? new Html('') : html`<p class="notice" role="status">${facts.done}</p>`}
<dl>
${row('Name', facts.name, link('name', 'Change name'))}
${row('Email', facts.email, new Html(''))}
${row('Password', '••••••••', link('password', 'Change password'))}
${
  facts.secondFactor
    ? html`${row('Authenticator app', 'On', link('second-factor', 'Turn off'))}
${row('If you lose your phone', codes, link('recovery-codes', 'Make new codes'))}`
    : row('Authenticator app', 'Off', link('second-factor', 'Set up'))
}
</dl>
<h2>Where you are signed in</h2>
<ul class="sessions">
${new Html(facts.sessions.map(session => sessionMarkup(session).text).join('\n'))}
</ul>
<p>${link('sign-out', 'Sign out everywhere')}</p>
<p class="after"><a href="/webapp">Back to ${productName}</a></p>`
  return page({ title: 'My account', productName, body })
}

export type AccountForm = {
  title: string
  /** What the person is to know first, as sentences. */
  introduction?: string
  fields: readonly Field[]
  submit: string
}

const currentPassword: Field = {
  name: 'current',
  label: 'Your password',
  type: 'password',
  autocomplete: 'current-password',
}

export const accountForms = {
  name: {
    title: 'Change your name',
    fields: [{ name: 'name', label: 'Name', type: 'text', autocomplete: 'name' }],
    submit: 'Save',
  },
  password: {
    title: 'Change your password',
    introduction: 'You will be signed out everywhere else.',
    fields: [
      { ...currentPassword, label: 'Current password' },
      {
        name: 'password',
        label: 'New password',
        type: 'password',
        autocomplete: 'new-password',
        hint: newPasswordHint,
      },
    ],
    submit: 'Save',
  },
  startSecondFactor: {
    title: 'Set up an authenticator app',
    introduction:
      'An app on your phone then shows six digits, which you enter at each sign-in. A stolen password alone lets nobody in.',
    fields: [currentPassword],
    submit: 'Continue',
  },
  endSecondFactor: {
    title: 'Turn the authenticator app off',
    introduction: 'You will then sign in with your password alone.',
    fields: [
      currentPassword,
      {
        name: 'code',
        label: 'Code',
        type: 'text',
        autocomplete: 'one-time-code',
        hint: 'The six digits in your authenticator app, or one of your recovery codes.',
      },
    ],
    submit: 'Turn off',
  },
  recoveryCodes: {
    title: 'Make new recovery codes',
    introduction: 'The earlier ones will stop working.',
    fields: [currentPassword],
    submit: 'Make new codes',
  },
  signOut: {
    title: 'Sign out everywhere',
    introduction:
      'Every browser in which you are signed in will ask for your password again, including this one.',
    fields: [],
    submit: 'Sign out everywhere',
  },
} as const satisfies Record<string, AccountForm>

export function accountFormPage(form: AccountForm, state: FormState): string {
  const body = html`${alertMarkup(state)}
${form.introduction === undefined ? new Html('') : html`<p>${form.introduction}</p>`}
<form method="post" action="${state.address}" novalidate>
${fieldsMarkup(form.fields, state)}
<div class="actions"><button class="primary" type="submit">${form.submit}</button>
<a class="button" href="${ACCOUNT_PAGE}">Cancel</a></div>
</form>`
  return page({ title: form.title, productName: state.productName, body })
}

const codeField: Field = {
  name: 'code',
  label: 'Code',
  type: 'text',
  autocomplete: 'one-time-code',
  numeric: true,
}

/** Black on white in either colour scheme, since cameras expect that. */
function qrCode(text: string): Html {
  const { data, size } = encode(text, { ecc: 'M', border: 4 })
  const dark = data.flatMap((cells, y) => cells.flatMap((on, x) => (on ? [`M${x} ${y}h1v1h-1z`] : [])))
  return html`<svg class="qr" viewBox="0 0 ${String(size)} ${String(size)}" role="img" aria-label="QR code for your authenticator app">
<rect width="100%" height="100%" fill="#fff"/><path d="${dark.join('')}" fill="#000"/></svg>`
}

/** `address` is what the QR code holds, `secret` what it says in letters. */
export function confirmSecondFactorPage(
  state: FormState,
  { address, secret }: { address: string; secret: string },
): string {
  const body = html`${alertMarkup(state)}
<p>Scan this with your authenticator app.</p>
${qrCode(address)}
<p>Or enter this key there: <code class="key">${secret.replace(/(.{4})(?=.)/g, '$1 ')}</code></p>
<p>Then type in the six digits that the app shows.</p>
<form method="post" action="${state.address}" novalidate>
${fieldsMarkup([codeField], state)}
<div class="actions"><button class="primary" type="submit">Turn on</button>
<a class="button" href="${ACCOUNT_PAGE}">Cancel</a></div>
</form>`
  return page({ title: 'Set up an authenticator app', productName: state.productName, body })
}

export function recoveryCodesPage(productName: string, codes: readonly string[]): string {
  const items = new Html(codes.map(code => html`<li><code>${code}</code></li>`.text).join('\n'))
  const body = html`
<p>Print these codes, or keep them where you keep your passwords. Each signs you in once if you lose your phone. They are not shown again.</p>
<ol class="codes">
${items}
</ol>
<p class="after"><a href="${ACCOUNT_PAGE}">I have saved them</a></p>`
  return page({ title: 'Your recovery codes', productName, body })
}

export function signedOutEverywherePage(productName: string): string {
  const body = html`<p role="status">You are signed out in every browser.</p><p><a href="/login">Sign in again</a></p>`
  return page({ title: 'Signed out everywhere', productName, body })
}
