import { Button } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { messageOf } from '#web/lib/problem.ts'
import { Sentence } from './Sentence.tsx'

type EmptyProps = { title: string; hint?: string; action?: ReactNode }

/** Says what belongs here and offers the first step. */
export function EmptyState({ title, hint, action }: EmptyProps) {
  return (
    <div className="state">
      <p className="state__title">{title}</p>
      {hint && <p className="state__hint">{hint}</p>}
      {action}
    </div>
  )
}

/** For an address that names no record of this company: the kind of record, and the screen that lists them. */
export const NoSuchRecord = ({ kind, list }: { kind: string; list: string }) => (
  <EmptyState
    title={`This ${kind} does not exist.`}
    hint={`It may belong to another company, or the link may be incomplete. Open a ${kind} from ${list}.`}
  />
)

type FailedProps = { title: string; error: unknown; onRetry?: (() => void) | undefined }

/** Says what could not be loaded and why, with a way on. */
export function FailedState({ title, error, onRetry }: FailedProps) {
  return (
    <div className="state" role="alert">
      <p className="state__title state__title--failed">{title}</p>
      <p className="state__hint">
        <Sentence text={messageOf(error)} />
      </p>
      {onRetry && (
        <Button variant="default" onClick={onRetry}>
          Retry
        </Button>
      )}
    </div>
  )
}

/** A line across the top of a form or screen: a warning, a refusal, a word of success. */
export function Banner({
  tone,
  isRefusal = tone === 'failed',
  children,
  onDismiss,
}: {
  tone: 'done' | 'warning' | 'failed'
  /** It says why what a person asked for was not done: it is read out at once and brought into sight. */
  isRefusal?: boolean
  children: ReactNode
  onDismiss?: (() => void) | undefined
}) {
  const place = useRef<HTMLDivElement>(null)
  // In a long dialog the button that was pressed is at the bottom, and this is at the top.
  useEffect(() => {
    if (isRefusal && place.current?.closest('.dialog')) place.current.scrollIntoView({ block: 'nearest' })
  }, [isRefusal])
  return (
    <div ref={place} className={`banner banner--${tone}`} role={isRefusal ? 'alert' : 'status'}>
      <div className="banner__text">
        {typeof children === 'string' ? <Sentence text={children} /> : children}
      </div>
      {onDismiss && (
        <button type="button" className="banner__dismiss" onClick={onDismiss}>
          Dismiss
        </button>
      )}
    </div>
  )
}

/** Grey bars in a form's place while it loads; never a spinner. */
export function FormSkeleton({ fields }: { fields: number }) {
  return (
    <div className="form-grid" role="status" aria-busy="true" aria-label="Loading">
      {Array.from({ length: fields }, (_, index) => (
        <div key={index}>
          <span className="skeleton skeleton--label" />
          <span className="skeleton skeleton--input" />
        </div>
      ))}
    </div>
  )
}
