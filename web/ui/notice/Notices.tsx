import { IconX } from '#web/ui/icons.ts'
import { useSyncExternalStore } from 'react'
import { Sentence } from '#web/ui/page/Sentence.tsx'
import { dismissNotice, noticeStore } from './notify.ts'

/** What notify says; read aloud without taking the focus. */
export function Notices() {
  const notices = useSyncExternalStore(noticeStore.subscribe, noticeStore.read)
  return (
    <div className="notices" aria-live="polite" role="region" aria-label="Notices">
      {notices.map(({ id, tone, message, action }) => (
        <div key={id} className={`notice notice--${tone}`} role={tone === 'failed' ? 'alert' : undefined}>
          <span className="notice__message">
            <Sentence text={message} />
          </span>
          {action && (
            <button
              type="button"
              className="notice__action"
              onClick={() => {
                dismissNotice(id)
                action.run()
              }}
            >
              {action.label}
            </button>
          )}
          <button
            type="button"
            className="notice__close"
            aria-label="Dismiss"
            onClick={() => dismissNotice(id)}
          >
            <IconX size={16} aria-hidden />
          </button>
        </div>
      ))}
    </div>
  )
}
