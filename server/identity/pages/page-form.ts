import { Html, html } from './page-layout.ts'

/** Messages by field name; '' holds what concerns the whole form. */
export type Mistakes = Record<string, string>

export type FormState = {
  /** Where the form is sent, or what that begins with. */
  address: string
  productName: string
  values: Record<string, string>
  mistakes: Mistakes
}

export type Field = {
  name: string
  label: string
  type: 'text' | 'email' | 'password'
  autocomplete: string
  hint?: string
  /** Brings up the digits on a telephone. */
  numeric?: true
}

function fieldMarkup(field: Field, state: FormState, focused: boolean): Html {
  const mistake = state.mistakes[field.name]
  // A password is never sent back into the page.
  const value = field.type === 'password' ? '' : (state.values[field.name] ?? '')
  const note = mistake ?? field.hint
  const attributes = new Html(
    [
      mistake === undefined ? '' : ' aria-invalid="true"',
      note === undefined ? '' : ` aria-describedby="${field.name}-note"`,
      field.numeric ? ' inputmode="numeric"' : '',
      focused ? ' autofocus' : '',
    ].join(''),
  )
  return html`<div class="field">
<label for="${field.name}">${field.label}</label>
<input id="${field.name}" name="${field.name}" type="${field.type}" value="${value}" autocomplete="${field.autocomplete}"${attributes}>
${note === undefined ? new Html('') : html`<p class="${mistake === undefined ? 'hint' : 'error'}" id="${field.name}-note">${note}</p>`}
</div>`
}

/** The first field that is wrong, or else empty, has the focus. */
export function fieldsMarkup(fields: readonly Field[], state: FormState): Html {
  const first =
    fields.find(field => state.mistakes[field.name] !== undefined) ??
    fields.find(field => !state.values[field.name])
  return new Html(fields.map(field => fieldMarkup(field, state, field === first).text).join('\n'))
}

export const alertMarkup = (state: FormState): Html =>
  state.mistakes[''] === undefined
    ? new Html('')
    : html`<p class="alert" role="alert">${state.mistakes['']}</p>`

export const checkboxMarkup = (name: string, label: string, state: FormState): Html =>
  html`<div class="check"><input id="${name}" name="${name}" type="checkbox" value="yes"${new Html(state.values[name] ? ' checked' : '')}>
<label for="${name}">${label}</label></div>`
