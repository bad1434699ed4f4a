import { Button } from '@mantine/core'
import { Dialog } from './Dialog.tsx'
import type { AskedMessage } from './message-box-store.ts'

/** A question with Ok and Cancel. */
export function MessageBox({ message }: { message: AskedMessage }) {
  const {
    title,
    description,
    advice,
    points = [],
    other,
    ok = 'Ok',
    cancel = 'Cancel',
    destructive,
    isCancelFirst = false,
    answer,
  } = message
  return (
    <Dialog
      title={title}
      size="sm"
      onClose={() => answer('cancel')}
      footer={
        <>
          {cancel !== null && (
            <Button
              variant="default"
              data-autofocus={isCancelFirst || undefined}
              onClick={() => answer('cancel')}
            >
              {cancel}
            </Button>
          )}
          <Button
            data-autofocus={(!isCancelFirst && !other) || undefined}
            {...(other ? { variant: 'default' } : { color: destructive ? 'red.9' : 'sea' })}
            onClick={() => answer('ok')}
          >
            {ok}
          </Button>
          {other && (
            <Button data-autofocus={!isCancelFirst || undefined} onClick={() => answer('other')}>
              {other}
            </Button>
          )}
        </>
      }
    >
      {description && <p className="message-box__description">{description}</p>}
      {points.length > 0 && (
        <ul className="message-box__points">
          {points.map(point => (
            <li key={point}>{point}</li>
          ))}
        </ul>
      )}
      {advice && <p className="message-box__description">{advice}</p>}
    </Dialog>
  )
}
