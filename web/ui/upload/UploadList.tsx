import { Button } from '@mantine/core'
import type { Upload } from './uploads.ts'
import './uploads.css'

type Props = {
  uploads: readonly Upload[]
  onRetry: (key: string) => void
  /** Cancels a file on its way, and takes away one that failed. */
  onDismiss: (key: string) => void
}

const percent = (fraction: number) => Math.round(fraction * 100)

/** What is being uploaded and what failed; nothing when all is done. */
export function UploadList({ uploads, onRetry, onDismiss }: Props) {
  if (uploads.length === 0) return null
  return (
    <ul className="uploads" aria-label="Uploads">
      {uploads.map(({ key, name, progress, state, message, isFinal }) => (
        <li key={key} className="uploads__row">
          <span className="uploads__name" title={name}>
            {name}
          </span>
          {state === 'waiting' && <span>Waiting…</span>}
          {state === 'sending' && (
            <>
              <progress max={100} value={percent(progress)} aria-label={`Uploading ${name}`} />
              <span className="uploads__percent">{percent(progress)}%</span>
            </>
          )}
          {state !== 'failed' && (
            <Button
              size="compact-sm"
              variant="subtle"
              color="gray"
              aria-label={`Cancel ${name}`}
              onClick={() => onDismiss(key)}
            >
              Cancel
            </Button>
          )}
          {state === 'failed' && (
            <>
              <span className="uploads__message" role="alert">
                {message}
              </span>
              {!isFinal && (
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={`Try again: ${name}`}
                  onClick={() => onRetry(key)}
                >
                  Try again
                </Button>
              )}
              <Button size="compact-sm" variant="subtle" color="gray" onClick={() => onDismiss(key)}>
                Dismiss
              </Button>
            </>
          )}
        </li>
      ))}
    </ul>
  )
}
