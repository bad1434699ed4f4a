type Problem = { detail?: string; errors?: { path: string; message: string }[] }
type Field = HTMLInputElement | HTMLTextAreaElement

const UNREACHABLE = 'The message could not be sent: the connection is broken. What you wrote is still here.'
const LOOK = 'Please look at the fields that are marked.'

const fieldsOf = (form: HTMLFormElement) =>
  [...form.querySelectorAll<Field>('input, textarea')].filter(field => field.name !== '')

/** The same rules that the server has, which the fields carry as attributes. */
function mistakeIn(field: Field): string {
  const value = field.value.trim()
  if (field.required && value === '') return 'This must not be empty.'
  if (field.validity.typeMismatch) return 'This must be an e-mail address.'
  if (field.maxLength > 0 && value.length > field.maxLength) return `At most ${field.maxLength} characters.`
  return ''
}

function mark(form: HTMLFormElement, field: Field, mistake: string): void {
  field.setAttribute('aria-invalid', String(mistake !== ''))
  const note = form.querySelector(`#${field.name}-note`)
  if (note) note.textContent = mistake
}

function say(form: HTMLFormElement, problem: string): void {
  const place = form.querySelector('[data-problem]')
  if (!place) return
  place.textContent = ''
  if (problem === '') return
  const text = document.createElement('p')
  text.textContent = problem
  place.append(text)
}

/** Shows what is wrong with each field, and takes the keyboard to the first. */
function showMistakes(form: HTMLFormElement, mistakeOf: (field: Field) => string): boolean {
  const wrong = fieldsOf(form).filter(field => {
    const mistake = mistakeOf(field)
    mark(form, field, mistake)
    return mistake !== ''
  })
  wrong[0]?.focus()
  return wrong.length > 0
}

async function send(form: HTMLFormElement): Promise<void> {
  const values = Object.fromEntries(fieldsOf(form).map(field => [field.name, field.value]))
  const reply = await fetch(form.dataset['call'] ?? '', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(values),
  })
  if (reply.ok) {
    form.reset()
    form.classList.add('form--done')
    const sent = form.parentElement?.querySelector<HTMLElement>('[data-sent]')
    sent?.classList.remove('sent--later')
    sent?.focus()
    return
  }
  const problem = (await reply.json()) as Problem
  const found = problem.errors ?? []
  const marked = showMistakes(form, ({ name }) => found.find(({ path }) => path === name)?.message ?? '')
  say(form, marked ? LOOK : (problem.detail ?? UNREACHABLE))
}

/** Checks and sends a form without leaving the page; without this script the browser does both. */
export function sendByScript(form: HTMLFormElement): void {
  form.noValidate = true
  const button = form.querySelector('button')
  for (const field of fieldsOf(form))
    field.addEventListener('input', () => {
      if (field.getAttribute('aria-invalid') === 'true') mark(form, field, mistakeIn(field))
    })
  form.addEventListener('submit', event => {
    event.preventDefault()
    say(form, '')
    if (showMistakes(form, mistakeIn) || button?.disabled) return
    if (button) button.disabled = true
    send(form)
      .catch(() => say(form, UNREACHABLE))
      .finally(() => {
        if (button) button.disabled = false
      })
  })
}
