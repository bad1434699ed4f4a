import type { ReactNode } from 'react'
import { sitePages } from '#contract/site.ts'
import { brand } from './brand.ts'
import { Each } from './Filled.tsx'
import { HoneypotField } from './FormField.tsx'

type Props = {
  page: 'contact' | 'faq'
  /** The call that takes the form where JavaScript sends it. */
  call: string
  label: string
  button: string
  children: ReactNode
}

/** A form that is sent by the script, or as forms always were; what comes back looks the same. */
export function MessageForm({ page, call, label, button, children }: Props) {
  return (
    <div id="form" className="message">
      <div className={'sent{{^form.sent}} sent--later{{/form.sent}}'} role="status" tabIndex={-1} data-sent>
        <h2 className="sent__title">Thank you</h2>
        <p>
          Your message is on its way to us. We will reply to the e-mail address that you gave; if nothing
          arrives, write to <a href={`mailto:${brand.email}`}>{brand.email}</a>.
        </p>
      </div>
      <form
        className={'form{{#form.sent}} form--done{{/form.sent}}'}
        method="post"
        action={`${sitePages[page]}#form`}
        aria-label={label}
        data-call={call}
      >
        <div className="form__problem" role="alert" data-problem>
          <Each of="form.isWrong">
            <p>
              {'{{form.problem}}'}
              <span className="form__look">
                {'{{^form.problem}}Please look at the fields that are marked.{{/form.problem}}'}
              </span>
            </p>
          </Each>
        </div>
        {children}
        <HoneypotField />
        <p className="form__send">
          <button type="submit" className="button button--main button--large">
            {button}
          </button>
        </p>
        <p className="form__privacy">
          We use what you write only to answer you: see the <a href={sitePages.privacy}>Privacy Policy</a>.
        </p>
      </form>
    </div>
  )
}
