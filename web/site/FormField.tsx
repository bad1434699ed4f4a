import { type EnquiryField, enquiryLimits, HONEYPOT_FIELD } from '#contract/enquiries.ts'

type Props = {
  name: EnquiryField
  label: string
  type?: 'text' | 'email' | 'tel'
  autoComplete?: string
  optional?: boolean
  rows?: number
}

/** A field with what was typed and what is wrong with it, as the server or the script says. */
export function FormField({ name, label, type = 'text', autoComplete, optional = false, rows }: Props) {
  const note = `${name}-note`
  const common = {
    id: name,
    name,
    maxLength: enquiryLimits[name],
    required: !optional,
    'aria-describedby': note,
    'aria-invalid': `{{#form.mistake.${name}}}true{{/form.mistake.${name}}}` as 'true',
    defaultValue: `{{form.value.${name}}}`,
    ...(autoComplete && { autoComplete }),
  }
  return (
    <div className={`field field--${name}`}>
      <label htmlFor={name}>
        {label}
        {optional && <span className="field__optional"> (optional)</span>}
      </label>
      {rows ? <textarea rows={rows} {...common} /> : <input type={type} {...common} />}
      <p className="field__mistake" id={note}>{`{{form.mistake.${name}}}`}</p>
    </div>
  )
}

/** Nobody sees or reaches it; programs that fill in everything do. */
export const HoneypotField = () => (
  <div className="trap" aria-hidden="true">
    <label htmlFor={HONEYPOT_FIELD}>Website</label>
    <input id={HONEYPOT_FIELD} name={HONEYPOT_FIELD} type="text" tabIndex={-1} autoComplete="off" />
  </div>
)
