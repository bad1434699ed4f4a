import { useState } from 'react'
import { MailFrame } from '#web/ui/preview/MailFrame.tsx'
import './mails.css'

/** A mail's two parts, one at a time: mail programs show one or the other. */
export function MailBody({ html, text }: { html: string; text: string }) {
  const [showsText, setShowsText] = useState(false)
  return (
    <div className="mail-body">
      <div className="mail-body__choice" role="group" aria-label="Show as">
        {[
          { label: 'HTML', isText: false },
          { label: 'Plain text', isText: true },
        ].map(({ label, isText }) => (
          <button
            key={label}
            type="button"
            className="mail-body__view"
            aria-pressed={showsText === isText}
            onClick={() => setShowsText(isText)}
          >
            {label}
          </button>
        ))}
      </div>
      {showsText ? (
        <textarea className="mail-body__text" aria-label="Plain text" readOnly rows={14} value={text} />
      ) : (
        <MailFrame html={html} title="The e-mail" />
      )}
    </div>
  )
}
